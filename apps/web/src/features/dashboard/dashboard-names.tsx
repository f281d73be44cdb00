import type { Dashboard } from '#contract/dashboards.ts'
import { useClientSettings } from '#web/app/client-settings.ts'
import { DEFAULT_DESCRIPTION } from './dashboard-messages.ts'
import classes from './dashboard-screen.module.css'
import { Freshness } from './freshness.tsx'
import { InlineText } from './inline-text.tsx'
import type { useDashboardCalls } from './use-dashboard-calls.ts'

interface DashboardNamesProps {
  readonly dashboard: Dashboard
  readonly calls: Pick<ReturnType<typeof useDashboardCalls>, 'rename' | 'describe'>
}

/** Name and description, edited where they stand, and how fresh the data is. */
export const DashboardNames = ({ dashboard: { name, description, isOwn }, calls }: DashboardNamesProps) => {
  const { productName } = useClientSettings()
  return (
    <div className={classes.names}>
      <h1 className={classes.name}>
        <InlineText
          value={name.trim() || `${productName} Dashboard`}
          label="Dashboard name"
          maxLength={200}
          canEdit={isOwn}
          onSave={(text) => calls.rename.mutate(text)}
        />
      </h1>
      <p className={classes.description}>
        <InlineText
          value={description?.trim() || DEFAULT_DESCRIPTION}
          label="Dashboard description"
          maxLength={2000}
          canEdit={isOwn}
          onSave={(text) => calls.describe.mutate(text)}
        />
      </p>
      <Freshness />
    </div>
  )
}
