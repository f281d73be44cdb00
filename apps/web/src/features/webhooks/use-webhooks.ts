import { useMutation } from '@tanstack/react-query'
import type { WebhookInput } from '#contract/webhooks.ts'
import type { ChannelEvent, ChannelFormat, DeliveryStatus, DeliveryType } from '#domain/webhooks.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { useChange } from '#web/app/use-change.ts'

export const EVENT_LABELS: Readonly<Record<DeliveryType, string>> = {
  'data.loaded': 'Data loaded',
  'run.failed': 'Sync or import failed',
  'alert.fired': 'Alert fired',
  'insight.found': 'Insight found',
  'digest.sent': 'Morning summary sent',
  'schedule.sent': 'Scheduled report sent',
  test: 'Test',
}

export const STATUS_LABELS: Readonly<Record<DeliveryStatus, string>> = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
}

export const CHANNEL_EVENT_LABELS: Readonly<Record<ChannelEvent, string>> = {
  'alert.fired': 'Alerts',
  'digest.sent': 'Morning summary',
}

export const PRODUCT_LABELS: Readonly<Record<ChannelFormat, string>> = { slack: 'Slack', teams: 'Microsoft Teams' }

/** Without a URL the stored one stays. */
export type SavedInput = Omit<WebhookInput, 'url'> & Partial<Pick<WebhookInput, 'url'>>

interface SavedWebhook {
  /** absent: a new one */
  readonly id?: string
  readonly input: SavedInput
}

/** Changes of the account's webhooks. A failure that names no field is shown as a toast. */
export const useWebhookChanges = (noun: 'webhook' | 'channel' = 'webhook') => {
  const { api, queries, queryClient } = useRuntime()
  const refresh = () => queryClient.invalidateQueries({ queryKey: queries.webhooks.key() })
  const options = { refresh, failed: `The ${noun} couldn’t be changed.` }
  const save = useMutation({
    mutationFn: async ({ id, input }: SavedWebhook) => {
      if (id === undefined) return api.webhooks.create({ ...input, url: input.url ?? '' })
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
    done: `The ${noun} was deleted`,
  })
  return { save, replaceSecret, sendTest, redeliver, remove }
}
