import { useState } from 'react'
import type { Account, DefinitionChoice, Location } from '#contract/account.ts'
import { fieldMessages } from '#web/api/api-error.ts'
import { useDraft } from '../product-choices/use-draft.ts'
import { type NumberChange, numberChanges } from './number-changes.ts'
import { type DraftChange, draftOf, type SettingsDraft, wireOf } from './settings-draft.ts'
import { settingsProblems } from './settings-problems.ts'
import { useKeptSettings, useSettingsKeeper } from './use-kept-settings.ts'
import { useSaveSettings } from './use-save-settings.ts'
import { useSettingsKeys } from './use-settings-keys.ts'

interface StoredSettings {
  readonly account: Account
  readonly location: Location
  /** empty until they are loaded */
  readonly choices: readonly DefinitionChoice[]
}

/** What somebody makes of the settings, what is wrong with it, and the way to save it. */
export const useSettingsForm = ({ account, location, choices }: StoredSettings) => {
  const saved = draftOf(account, location)
  const kept = useKeptSettings(saved)
  const draft = useDraft<SettingsDraft>(saved, wireOf, kept)
  const [isRestored, setRestored] = useState(kept !== null)
  const [asked, setAsked] = useState<readonly NumberChange[] | null>(null)
  const { value } = draft
  useSettingsKeeper(value, saved, draft.isChanged)
  const save = useSaveSettings({
    account,
    location,
    onSaved: (stored) => {
      setRestored(false)
      draft.saved(stored)
    },
  })

  const problems = settingsProblems(value)
  // What was wrong with an earlier draft says nothing about this one.
  const refused = save.variables === value ? fieldMessages(save.error) : {}
  const firstProblem = Object.values(problems)[0] ?? null
  const send = (): void => save.mutate(value, { onSettled: () => setAsked(null) })
  /** Says first what becomes of numbers, where they change. */
  const start = (): void => {
    if (firstProblem !== null || save.isPending) return
    const changes = numberChanges(value, saved, choices)
    if (changes.length > 0) setAsked(changes)
    else send()
  }
  useSettingsKeys(draft, start)
  return {
    draft,
    saved,
    change: ((part, key) => draft.change({ ...value, ...part }, key ?? null)) satisfies DraftChange,
    problems: { ...refused, ...problems },
    problem: firstProblem === null ? null : 'Check the marked fields',
    isRestored: isRestored && draft.isChanged,
    isSaving: save.isPending,
    start,
    confirmation: asked === null ? null : { changes: asked, send, close: () => setAsked(null) },
  }
}
