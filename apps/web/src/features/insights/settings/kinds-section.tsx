import { Group, Stack, Switch } from '@mantine/core'
import { INSIGHT_KIND_IDS, insightKindInfo } from '#domain/insight-kind.ts'
import { SettingsSection } from '../../account-settings/settings-section.tsx'
import { InsightIcon } from '../insight-icon.tsx'
import { toggled } from './insight-draft.ts'
import type { SettingsPartProps } from './use-insight-settings.ts'

/** Which kinds are told of. */
export const KindsSection = ({ draft, onChange }: SettingsPartProps) => (
  <SettingsSection
    id="kinds"
    title="What you are told of"
    description="A kind that is off is neither listed nor told of anywhere."
  >
    <Stack gap="md">
      {INSIGHT_KIND_IDS.map((kind) => {
        const { title, description } = insightKindInfo(kind)
        return (
          <Switch
            key={kind}
            label={
              <Group gap={8} wrap="nowrap">
                <InsightIcon kind={kind} />
                {title}
              </Group>
            }
            description={description}
            checked={draft.kinds.includes(kind)}
            onChange={() => onChange({ kinds: toggled(draft.kinds, kind) })}
          />
        )
      })}
    </Stack>
  </SettingsSection>
)
