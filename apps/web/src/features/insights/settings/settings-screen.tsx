import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Account } from '#contract/account.ts'
import { useAccount } from '#web/app/account-data.ts'
import { SaveBar } from '#web/app/draft/save-bar.tsx'
import { Heading } from '#web/app/heading.tsx'
import { LoadFailure } from '#web/app/notice.tsx'
import { ReaderFormats } from '#web/app/reader-formats.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { DigestSection, KindsSection, SensitivitySection, SharingSection } from './alert-sections.tsx'
import { GoalsSection } from './goals-section.tsx'
import type { StoredInsights } from './insight-draft.ts'
import { ModelSection } from './model-section.tsx'
import { useInsightSettings } from './use-insight-settings.ts'

/** All insight settings, saved together. */
const InsightSettingsForm = ({ stored, account }: { stored: StoredInsights; account: Account }) => {
  const { draft, saved, change, problems, problem, isSaving, save } = useInsightSettings(stored, account)
  const { value } = draft
  const parts = { draft: value, problems, onChange: change }
  return (
    <Stack miw={0}>
      <KindsSection {...parts} />
      <SensitivitySection {...parts} />
      <DigestSection {...parts} />
      <GoalsSection {...parts} account={account} />
      <ModelSection {...parts} settings={saved} />
      <SharingSection {...parts} settings={saved} />
      <SaveBar draft={draft} isSaving={isSaving} problem={problem} onSave={save} />
    </Stack>
  )
}

/** Alerts, the morning summary, goals and the language model. */
export const AiSettingsScreen = () => (
  <Stack maw="var(--cuvee-width-list)" mx="auto">
    <Heading title="AI Settings">
      Choose your insights, who gets them, and what data may be shared. These settings apply to everyone in the account.
    </Heading>
    <ReaderFormats>
      <LoadedSettings />
    </ReaderFormats>
  </Stack>
)

const LoadedSettings = () => {
  const { queries } = useRuntime()
  const account = useAccount()
  const settings = useQuery(queries.insights.settings.queryOptions())
  const goals = useQuery(queries.goals.list.queryOptions())
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
