import { useMutation } from '@tanstack/react-query'
import type { Account, Location } from '#contract/account.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import { useForgetNumbers } from '../product-choices/use-forget-numbers.ts'
import { accountChange, draftOf, locationChange, type SettingsDraft } from './settings-draft.ts'

interface SavedSettings {
  readonly account: Account
  readonly location: Location
}

interface SaveSettingsOptions extends SavedSettings {
  readonly onSaved: (saved: SettingsDraft) => void
}

/** Saves what differs from the stored settings, and lets everything that shows them follow at once. */
export const useSaveSettings = ({ account, location, onSaved }: SaveSettingsOptions) => {
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
