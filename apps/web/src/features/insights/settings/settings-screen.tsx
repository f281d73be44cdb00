import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAccount } from '#web/app/account-data.ts'
import { Heading } from '#web/app/heading.tsx'
import { LoadFailure } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { ReaderFormats } from '../reader-formats.tsx'
import { InsightSettingsForm } from './insight-settings-form.tsx'
import classes from './settings.module.css'

/** Alerts, the morning summary, goals and the language model. */
export const AiSettingsScreen = () => (
  <div className={classes.screen}>
    <Heading title="AI Settings">
      Choose your alerts, who gets them, and what may leave this account. These settings apply to everyone in the
      account.
    </Heading>
    <ReaderFormats>
      <LoadedSettings />
    </ReaderFormats>
  </div>
)

const LoadedSettings = () => {
  const { queries } = useRuntime()
  const account = useAccount()
  // A refetch must not replace the draft that is being edited.
  const options = { refetchOnWindowFocus: false }
  const settings = useQuery(queries.insights.settings.queryOptions(options))
  const goals = useQuery(queries.goals.list.queryOptions(options))
  if (settings.data && goals.data && account) {
    return <InsightSettingsForm stored={{ settings: settings.data, goals: goals.data.goals }} account={account} />
  }
  const error = settings.error ?? goals.error
  if (error === null) return <Skeleton h={480} />
  const retry = (): void => {
    for (const query of [settings, goals]) void query.refetch()
  }
  return <LoadFailure error={error} onRetry={retry} />
}
