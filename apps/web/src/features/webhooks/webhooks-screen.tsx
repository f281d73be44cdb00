import { Badge, Button, Menu, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Webhook } from '#contract/webhooks.ts'
import { askToConfirm } from '#web/app/dialog.tsx'
import { BackLink, EmptyPanel, ScreenHead } from '#web/app/heading.tsx'
import listing from '#web/app/listing.module.css'
import { ActionMenu, Listing } from '#web/app/listing.tsx'
import { QueryContent } from '#web/app/notice.tsx'
import { RelativeTime } from '#web/app/relative-time.tsx'
import { RemoveItem } from '#web/app/remove-item.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { ShownOnce } from '#web/app/shown-once.tsx'
import { DeliveriesDialog } from './deliveries-dialog.tsx'
import { EVENT_LABELS, STATUS_LABELS, useWebhookChanges } from './use-webhooks.ts'
import { WebhookDialog } from './webhook-dialog.tsx'
import classes from './webhooks.module.css'

type Opened =
  | { readonly kind: 'edit'; readonly webhook: Webhook | null }
  | { readonly kind: 'deliveries'; readonly webhook: Webhook }

/** Where events of the account are sent to. */
export const WebhooksScreen = () => {
  const { queries } = useRuntime()
  const query = useQuery(queries.webhooks.list.queryOptions())
  const [opened, setOpened] = useState<Opened | null>(null)
  const { save, replaceSecret, sendTest, remove } = useWebhookChanges()
  const close = (): void => setOpened(null)
  const edit = (webhook: Webhook | null): void => {
    save.reset()
    setOpened({ kind: 'edit', webhook })
  }
  const secret = replaceSecret.data?.secret ?? save.data?.secret
  const addButton = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => edit(null)}>
      Add webhook
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
        title: 'Delete this webhook?',
        text: 'Nothing more is sent to it, and the list of its deliveries is deleted.',
        confirm: 'Delete webhook',
        onConfirm: () => remove.mutate(id),
      }),
  }
  return (
    <Stack maw="var(--cuvee-width-list)" mx="auto">
      <BackLink to="/admin/developers">Developers</BackLink>
      <ScreenHead title="Webhooks" tools={addButton} />
      {secret !== undefined && <ShownOnce title="Signing secret" label="Secret" value={secret} />}
      <QueryContent query={query} height={240}>
        {(webhooks) =>
          webhooks.length === 0 ? (
            <EmptyPanel
              title="No webhooks yet"
              text="Add one to notify your program when data is loaded, a sync fails, an alert is triggered, or an insight is found."
            />
          ) : (
            <WebhookTable webhooks={webhooks} actions={actions} />
          )
        }
      </QueryContent>
      {opened?.kind === 'edit' && (
        <WebhookDialog
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
    </Stack>
  )
}

type WebhookActions = Readonly<
  Record<'onEdit' | 'onDeliveries' | 'onTest' | 'onReplaceSecret' | 'onRemove', (webhook: Webhook) => void>
>

const WebhookTable = ({ webhooks, actions }: { webhooks: readonly Webhook[]; actions: WebhookActions }) => (
  <Listing
    caption="Webhooks"
    hasActions
    heads={
      <>
        <th scope="col">URL and events</th>
        <th scope="col">Last delivery</th>
      </>
    }
  >
    {webhooks.map((webhook) => (
      <tr key={webhook.id}>
        <td>
          <Text size="sm" fw={500} className={classes.url}>
            {webhook.url}{' '}
            {!webhook.isActive && (
              <Badge variant="light" color="gray">
                Off
              </Badge>
            )}
          </Text>
          <Text size="xs" c="dimmed">
            {webhook.events.map((event) => EVENT_LABELS[event]).join('\u00a0· ')}
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
  <ActionMenu label={`Actions for ${webhook.url}`}>
    <Menu.Item onClick={() => actions.onDeliveries(webhook)}>Deliveries</Menu.Item>
    <Menu.Item onClick={() => actions.onTest(webhook)}>Send test</Menu.Item>
    <Menu.Item onClick={() => actions.onEdit(webhook)}>Edit</Menu.Item>
    <Menu.Item onClick={() => actions.onReplaceSecret(webhook)}>Replace secret</Menu.Item>
    <Menu.Divider />
    <RemoveItem onClick={() => actions.onRemove(webhook)}>Delete</RemoveItem>
  </ActionMenu>
)
