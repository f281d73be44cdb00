import { Checkbox, Stack, Text } from '@mantine/core'
import type { InsightSettings } from '#contract/insights.ts'
import { SHAREABLE_PARTS } from '#domain/insight-settings.ts'
import { SettingsSection } from '../../account-settings/settings-section.tsx'
import { toggled } from './insight-draft.ts'
import { SHARING_WORDS } from './setting-words.ts'
import type { SettingsPartProps } from './use-insight-settings.ts'

/** What a model may be sent beside the words. */
export const SharingSection = ({ draft, onChange, settings }: SettingsPartProps & { settings: InsightSettings }) => {
  const hasProvider = draft.modelUrl.trim() !== '' || settings.model.isProvided
  return (
    <SettingsSection
      id="sharing"
      title="What may leave this account"
      description="A model is sent the sentence to word. What is not ticked here stays with Cuvee: a placeholder goes in its place."
    >
      {!hasProvider && (
        <Text size="sm" c="dimmed">
          Without a provider nothing leaves at all.
        </Text>
      )}
      <Stack gap="sm">
        {SHAREABLE_PARTS.map((part) => (
          <Checkbox
            key={part}
            label={SHARING_WORDS[part].label}
            description={SHARING_WORDS[part].description}
            checked={draft.mayLeave.includes(part)}
            onChange={() => onChange({ mayLeave: toggled(draft.mayLeave, part) })}
          />
        ))}
      </Stack>
      <Text size="sm" c="dimmed">
        Names of customers and members never leave.
      </Text>
    </SettingsSection>
  )
}
