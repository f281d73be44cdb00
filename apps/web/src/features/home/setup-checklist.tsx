import { Anchor, Text } from '@mantine/core'
import { IconCircle, IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { HomeSetup } from '#contract/home.ts'
import type { SetupStepId } from '#domain/home.ts'
import classes from './home.module.css'

interface StepText {
  readonly title: string
  readonly hint: string
}

const STEPS: Readonly<Record<SetupStepId, StepText>> = {
  connect: { title: 'Connect your sales system', hint: 'Or upload a file, or look around with sample data.' },
  map: {
    title: 'Match and load your data',
    hint: 'You match the columns of files; connected systems load by themselves.',
  },
  visits: {
    title: 'Count guests and club signups',
    hint: 'Choose the products that are tastings and signups, if your data has no visits or members.',
  },
  check: { title: 'Check a number against your system', hint: 'Compare a month’s total before you rely on it.' },
  invite: { title: 'Invite your team', hint: 'Everyone sees the same numbers.' },
  star: { title: 'Star a dashboard', hint: 'It opens here, below this list.' },
}

const Step = ({ step: { id, isDone, path } }: { readonly step: HomeSetup['steps'][number] }) => {
  const { title, hint } = STEPS[id]
  const Icon = isDone ? IconCircleCheck : IconCircle
  return (
    <li className={classes.step} data-done={isDone}>
      <Icon size={20} aria-hidden className={classes.stepIcon} />
      <div>
        {isDone ? (
          <span>
            {title}
            <span className="visually-hidden">, done</span>
          </span>
        ) : (
          <Anchor component={Link} to={path} size="sm" fw={500}>
            {title}
          </Anchor>
        )}
        <div className={classes.hint}>{hint}</div>
      </div>
    </li>
  )
}

/** What is left to set up, instead of numbers while the account has none. */
export const SetupChecklist = ({ setup: { steps } }: { readonly setup: HomeSetup }) => {
  const done = steps.filter(({ isDone }) => isDone).length
  const isAdministrator = steps.some(({ id }) => id === 'connect')
  return (
    <section aria-label="Set up your account" className={classes.setup}>
      <h2 className={classes.setupTitle}>{isAdministrator ? 'Set up your account' : 'Your numbers aren’t here yet'}</h2>
      <Text size="sm" c="dimmed" role="status">
        {isAdministrator
          ? `${done} of ${steps.length} steps done`
          : 'They appear here once an administrator has connected your sales system.'}
      </Text>
      <ol className={classes.steps}>
        {steps.map((step) => (
          <Step key={step.id} step={step} />
        ))}
      </ol>
    </section>
  )
}
