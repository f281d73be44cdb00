import { Anchor, Group, Text } from '@mantine/core'
import { IconCircle, IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { HomeSetup } from '#contract/home.ts'
import type { SetupStepId } from '#domain/home.ts'
import { useAccountStatus } from '#web/app/account-data.ts'
import { NoServicesNotice } from '../dashboard/dashboard-situation.tsx'
import classes from './home.module.css'

const STEPS: Readonly<Record<SetupStepId, string>> = {
  connect: 'Connect your sales system, or upload a file',
  map: 'Match and load your data',
  visits: 'Count guests and club signups',
  check: 'Check a number against your system',
  invite: 'Invite your team',
  star: 'Star a dashboard',
}

const Step = ({ step: { id, isDone, path } }: { readonly step: HomeSetup['steps'][number] }) => {
  const Icon = isDone ? IconCircleCheck : IconCircle
  return (
    <li className={classes.step} data-done={isDone}>
      <Icon size={20} aria-hidden className={classes.stepIcon} />
      {isDone ? (
        <span>
          {STEPS[id]}
          <span className="visually-hidden">, done</span>
        </span>
      ) : (
        <Anchor component={Link} to={path} size="sm" fw={500}>
          {STEPS[id]}
        </Anchor>
      )}
    </li>
  )
}

export const SetupSteps = ({ steps }: Pick<HomeSetup, 'steps'>) => (
  <ol className={classes.steps}>
    {steps.map((step) => (
      <Step key={step.id} step={step} />
    ))}
  </ol>
)

// A newcomer's only.
const SampleButton = lazy(() => import('../services/sample-button.tsx').then((m) => ({ default: m.SampleButton })))

/** What is left to set up, instead of numbers while the account has none. */
export const SetupChecklist = ({ setup: { steps } }: { readonly setup: HomeSetup }) => {
  const done = steps.filter(({ isDone }) => isDone).length
  const canLoadSample = useAccountStatus()?.currentServiceCount === 0
  const isAdministrator = steps.some(({ id }) => id === 'connect')
  return (
    <section aria-label="Set up your account" className={`card ${classes.setup}`}>
      <Group justify="space-between" align="baseline" gap="0 16px">
        <h2 className={classes.setupTitle}>
          {isAdministrator ? 'Set up your account' : 'Your numbers aren’t here yet'}
        </h2>
        <Text size="sm" c="dimmed" role="status">
          {isAdministrator
            ? `${done} of ${steps.length} steps done`
            : 'They appear here once an administrator has connected your sales system.'}
        </Text>
      </Group>
      <NoServicesNotice />
      <SetupSteps steps={steps} />
      {isAdministrator && canLoadSample ? (
        <Suspense fallback={null}>
          <Group>
            <SampleButton onAdded={() => undefined}>Look around with sample data</SampleButton>
          </Group>
        </Suspense>
      ) : null}
    </section>
  )
}
