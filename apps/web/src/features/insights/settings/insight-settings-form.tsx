import type { Account } from '#contract/account.ts'
import { SaveBar } from '../../product-choices/save-bar.tsx'
import { DigestSection } from './digest-section.tsx'
import { GoalsSection } from './goals-section.tsx'
import type { StoredInsights } from './insight-draft.ts'
import { KindsSection } from './kinds-section.tsx'
import { ModelSection } from './model-section.tsx'
import { SensitivitySection } from './sensitivity-section.tsx'
import classes from './settings.module.css'
import { SharingSection } from './sharing-section.tsx'
import { useInsightSettings } from './use-insight-settings.ts'

interface InsightSettingsFormProps {
  readonly stored: StoredInsights
  readonly account: Account
}

/** All insight settings, saved together. */
export const InsightSettingsForm = ({ stored, account }: InsightSettingsFormProps) => {
  const { draft, saved, change, problems, problem, isSaving, save } = useInsightSettings(stored, account)
  const { value } = draft
  const parts = { draft: value, problems, onChange: change }
  return (
    <div className={classes.sections}>
      <KindsSection {...parts} />
      <SensitivitySection {...parts} />
      <DigestSection {...parts} />
      <GoalsSection {...parts} account={account} />
      <ModelSection {...parts} settings={saved} />
      <SharingSection {...parts} settings={saved} />
      <SaveBar draft={draft} isSaving={isSaving} problem={problem} onSave={save} />
    </div>
  )
}
