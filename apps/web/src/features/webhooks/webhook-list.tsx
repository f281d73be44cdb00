import { Badge, Button, Menu, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Webhook } from '#contract/webhooks.ts'
import { CHANNEL_EVENTS } from '#domain/webhooks.ts'
import { askToConfirm } from '#web/app/dialog.tsx'
import { EmptyPanel, ScreenHead } from '#web/app/heading.tsx'
import listing from '#web/app/listing.module.css'
import { ActionMenu, heads, Listing } from '#web/app/listing.tsx'
import { QueryContent } from '#web/app/notice.tsx'
import { RelativeTime } from '#web/app/relative-time.tsx'
import { RemoveItem } from '#web/app/remove-item.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { ShownOnce } from '#web/app/shown-once.tsx'
import { ChannelDialog } from './channel-dialog.tsx'
import { DeliveriesDialog } from './deliveries-dialog.tsx'
import { CHANNEL_EVENT_LABELS, EVENT_LABELS, PRODUCT_LABELS, STATUS_LABELS, useWebhookChanges } from './use-webhooks.ts'
import { WebhookDialog } from './webhook-dialog.tsx'
import classes from './webhooks.module.css'

type Opened =
  | { readonly kind: 'edit'; readonly webhook: Webhook | null }
  | { readonly kind: 'deliveries'; readonly webhook: Webhook }

const NOUNS = {
  webhook: {
    title: 'Webhooks',
    Dialog: WebhookDialog,
    lists: ({ format }: Webhook) => format === 'standard',
    none: 'Add one to notify your program when data is loaded, a sync fails, an alert is triggered, an insight is found, or the morning summary is sent.',
  },
  channel: {
    title: 'Channels',
    Dialog: ChannelDialog,
    lists: ({ format }: Webhook) => format !== 'standard',
    none: 'Add one to post alerts and the morning summary in Slack or Teams.',
  },
} as const

type Noun = keyof typeof NOUNS

const REFRESH_MS = 3_000

/** For the first time: a later attempt can be hours away. */
const isBeingSent = ({ lastDelivery }: Webhook): boolean =>
  lastDelivery?.status === 'waiting' && lastDelivery.problem === null

/** Channels of Slack and Teams, as a part of a screen. */
export const ChannelsPanel = () => (
  <Stack>
    <WebhookList noun="channel" />
  </Stack>
)

/** The webhooks or the channels of the account. */
export const WebhookList = ({ noun }: { readonly noun: Noun }) => {
  const { title, Dialog, lists, none } = NOUNS[noun]
  const { queries } = useRuntime()
  const query = useQuery(
    queries.webhooks.list.queryOptions({
      refetchInterval: ({ state: { data } }) => (data?.some(isBeingSent) ? REFRESH_MS : false),
    }),
  )
  const [opened, setOpened] = useState<Opened | null>(null)
  const { save, replaceSecret, sendTest, remove } = useWebhookChanges(noun)
  const close = (): void => setOpened(null)
  const edit = (webhook: Webhook | null): void => {
    save.reset()
    setOpened({ kind: 'edit', webhook })
  }
  const secret = replaceSecret.data?.secret ?? save.data?.secret
  const addButton = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => edit(null)}>
      Add {noun}
    </Button>
  )
  const actions: WebhookActions = {
    onEdit: edit,
    onDeliveries: (webhook) => setOpened({ kind: 'deliveries', webhook }),
    onTest: ({ id }) => sendTest.mutate(id),
    onReplaceSecret: ({ id }) =>
      askToConfirm({
        title: 'Replace the secret?',
        text: 'For 24 hours, events are signed with both the new and the current secret. Then only the new one works.',
        confirm: 'Replace secret',
        onConfirm: () => replaceSecret.mutate(id),
      }),
    onRemove: ({ id }) =>
      askToConfirm({
        title: `Delete this ${noun}?`,
        text: 'Nothing more is sent to it, and the list of its deliveries is deleted.',
        confirm: `Delete ${noun}`,
        onConfirm: () => remove.mutate(id),
      }),
  }
  return (
    <>
      <ScreenHead title={title} order={noun === 'webhook' ? 1 : 2} tools={addButton} />
      {typeof secret === 'string' && <ShownOnce title="Signing secret" label="Secret" value={secret} />}
      <QueryContent query={query} height={240}>
        {(all) => {
          const webhooks = all.filter(lists)
          return webhooks.length === 0 ? (
            <EmptyPanel title={`No ${noun}s yet`} text={none} />
          ) : (
            <WebhookTable caption={title} webhooks={webhooks} actions={actions} />
          )
        }}
      </QueryContent>
      {opened?.kind === 'edit' && (
        <Dialog
          webhook={opened.webhook}
          isBusy={save.isPending}
          error={save.error}
          onSave={(input) => {
            replaceSecret.reset()
            const id = opened.webhook?.id
            save.mutate({ ...(id === undefined ? {} : { id }), input }, { onSuccess: close })
          }}
          onClose={close}
        />
      )}
      {opened?.kind === 'deliveries' && <DeliveriesDialog webhook={opened.webhook} onClose={close} />}
    </>
  )
}

type WebhookActions = Readonly<
  Record<'onEdit' | 'onDeliveries' | 'onTest' | 'onReplaceSecret' | 'onRemove', (webhook: Webhook) => void>
>

interface WebhookTableProps {
  readonly caption: string
  readonly webhooks: readonly Webhook[]
  readonly actions: WebhookActions
}

/** What people know a webhook by. */
const nameOf = ({ name, url }: Webhook): string => name || url

const detailsOf = ({ format, events }: Webhook): string[] =>
  format === 'standard'
    ? events.map((event) => EVENT_LABELS[event])
    : [
        PRODUCT_LABELS[format],
        ...CHANNEL_EVENTS.filter((event) => events.includes(event)).map((event) => CHANNEL_EVENT_LABELS[event]),
      ]

const WebhookTable = ({ caption, webhooks, actions }: WebhookTableProps) => (
  <Listing
    caption={caption}
    hasActions
    heads={heads(caption === NOUNS.webhook.title ? 'URL and events' : 'Channel', 'Last delivery')}
  >
    {webhooks.map((webhook) => (
      <tr key={webhook.id}>
        <td>
          <Text size="sm" fw={500} className={classes.url}>
            {nameOf(webhook)}{' '}
            {!webhook.isActive && (
              <Badge variant="light" color="gray">
                Off
              </Badge>
            )}
          </Text>
          <Text size="xs" c="dimmed">
            {detailsOf(webhook).join('\u00a0· ')}
          </Text>
        </td>
        <td>
          <LastDelivery of={webhook} />
        </td>
        <td className={listing.actions}>
          <WebhookMenu webhook={webhook} actions={actions} />
        </td>
      </tr>
    ))}
  </Listing>
)

const LastDelivery = ({ of: { lastDelivery } }: { of: Webhook }) => {
  if (lastDelivery === null) return 'None yet'
  const { status, problem, createdDateUtc } = lastDelivery
  return (
    <>
      <Text size="sm" {...(status === 'failed' ? { c: 'var(--mantine-color-error)' } : {})}>
        {STATUS_LABELS[status]} · <RelativeTime instant={createdDateUtc} />
      </Text>
      {problem !== null && (
        <Text size="xs" c="dimmed">
          {problem}
        </Text>
      )}
    </>
  )
}

const WebhookMenu = ({ webhook, actions }: { webhook: Webhook; actions: WebhookActions }) => (
  <ActionMenu label={`Actions for ${nameOf(webhook)}`}>
    <Menu.Item onClick={() => actions.onDeliveries(webhook)}>Deliveries</Menu.Item>
    <Menu.Item onClick={() => actions.onTest(webhook)}>Send test</Menu.Item>
    <Menu.Item onClick={() => actions.onEdit(webhook)}>Edit</Menu.Item>
    {webhook.format === 'standard' && (
      <Menu.Item onClick={() => actions.onReplaceSecret(webhook)}>Replace secret</Menu.Item>
    )}
    <Menu.Divider />
    <RemoveItem onClick={() => actions.onRemove(webhook)}>Delete</RemoveItem>
  </ActionMenu>
)
