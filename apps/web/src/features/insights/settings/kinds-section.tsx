import { INSIGHT_KINDS } from 'virtual:insight-kinds'
import { Group, Stack, Switch } from '@mantine/core'
import { SettingsSection } from '../../account-settings/settings-section.tsx'
import { InsightIcon } from '../insight-icon.tsx'
import { toggled } from './insight-draft.ts'
import type { SettingsPartProps } from './use-insight-settings.ts'

/** Which kinds of insight are shown and sent. */
export const KindsSection = ({ draft, onChange }: SettingsPartProps) => (
  <SettingsSection id="kinds" title="Alerts" description="Insights of a kind that’s off aren’t listed or sent.">
    <Stack gap="md">
      {INSIGHT_KINDS.map(({ kind, title, description }) => (
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
      ))}
    </Stack>
  </SettingsSection>
)
