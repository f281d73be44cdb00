import { useMutation } from '@tanstack/react-query'
import type { WebhookInput } from '#contract/webhooks.ts'
import type { DeliveryStatus, DeliveryType } from '#domain/webhooks.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'

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
  const onError = (error: unknown) => toast.failure(firstMessage(error, 'The webhook couldn’t be changed.'))
  const save = useMutation({
    mutationFn: async ({ id, input }: SavedWebhook) => {
      if (id === undefined) return api.webhooks.create(input)
      await api.webhooks.update({ params: { id }, body: input })
      return null
    },
    onSuccess: refresh,
  })
  const replaceSecret = useMutation({
    mutationFn: (id: string) => api.webhooks.replaceSecret({ id }),
    onSuccess: refresh,
    onError,
  })
  const sendTest = useMutation({
    mutationFn: (id: string) => api.webhooks.test({ id }),
    onSuccess: () => {
      toast.success('Test queued. See Deliveries.')
      return refresh()
    },
    onError,
  })
  const redeliver = useMutation({
    mutationFn: (which: { readonly id: string; readonly deliveryId: string }) => api.webhooks.redeliver(which),
    onSuccess: refresh,
    onError,
  })
  const remove = useMutation({
    mutationFn: (id: string) => api.webhooks.remove({ id }),
    onSuccess: () => {
      toast.success('The webhook was deleted')
      return refresh()
    },
    onError,
  })
  return { save, replaceSecret, sendTest, redeliver, remove }
}
