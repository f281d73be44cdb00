import { Badge, Button, Code, Group, Modal, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Webhook, WebhookDelivery } from '#contract/webhooks.ts'
import { NewerOlder } from '#web/app/listing.tsx'
import { QueryContent } from '#web/app/notice.tsx'
import { RelativeTime } from '#web/app/relative-time.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { EVENT_LABELS, STATUS_LABELS, useWebhookChanges } from './use-webhooks.ts'
import classes from './webhooks.module.css'

const PAGE_SIZE = 20
const REFRESH_MS = 3_000

const STATUS_COLORS = { waiting: 'gray', delivered: 'green', failed: 'red' } as const

/** What was sent to a webhook in the last 30 days, with the answers. */
export const DeliveriesDialog = ({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) => {
  const { queries } = useRuntime()
  const [page, setPage] = useState(1)
  const query = useQuery(
    queries.webhooks.deliveries.queryOptions({
      input: { id: webhook.id, page, pageSize: PAGE_SIZE },
      placeholderData: keepPreviousData,
      refetchInterval: ({ state: { data } }) =>
        data?.items.some(({ status }) => status === 'waiting') ? REFRESH_MS : false,
    }),
  )
  return (
    <Modal opened onClose={onClose} title="Deliveries" size="lg">
      <Text size="sm" c="dimmed" className={classes.url} mb="sm">
        {webhook.name || webhook.url}
      </Text>
      <QueryContent query={query} height={160}>
        {({ items, total }) =>
          total === 0 ? (
            <Text size="sm">Nothing was sent in the last 30 days. Send a test to see how it works.</Text>
          ) : (
            <>
              <ul className="bare-list">
                {items.map((delivery) => (
                  <DeliveryItem key={delivery.id} webhook={webhook} delivery={delivery} />
                ))}
              </ul>
              <NewerOlder total={total} pageSize={PAGE_SIZE} page={page} onPage={setPage} />
            </>
          )
        }
      </QueryContent>
    </Modal>
  )
}

const indented = (payload: string): string => JSON.stringify(JSON.parse(payload), null, 2)

const answerText = ({ problem, answerStatus, durationMs }: WebhookDelivery): string =>
  problem ?? (answerStatus === null ? 'Not sent yet' : `Response ${answerStatus} in ${durationMs ?? 0} ms`)

const DeliveryItem = ({ webhook, delivery }: { webhook: Webhook; delivery: WebhookDelivery }) => {
  const { redeliver } = useWebhookChanges()
  const { id, type, status, attempts, createdDateUtc, nextAttemptUtc, payload } = delivery
  return (
    <li className={classes.delivery}>
      <Stack gap={2} miw={0} flex={1}>
        <Group gap="xs">
          <Text size="sm" fw={500}>
            {EVENT_LABELS[type]}
          </Text>
          <Badge variant="light" color={STATUS_COLORS[status]}>
            {STATUS_LABELS[status]}
          </Badge>
        </Group>
        <Text size="xs" c="dimmed">
          <RelativeTime instant={createdDateUtc} />
          {'\u00a0· '}
          {answerText(delivery)}
          {attempts > 1 && `\u00a0· ${attempts} attempts`}
          {attempts > 0 && nextAttemptUtc !== null && (
            <>
              {'\u00a0· next attempt '}
              <RelativeTime instant={nextAttemptUtc} isFuture />
            </>
          )}
        </Text>
        {webhook.format === 'standard' && (
          <details>
            <summary className={classes.summary}>Content</summary>
            <Code block className={classes.payload}>
              {indented(payload)}
            </Code>
          </details>
        )}
      </Stack>
      <Button
        variant="default"
        size="xs"
        loading={redeliver.isPending}
        onClick={() => redeliver.mutate({ id: webhook.id, deliveryId: id })}
      >
        Send again
      </Button>
    </li>
  )
}
