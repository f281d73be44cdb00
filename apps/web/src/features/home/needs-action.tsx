import { Link } from '@tanstack/react-router'
import type { HomeAction } from '#contract/home.ts'
import type { HomeActionId } from '#domain/home.ts'
import { useFormats } from '#ui/formats-context.tsx'
import classes from './home.module.css'

const LABELS: Readonly<Record<HomeActionId, readonly [one: string, many: string]>> = {
  failing: ['service can’t sync or import', 'services can’t sync or import'],
  pickup: ['order waiting for pickup', 'orders waiting for pickup'],
  runningOut: ['product running out', 'products running out'],
  leaving: ['member at risk of leaving', 'members at risk of leaving'],
  review: ['skipped record to review', 'skipped records to review'],
  setup: ['setup step left', 'setup steps left'],
}

const URGENT: readonly HomeActionId[] = ['failing']

const ActionLink = ({ action: { id, count, path } }: { readonly action: HomeAction }) => {
  const formats = useFormats()
  const [one, many] = LABELS[id]
  return (
    <li>
      <Link to={path} className={classes.action} data-urgent={URGENT.includes(id)}>
        <strong>{formats.value(count, 'integer')}</strong> {count === 1 ? one : many}
      </Link>
    </li>
  )
}

interface NeedsActionProps {
  readonly actions: readonly HomeAction[]
  readonly isComplete: boolean
}

/** What needs action, each with the page to act on. */
export const NeedsAction = ({ actions, isComplete }: NeedsActionProps) => (
  <section aria-label="Needs action" className={classes.actions} aria-busy={!isComplete}>
    <h2 className={classes.actionsTitle}>Needs action</h2>
    {actions.length > 0 ? (
      <ul className={classes.actionList}>
        {actions.map((action) => (
          <ActionLink key={action.id} action={action} />
        ))}
      </ul>
    ) : null}
    {actions.length === 0 && isComplete ? <span className={classes.nothing}>Nothing right now</span> : null}
  </section>
)
