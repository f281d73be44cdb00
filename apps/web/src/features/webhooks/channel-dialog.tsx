import { Checkbox, Modal, SegmentedControl, Stack, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { CHANNEL_EVENTS, type ChannelEvent, type ChannelFormat } from '#domain/webhooks.ts'
import { fieldMessages, generalMessage } from '#web/api/api-error.ts'
import { DialogButtons } from '#web/app/dialog.tsx'
import { FormStack } from '#web/app/form-stack.tsx'
import { FormFailure } from '#web/app/notice.tsx'
import { CHANNEL_EVENT_LABELS, PRODUCT_LABELS } from './use-webhooks.ts'
import type { WebhookDialogProps } from './webhook-dialog.tsx'

const EVENT_TEXTS: Readonly<Record<ChannelEvent, string>> = {
  'alert.fired': 'Every alert that anyone in this account has set up',
  'digest.sent': 'On the days it’s emailed',
}

const ADDRESS_TEXTS: Readonly<Record<ChannelFormat, string>> = {
  slack: 'In Slack, add an incoming webhook for the channel, and copy its URL.',
  teams: 'In Teams, add the workflow “Send webhook alerts to a channel”, and copy its URL.',
}

/** Adds or changes a channel of Slack or Teams. */
export const ChannelDialog = ({ webhook, isBusy, error, onSave, onClose }: WebhookDialogProps) => {
  const [format, setFormat] = useState<ChannelFormat>(webhook?.format === 'teams' ? 'teams' : 'slack')
  const [name, setName] = useState(webhook?.name ?? '')
  const [url, setUrl] = useState('')
  const [events, setEvents] = useState<readonly string[]>(webhook?.events ?? CHANNEL_EVENTS)
  const [isActive, setActive] = useState(webhook?.isActive ?? true)
  const problems = fieldMessages(error)
  const save = (): void => {
    const chosen = CHANNEL_EVENTS.filter((one) => events.includes(one))
    onSave({ format, name: name.trim(), ...(url === '' ? {} : { url: url.trim() }), events: chosen, isActive })
  }
  return (
    <Modal opened onClose={onClose} title={webhook === null ? 'Add channel' : 'Edit channel'}>
      <FormStack gap="md" onSubmit={save}>
        <FormFailure message={generalMessage(error ?? null)} />
        {webhook === null && (
          <SegmentedControl
            aria-label="Product"
            fullWidth
            value={format}
            data={[
              { value: 'slack', label: PRODUCT_LABELS.slack },
              { value: 'teams', label: PRODUCT_LABELS.teams },
            ]}
            onChange={(value) => setFormat(value === 'teams' ? 'teams' : 'slack')}
          />
        )}
        <TextInput
          label="Name"
          placeholder="#tasting-room"
          required
          data-autofocus
          maxLength={100}
          value={name}
          error={problems.name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <TextInput
          label="Webhook URL"
          description={webhook === null ? ADDRESS_TEXTS[format] : 'Leave it blank to keep the current one'}
          placeholder={webhook?.url ?? ''}
          inputMode="url"
          autoComplete="off"
          required={webhook === null}
          maxLength={2000}
          value={url}
          error={problems.url ?? problems['body.url']}
          onChange={({ currentTarget }) => setUrl(currentTarget.value)}
        />
        <Checkbox.Group
          label="Messages"
          value={[...events]}
          error={problems.events ?? problems['body.events']}
          onChange={(chosen) => setEvents(chosen)}
        >
          <Stack gap="xs" mt={4}>
            {CHANNEL_EVENTS.map((one) => (
              <Checkbox key={one} value={one} label={CHANNEL_EVENT_LABELS[one]} description={EVENT_TEXTS[one]} />
            ))}
          </Stack>
        </Checkbox.Group>
        {webhook !== null && (
          <Switch
            label="Active"
            description="While it’s off, nothing is posted, or kept for later"
            checked={isActive}
            onChange={({ currentTarget }) => setActive(currentTarget.checked)}
          />
        )}
        <DialogButtons
          confirm={webhook === null ? 'Add channel' : 'Save'}
          isBusy={isBusy}
          disabled={name.trim() === '' || (webhook === null && url.trim() === '')}
          onCancel={onClose}
        />
      </FormStack>
    </Modal>
  )
}
