import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Account, DefinitionChoice, Location } from '#contract/account.ts'
import { fieldMessages, firstMessage } from '#web/api/api-error.ts'
import { useDraft, useDraftKeys, useInvalidateNumbers } from '#web/app/draft/use-draft.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import {
  accountChange,
  changesNumbers,
  createDraft,
  type DraftChange,
  locationChange,
  type NumberChange,
  numberChanges,
  type SettingsDraft,
  serializeDraft,
  settingsProblems,
} from './settings-draft.ts'
import { usePersistDraft, useStoredDraft } from './stored-draft.ts'

interface SavedSettings {
  readonly account: Account
  readonly location: Location
}

interface SaveSettingsOptions extends SavedSettings {
  readonly onSaved: (saved: SettingsDraft) => void
}

/** Saves the changed settings and updates everything that shows them. */
const useSaveSettings = ({ account, location, onSaved }: SaveSettingsOptions) => {
  const { api, queries, queryClient } = useRuntime()
  const forgetNumbers = useInvalidateNumbers()
  const saved = createDraft(account, location)

  const cache = (settings: SavedSettings): void => {
    queryClient.setQueryData(queries.account.get.queryKey(), settings.account)
    queryClient.setQueryData(queries.account.location.queryKey(), settings.location)
  }
  const save = useMutation({
    mutationFn: async (draft: SettingsDraft): Promise<SavedSettings> => {
      const change = accountChange(account.id, draft, saved)
      const newLocation = locationChange(draft, saved)
      const stored = { account: change === null ? account : await api.account.update(change), location }
      // The account may be saved although the location is rejected, so cache it first.
      cache(stored)
      return newLocation === null ? stored : { ...stored, location: await api.account.saveLocation(newLocation) }
    },
    onSuccess: (settings, draft) => {
      const hasNewNumbers = changesNumbers(draft, saved)
      if (hasNewNumbers) forgetNumbers()
      cache(settings)
      for (const call of [queries.account.definitions, queries.account.status, queries.account.audit]) {
        void queryClient.invalidateQueries({ queryKey: call.key() })
      }
      onSaved(createDraft(settings.account, settings.location))
      toast.success(hasNewNumbers ? 'Settings saved. Numbers now use the new settings.' : 'Settings saved')
    },
    onError: (error) => toast.failure(firstMessage(error)),
  })
  return save
}

interface StoredSettings {
  readonly account: Account
  readonly location: Location
  /** empty until loaded */
  readonly definitions: readonly DefinitionChoice[]
}

/** The draft of the settings form, its problems, and saving. */
export const useSettingsForm = ({ account, location, definitions }: StoredSettings) => {
  const saved = createDraft(account, location)
  const restored = useStoredDraft(saved)
  const draft = useDraft<SettingsDraft>(saved, serializeDraft, restored)
  const [isRestored, setRestored] = useState(restored !== null)
  const [confirming, setConfirming] = useState<readonly NumberChange[] | null>(null)
  const { value } = draft
  usePersistDraft(value, saved, draft.isChanged)
  const save = useSaveSettings({
    account,
    location,
    onSaved: (stored) => {
      setRestored(false)
      draft.saved(stored)
    },
  })

  const problems = settingsProblems(value)
  // Problems of an earlier draft do not apply to this one.
  const serverProblems = save.variables === value ? fieldMessages(save.error) : {}
  const firstProblem = Object.values(problems)[0] ?? null
  const send = (): void => save.mutate(value, { onSettled: () => setConfirming(null) })
  /** Asks for confirmation first if numbers change. */
  const start = (): void => {
    if (!draft.isChanged || firstProblem !== null || save.isPending) return
    const changes = numberChanges(value, saved, definitions)
    if (changes.length > 0) setConfirming(changes)
    else send()
  }
  useDraftKeys({ ...draft, save: start })
  return {
    draft,
    saved,
    change: ((part, key) => draft.change({ ...value, ...part }, key ?? null)) satisfies DraftChange,
    problems: { ...serverProblems, ...problems },
    problem: firstProblem === null ? null : 'Fix the highlighted fields',
    isRestored: isRestored && draft.isChanged,
    isSaving: save.isPending,
    start,
    confirmation: confirming === null ? null : { changes: confirming, send, close: () => setConfirming(null) },
  }
}
