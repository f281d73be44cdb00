import { modals } from '@mantine/modals'
import { useMutation } from '@tanstack/react-query'
import type { Service } from '#contract/services.ts'
import { errorItems, firstMessage } from '#web/api/api-error.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import { useReloadAfterRun } from './runs/use-run.ts'

interface NewService {
  readonly type: string
  readonly name: string
}

const RUN_IN_PROGRESS = 'service.run_in_progress'

/** Adds a service; one that fetches by itself starts its first run at once. */
export const useAddService = (onAdded: (service: Service) => void) => {
  const { api } = useRuntime()
  const reload = useReloadAfterRun()
  return useMutation({
    mutationFn: async ({ type, name }: NewService): Promise<Service> => {
      const service = await api.services.create({ type, name, settings: {} })
      if (type !== 'csv') await startFirstRun(api.services.sync({ id: service.id }))
      return service
    },
    onSuccess: (service) => {
      reload()
      onAdded(service)
    },
    onError: (error) => toast.failure(firstMessage(error)),
  })
}

const startFirstRun = async (starting: Promise<unknown>): Promise<void> => {
  try {
    await starting
  } catch (error) {
    // Adding it may have started the run already.
    if (!errorItems(error).some(({ code }) => code === RUN_IN_PROGRESS)) throw error
  }
}

/** Removes a service and its rows, once the user has confirmed it. */
export const useRemoveService = (onRemoved: () => void) => {
  const { queries } = useRuntime()
  const reload = useReloadAfterRun()
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
  return ({ id, name }: Service) =>
    modals.openConfirmModal({
      title: `Remove ${name}?`,
      children: 'All rows that it brought in go with it, from every dashboard and report. This cannot be undone.',
      labels: { confirm: 'Remove service and rows', cancel: 'Keep it' },
      confirmProps: { color: '#B42318' },
      onConfirm: () => remove.mutate({ id }),
    })
}
