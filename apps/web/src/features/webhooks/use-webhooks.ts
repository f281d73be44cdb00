import { useMutation } from '@tanstack/react-query'
import type { WebhookInput } from '#contract/webhooks.ts'
import type { DeliveryStatus, DeliveryType } from '#domain/webhooks.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { useChange } from '#web/app/use-change.ts'

export const EVENT_LABELS: Readonly<Record<DeliveryType, string>> = {
  'data.loaded': 'Data loaded',
  'run.failed': 'Sync or import failed',
  'alert.fired': 'Alert fired',
  'insight.found': 'Insight found',
  test: 'Test',
}

export const STATUS_LABELS: Readonly<Record<DeliveryStatus, string>> = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
}

interface SavedWebhook {
  /** absent: a new one */
  readonly id?: string
  readonly input: WebhookInput
}

/** Changes of the account's webhooks. A failure that names no field is shown as a toast. */
export const useWebhookChanges = () => {
  const { api, queries, queryClient } = useRuntime()
  const refresh = () => queryClient.invalidateQueries({ queryKey: queries.webhooks.key() })
  const options = { refresh, failed: 'The webhook couldn’t be changed.' }
  const save = useMutation({
    mutationFn: async ({ id, input }: SavedWebhook) => {
      if (id === undefined) return api.webhooks.create(input)
      await api.webhooks.update({ params: { id }, body: input })
      return null
    },
    onSuccess: refresh,
  })
  const replaceSecret = useChange((id: string) => api.webhooks.replaceSecret({ id }), options)
  const sendTest = useChange((id: string) => api.webhooks.test({ id }), {
    ...options,
    done: 'Test queued. See Deliveries.',
  })
  const redeliver = useChange((which: { id: string; deliveryId: string }) => api.webhooks.redeliver(which), options)
  const remove = useChange((id: string) => api.webhooks.remove({ id }), {
    ...options,
    done: 'The webhook was deleted',
  })
  return { save, replaceSecret, sendTest, redeliver, remove }
}
