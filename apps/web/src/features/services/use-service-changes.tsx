import { useMutation } from '@tanstack/react-query'
import type { Service } from '#contract/services.ts'
import { errorItems, firstMessage } from '#web/api/api-error.ts'
import { askToConfirm } from '#web/app/dialog.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import { useReloadAccount, useReloadAfterRun } from './runs/use-run.ts'
import { hasPlatform } from './state/service-state.ts'

export interface NewService {
  readonly type: string
  readonly name: string
  readonly settings?: Record<string, unknown>
  /** minutes; null: manual */
  readonly syncEveryMinutes?: number | null
}

interface AddOutcome {
  readonly onAdded: (service: Service) => void
  readonly onFailed?: (error: unknown) => void
}

const RUN_IN_PROGRESS = 'service.run_in_progress'

/** Adds a service, and starts its first run unless files are uploaded. */
export const useAddService = ({ onAdded, onFailed }: AddOutcome) => {
  const { api } = useRuntime()
  const reload = useReloadAfterRun()
  return useMutation({
    mutationFn: async (wanted: NewService): Promise<Service> => {
      const service = await api.services.create(wanted)
      // The service exists now; a run that fails to start is shown with it.
      if (wanted.type !== 'csv' && wanted.type !== 'api')
        await startRun(api.services.sync({ id: service.id })).catch(() => undefined)
      return service
    },
    onSuccess: (service) => {
      reload()
      onAdded(service)
    },
    onError: (error) => onFailed?.(error),
  })
}

/** Treats a run that is already in progress as started. */
export const startRun = async (starting: Promise<unknown>): Promise<void> => {
  try {
    await starting
  } catch (error) {
    if (!errorItems(error).some(({ code }) => code === RUN_IN_PROGRESS)) throw error
  }
}

/** Starts a sync; `full` fetches everything again. */
export const useSyncService = () => {
  const { api } = useRuntime()
  const reload = useReloadAfterRun()
  return useMutation({
    mutationFn: (wanted: { id: string; full?: boolean }) => startRun(api.services.sync(wanted)),
    onSettled: reload,
    onError: (error) => toast.failure(firstMessage(error)),
  })
}

/** Removes a service and its data after confirmation. */
export const useRemoveService = (onRemoved: () => void) => {
  const { queries } = useRuntime()
  const reload = useReloadAccount()
  const remove = useMutation(
    queries.services.remove.mutationOptions({
      onSuccess: () => {
        toast.success('Service removed')
        reload()
        onRemoved()
      },
      onError: (error) => toast.failure(firstMessage(error)),
    }),
  )
  return (service: Service) =>
    askToConfirm({
      title: `Remove ${service.name}?`,
      text: removalText(service),
      confirm: 'Remove service and data',
      cancel: 'Keep service',
      onConfirm: () => remove.mutate({ id: service.id }),
    })
}

const removalText = (service: Service): string => {
  const rows = 'All data from this service will be removed from every dashboard and report.'
  const platform = hasPlatform(service) ? ' Nothing changes on the platform.' : ''
  return `${rows}${platform} This can’t be undone.`
}
