import { Skeleton, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { NotificationPreferences } from '#contract/notifications.ts'
import { LoadFailure } from '#web/app/notice.tsx'
import classes from './notifications.module.css'
import { PreferenceRow } from './preference-row.tsx'
import { usePreferences } from './use-preferences.ts'

/** Chooses for each kind whether it stands under the bell and whether it is mailed. Each choice is saved at once. */
export const PreferencesForm = () => {
  const { query, change } = usePreferences()
  const { data, error, refetch } = query
  if (!data && error) return <LoadFailure error={error} onRetry={refetch} />
  if (!data) return <Skeleton height={320} radius="md" />
  return (
    <div className={classes.preferences}>
      <div className={classes.about}>
        <Text size="sm">
          Email copies go to <strong className={classes.address}>{data.address}</strong>.
        </Text>
        <Text size="sm" role="status" className={classes.saved}>
          {change.isSuccess && (
            <>
              <IconCheck size={16} aria-hidden /> Saved
            </>
          )}
        </Text>
      </div>
      <PreferenceTable {...data} onChange={change.mutate} />
    </div>
  )
}

interface PreferenceTableProps extends NotificationPreferences {
  readonly onChange: (changed: NotificationPreferences['preferences'][number]) => void
}

const PreferenceTable = ({ preferences, onChange }: PreferenceTableProps) => (
  <div className={classes.box}>
    <table className={classes.table}>
      <caption className={classes.caption}>How you receive each type of notification</caption>
      <thead>
        <tr>
          <th scope="col">Notification</th>
          <th scope="col" className={classes.way}>
            In Cuvee
          </th>
          <th scope="col" className={classes.way}>
            By email
          </th>
        </tr>
      </thead>
      <tbody>
        {preferences.map((preference) => (
          <PreferenceRow key={preference.kind} preference={preference} onChange={onChange} />
        ))}
      </tbody>
    </table>
  </div>
)
