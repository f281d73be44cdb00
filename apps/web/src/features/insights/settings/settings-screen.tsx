import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { InsightSettings } from '#contract/insights.ts'
import { SaveBar } from '#web/app/draft/save-bar.tsx'
import { Heading } from '#web/app/heading.tsx'
import { QueryContent } from '#web/app/notice.tsx'
import { ReaderFormats } from '#web/app/reader-formats.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { DigestSection, KindsSection, SensitivitySection, SharingSection } from './alert-sections.tsx'
import { ModelSection } from './model-section.tsx'
import { useInsightSettings } from './use-insight-settings.ts'

/** All insight settings, saved together. */
const InsightSettingsForm = ({ stored }: { stored: InsightSettings }) => {
  const { draft, saved, change, problems, problem, isSaving, save } = useInsightSettings(stored)
  const { value } = draft
  const parts = { draft: value, problems, onChange: change }
  return (
    <Stack miw={0}>
      <KindsSection {...parts} />
      <SensitivitySection {...parts} />
      <DigestSection {...parts} />
      <ModelSection {...parts} settings={saved} />
      <SharingSection {...parts} settings={saved} />
      <SaveBar draft={draft} isSaving={isSaving} problem={problem} onSave={save} />
    </Stack>
  )
}

/** Alerts, the morning summary and the language model. */
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
  const query = useQuery(queries.insights.settings.queryOptions())
  return (
    <QueryContent query={query} height={480}>
      {(stored) => <InsightSettingsForm stored={stored} />}
    </QueryContent>
  )
}
