import { UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { HomeAction } from '#contract/home.ts'
import type { HomeActionId } from '#domain/home.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { LazyModal } from '#web/app/lazy-part.tsx'
import classes from './home.module.css'
import { SetupSteps } from './setup-checklist.tsx'

const LABELS: Readonly<Record<HomeActionId, readonly [one: string, many: string]>> = {
  failing: ['service can’t sync or import', 'services can’t sync or import'],
  pickup: ['pickup waiting', 'pickups waiting'],
  runningOut: ['product running out', 'products running out'],
  leaving: ['member to call', 'members to call'],
  review: ['skipped record to review', 'skipped records to review'],
  setup: ['setup step left', 'setup steps left'],
}

const URGENT: readonly HomeActionId[] = ['failing']

const Action = ({ action: { id, count, path, steps } }: { readonly action: HomeAction }) => {
  const formats = useFormats()
  const [isOpen, setOpen] = useState(false)
  const [one, many] = LABELS[id]
  const text = (
    <>
      <strong>{formats.value(count, 'integer')}</strong> {count === 1 ? one : many}
    </>
  )
  if (steps === undefined)
    return (
      <Link to={path} className={classes.action} data-urgent={URGENT.includes(id)}>
        {text}
      </Link>
    )
  return (
    <>
      <UnstyledButton className={classes.action} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {text}
      </UnstyledButton>
      <LazyModal opened={isOpen} onClose={() => setOpen(false)} title="Set up your account">
        <SetupSteps steps={steps} />
      </LazyModal>
    </>
  )
}

interface NeedsActionProps {
  readonly actions: readonly HomeAction[]
  readonly isComplete: boolean
}

/** What needs action, each with the page to act on; the setup with its checklist. */
export const NeedsAction = ({ actions, isComplete }: NeedsActionProps) => (
  <section aria-label="Needs action" className={classes.actions} aria-busy={!isComplete}>
    <h2 className={classes.actionsTitle}>Needs action</h2>
    {actions.length > 0 ? (
      <ul className={classes.actionList}>
        {actions.map((action) => (
          <li key={action.id}>
            <Action action={action} />
          </li>
        ))}
      </ul>
    ) : null}
    {actions.length === 0 && isComplete ? <span className={classes.nothing}>Nothing right now</span> : null}
  </section>
)
