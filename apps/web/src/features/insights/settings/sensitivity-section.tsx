import { INSIGHT_SENSITIVITIES } from '#domain/insight-settings.ts'
import { SettingsSection } from '../../account-settings/settings-section.tsx'
import { ChoiceList } from './choice-list.tsx'
import { SENSITIVITY_LABELS } from './setting-labels.ts'
import type { SettingsPartProps } from './use-insight-settings.ts'

/** How unusual something has to be to be reported. */
export const SensitivitySection = ({ draft, onChange }: SettingsPartProps) => (
  <SettingsSection
    id="sensitivity"
    title="Alert sensitivity"
    description="How unusual something has to be before you’re notified."
  >
    <ChoiceList
      label="Alert sensitivity"
      values={INSIGHT_SENSITIVITIES}
      labels={SENSITIVITY_LABELS}
      value={draft.sensitivity}
      onChange={(sensitivity) => onChange({ sensitivity })}
    />
  </SettingsSection>
)
