import { useMutation } from '@tanstack/react-query'
import type { Service } from '#contract/services.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import { useReloadAfterRun } from '../runs/use-run.ts'
import { useSyncService } from '../use-service-changes.tsx'
import type { EditDraft } from './edit-draft.ts'
import { sentSettings } from './setting-values.ts'
import type { SettingField } from './settings-schema.ts'

interface SaveService {
  readonly service: Service
  readonly fields: readonly SettingField[]
  readonly onSaved: () => void
}

/** Saves what was made of a service. One that waited for it is fetched at once. */
export const useSaveService = ({ service, fields, onSaved }: SaveService) => {
  const { api } = useRuntime()
  const reload = useReloadAfterRun()
  const sync = useSyncService()
  return useMutation({
    mutationFn: ({ name, interval, values }: EditDraft) =>
      api.services.update({
        id: service.id,
        name: name.trim(),
        ...(fields.length > 0 ? { settings: sentSettings(fields, values), syncEveryMinutes: interval } : {}),
      }),
    onSuccess: () => {
      toast.success('Service saved')
      reload()
      if (service.state === 'needsAttention') sync.mutate({ id: service.id })
      onSaved()
    },
  })
}
