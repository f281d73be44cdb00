import type { Dashboard } from '#contract/dashboards.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { useClientSettings } from '#web/app/client-settings.ts'
import { DEFAULT_DESCRIPTION } from './dashboard-messages.ts'
import classes from './dashboard-screen.module.css'
import { InlineText } from './inline-text.tsx'
import { useOldestAsOf } from './tile-store-context.tsx'
import type { useDashboardMutations } from './use-dashboard-mutations.ts'

/** Age of the oldest data on screen. */
const Freshness = () => {
  const formats = useFormats()
  const asOf = useOldestAsOf()
  return <div className={classes.freshness}>{asOf === null ? null : `Data as of ${formats.instant(asOf)}`}</div>
}

interface DashboardNamesProps {
  readonly dashboard: Dashboard
  readonly mutations: Pick<ReturnType<typeof useDashboardMutations>, 'rename' | 'describe'>
}

/** Name and description, edited in place, and the age of the data. */
export const DashboardNames = ({ dashboard: { name, description, isOwn }, mutations }: DashboardNamesProps) => {
  const { productName } = useClientSettings()
  return (
    <div className={classes.names}>
      <h1 className={classes.name}>
        <InlineText
          value={name.trim() || `${productName} Dashboard`}
          label="Dashboard name"
          maxLength={200}
          canEdit={isOwn}
          onSave={(text) => mutations.rename.mutate(text)}
        />
      </h1>
      <p className={classes.description}>
        <InlineText
          value={description?.trim() || DEFAULT_DESCRIPTION}
          label="Dashboard description"
          maxLength={2000}
          canEdit={isOwn}
          onSave={(text) => mutations.describe.mutate(text)}
        />
      </p>
      <Freshness />
    </div>
  )
}
