import { Checkbox, Modal, Stack, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Webhook } from '#contract/webhooks.ts'
import { WEBHOOK_EVENTS, type WebhookEvent } from '#domain/webhooks.ts'
import { fieldMessages, generalMessage } from '#web/api/api-error.ts'
import { DialogButtons } from '#web/app/dialog.tsx'
import { FormStack } from '#web/app/form-stack.tsx'
import { FormFailure } from '#web/app/notice.tsx'
import { EVENT_LABELS, type SavedInput } from './use-webhooks.ts'

const EVENT_TEXTS: Readonly<Record<WebhookEvent, string>> = {
  'data.loaded': 'A sync or an import has brought new data',
  'run.failed': 'With the problems that stopped it',
  'alert.fired': 'Any alert of the account, with its numbers',
  'insight.found': 'With its title and text',
  'digest.sent': 'As often as it’s emailed',
}

export interface WebhookDialogProps {
  /** null: a new one */
  readonly webhook: Webhook | null
  readonly isBusy: boolean
  readonly error: unknown
  readonly onSave: (input: SavedInput) => void
  readonly onClose: () => void
}

/** Adds or changes a webhook. */
export const WebhookDialog = ({ webhook, isBusy, error, onSave, onClose }: WebhookDialogProps) => {
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [events, setEvents] = useState<readonly string[]>(webhook?.events ?? WEBHOOK_EVENTS)
  const [isActive, setActive] = useState(webhook?.isActive ?? true)
  const problems = fieldMessages(error)
  const save = (): void =>
    onSave({ url: url.trim(), events: WEBHOOK_EVENTS.filter((one) => events.includes(one)), isActive })
  return (
    <Modal opened onClose={onClose} title={webhook === null ? 'Add webhook' : 'Edit webhook'}>
      <FormStack gap="md" onSubmit={save}>
        <FormFailure message={generalMessage(error ?? null)} />
        <TextInput
          label="URL"
          description="Receives a signed POST request for each event"
          placeholder="https://example.com/cuvee"
          inputMode="url"
          required
          data-autofocus
          maxLength={2000}
          value={url}
          error={problems.url}
          onChange={({ currentTarget }) => setUrl(currentTarget.value)}
        />
        <Checkbox.Group
          label="Events"
          value={[...events]}
          error={problems.events}
          onChange={(chosen) => setEvents(chosen)}
        >
          <Stack gap="xs" mt={4}>
            {WEBHOOK_EVENTS.map((one) => (
              <Checkbox key={one} value={one} label={EVENT_LABELS[one]} description={EVENT_TEXTS[one]} />
            ))}
          </Stack>
        </Checkbox.Group>
        {webhook !== null && (
          <Switch
            label="Active"
            description="While it’s off, events aren’t sent, and aren’t kept for later"
            checked={isActive}
            onChange={({ currentTarget }) => setActive(currentTarget.checked)}
          />
        )}
        <DialogButtons
          confirm={webhook === null ? 'Add webhook' : 'Save'}
          isBusy={isBusy}
          disabled={url.trim() === ''}
          onCancel={onClose}
        />
      </FormStack>
    </Modal>
  )
}
