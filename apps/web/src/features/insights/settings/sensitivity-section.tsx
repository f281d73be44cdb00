import { INSIGHT_SENSITIVITIES } from '#domain/insight-settings.ts'
import { SettingsSection } from '../../account-settings/settings-section.tsx'
import { ChoiceList } from './choice-list.tsx'
import { SENSITIVITY_WORDS } from './setting-words.ts'
import type { SettingsPartProps } from './use-insight-settings.ts'

/** How much it takes to be told of something. */
export const SensitivitySection = ({ draft, onChange }: SettingsPartProps) => (
  <SettingsSection
    id="sensitivity"
    title="Sensitivity"
    description="How unusual something has to be before you hear of it."
  >
    <ChoiceList
      label="Sensitivity"
      values={INSIGHT_SENSITIVITIES}
      words={SENSITIVITY_WORDS}
      value={draft.sensitivity}
      onChange={(sensitivity) => onChange({ sensitivity })}
    />
  </SettingsSection>
)
