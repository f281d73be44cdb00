import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Account, DefinitionChoice, Location } from '#contract/account.ts'
import { fieldMessages, firstMessage } from '#web/api/api-error.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import { type Draft, useDraft } from '#web/features/product-choices/use-draft.ts'
import { useForgetNumbers } from '#web/features/product-choices/use-forget-numbers.ts'
import {
  accountChange,
  type DraftChange,
  draftOf,
  locationChange,
  type NumberChange,
  numberChanges,
  type SettingsDraft,
  settingsProblems,
  wireOf,
} from './settings-draft.ts'
import { useKeptSettings, useSettingsKeeper } from './stored-draft.ts'

const TEXT_FIELD = 'input:not([type=checkbox], [type=radio]), textarea, select'

/** Fields undo their own text. */
const isTextField = (target: EventTarget | null): boolean => target instanceof HTMLElement && target.matches(TEXT_FIELD)

/** Ctrl+Z and Ctrl+Shift+Z (Cmd on a Mac) for the draft, except in text fields; Ctrl+S saves. */
export const useSettingsKeys = (
  { undo, redo, isChanged }: Pick<Draft<unknown>, 'undo' | 'redo' | 'isChanged'>,
  onSave: () => void,
) => {
  useEffect(() => {
    const actions: Readonly<Record<string, () => void>> = { z: undo, 'shift+z': redo, y: redo, s: onSave }
    const handle = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return
      const key = `${event.shiftKey ? 'shift+' : ''}${event.key.toLowerCase()}`
      const action = actions[key]
      if (action === undefined || (key !== 's' && isTextField(event.target))) return
      event.preventDefault()
      if (key !== 's' || isChanged) action()
    }
    window.addEventListener('keydown', handle)
    return () => window.removeEventListener('keydown', handle)
  }, [undo, redo, isChanged, onSave])
}

interface SavedSettings {
  readonly account: Account
  readonly location: Location
}

interface SaveSettingsOptions extends SavedSettings {
  readonly onSaved: (saved: SettingsDraft) => void
}

/** Saves what differs from the stored settings, and lets everything that shows them follow at once. */
const useSaveSettings = ({ account, location, onSaved }: SaveSettingsOptions) => {
  const { api, queries, queryClient } = useRuntime()
  const forgetNumbers = useForgetNumbers()
  const saved = draftOf(account, location)

  const keep = (settings: SavedSettings): void => {
    queryClient.setQueryData(queries.account.get.queryKey(), settings.account)
    queryClient.setQueryData(queries.account.location.queryKey(), settings.location)
  }
  const save = useMutation({
    mutationFn: async (draft: SettingsDraft): Promise<SavedSettings> => {
      const change = accountChange(account.id, draft, saved)
      const place = locationChange(draft, saved)
      const stored = { account: change === null ? account : await api.account.update(change), location }
      // Half of it may be saved when the other half is refused: what is stored is known in any case.
      keep(stored)
      return place === null ? stored : { ...stored, location: await api.account.saveLocation(place) }
    },
    onSuccess: (settings, draft) => {
      const hasNewNumbers = changesNumbers(draft, saved)
      if (hasNewNumbers) forgetNumbers()
      keep(settings)
      for (const call of [queries.account.definitions, queries.account.status, queries.account.audit]) {
        void queryClient.invalidateQueries({ queryKey: call.key() })
      }
      onSaved(draftOf(settings.account, settings.location))
      toast.success(hasNewNumbers ? 'Settings saved. Numbers are counted the new way from now on.' : 'Settings saved')
    },
    onError: (error) => toast.failure(firstMessage(error)),
  })
  return save
}

const changesNumbers = (draft: SettingsDraft, saved: SettingsDraft): boolean =>
  draft.timeZone !== saved.timeZone ||
  draft.currency !== saved.currency ||
  draft.weekStart !== saved.weekStart ||
  draft.fiscalYearStartMonth !== saved.fiscalYearStartMonth ||
  JSON.stringify(draft.definitions) !== JSON.stringify(saved.definitions)

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
