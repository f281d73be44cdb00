import { Checkbox, Stack, Text } from '@mantine/core'
import type { InsightSettings } from '#contract/insights.ts'
import { SHAREABLE_PARTS } from '#domain/insight-settings.ts'
import { SettingsSection } from '../../account-settings/settings-section.tsx'
import { toggled } from './insight-draft.ts'
import { SHARING_LABELS } from './setting-labels.ts'
import type { SettingsPartProps } from './use-insight-settings.ts'

/** What a model may be sent besides the sentence templates. */
export const SharingSection = ({ draft, onChange, settings }: SettingsPartProps & { settings: InsightSettings }) => {
  const hasProvider = draft.modelUrl.trim() !== '' || settings.model.isProvided
  return (
    <SettingsSection
      id="sharing"
      title="Data sharing"
      description="What a language model receives along with the sentence. Anything not selected is replaced with a placeholder."
    >
      {!hasProvider && (
        <Text size="sm" c="dimmed">
          Without a provider, no data is shared.
        </Text>
      )}
      <Stack gap="sm">
        {SHAREABLE_PARTS.map((part) => (
          <Checkbox
            key={part}
            label={SHARING_LABELS[part].label}
            description={SHARING_LABELS[part].description}
            checked={draft.mayLeave.includes(part)}
            onChange={() => onChange({ mayLeave: toggled(draft.mayLeave, part) })}
          />
        ))}
      </Stack>
      <Text size="sm" c="dimmed">
        Names of customers and members are never shared.
      </Text>
    </SettingsSection>
  )
}
