import { Modal, NativeSelect, Radio, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { CreatedApiKey, KeyKind } from '#contract/api-keys.ts'
import { KEY_SCOPES, type KeyScope } from '#domain/role.ts'
import { fieldMessages, generalMessage } from '#web/api/api-error.ts'
import { DialogButtons } from '#web/app/dialog.tsx'
import { FormStack } from '#web/app/form-stack.tsx'
import { FormFailure } from '#web/app/notice.tsx'
import { ShownOnce } from '#web/app/shown-once.tsx'
import { type NewKey, scopesFor } from './use-api-keys.ts'

/** A new key, which is shown once. */
export const CreatedKey = ({ created: { name, key } }: { created: CreatedApiKey }) => (
  <ShownOnce title={`API key “${name}” created`} label="API key" value={key} />
)

export const SCOPE_LABELS: Readonly<Record<KeyScope, string>> = { read: 'Read', write: 'Write', admin: 'Admin' }

const SCOPE_TEXTS: Readonly<Record<KeyScope, string>> = {
  read: 'Run reports, ask questions, and read dashboards and insights',
  write: 'Also create and change reports, dashboards, and alerts, and send data',
  admin: 'Also manage services, users, and settings',
}

const KIND_TEXTS = {
  personal: ['Personal', 'Acts as you. Revoked when your user is removed, disabled, or loses a role.'],
  service: ['Service', 'Acts for the account. When you leave, an owner decides whether it stays.'],
} as const satisfies Record<KeyKind, readonly [label: string, description: string]>

const DURATIONS = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: '', label: 'Never' },
]

const REQUIRED = 'This field is required'

interface KeyDialogProps {
  readonly isAdmin: boolean
  readonly isBusy: boolean
  readonly error: unknown
  readonly onCreate: (key: NewKey) => void
  readonly onClose: () => void
}

/** Name, kind, scope and expiry of a new key. */
export const KeyDialog = ({ isAdmin, isBusy, error, onCreate, onClose }: KeyDialogProps) => {
  const [name, setName] = useState('')
  const [kind, setKind] = useState<KeyKind>('personal')
  const [scope, setScope] = useState<KeyScope>('read')
  const [days, setDays] = useState('90')
  const [isSubmitted, setSubmitted] = useState(false)
  const isBlank = name.trim() === ''
  const handleSubmit = (): void => {
    setSubmitted(true)
    const expiresInDays = days === '' ? null : Number(days)
    if (!isBlank) onCreate({ kind, input: { name: name.trim(), scope, expiresInDays } })
  }
  return (
    <Modal opened onClose={onClose} title="Create API key">
      <FormStack gap="md" onSubmit={handleSubmit}>
        <FormFailure message={generalMessage(error ?? null)} />
        <TextInput
          label="Name"
          description="Which program will use it, such as Nightly export"
          required
          data-autofocus
          maxLength={100}
          value={name}
          error={isSubmitted && isBlank ? REQUIRED : fieldMessages(error).name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        {isAdmin && (
          <Radio.Group label="Type" value={kind} onChange={(value) => setKind(value as KeyKind)}>
            <Stack gap="xs" mt={4}>
              {Object.entries(KIND_TEXTS).map(([value, [label, description]]) => (
                <Radio key={value} {...{ value, label, description }} />
              ))}
            </Stack>
          </Radio.Group>
        )}
        <Radio.Group label="Scope" value={scope} onChange={(value) => setScope(value as KeyScope)}>
          <Stack gap="xs" mt={4}>
            {KEY_SCOPES.filter((one) => scopesFor(isAdmin).includes(one)).map((value) => (
              <Radio key={value} value={value} label={SCOPE_LABELS[value]} description={SCOPE_TEXTS[value]} />
            ))}
          </Stack>
        </Radio.Group>
        <NativeSelect
          label="Expires after"
          value={days}
          data={DURATIONS}
          onChange={({ currentTarget }) => setDays(currentTarget.value)}
        />
        <DialogButtons confirm="Create key" isBusy={isBusy} onCancel={onClose} />
      </FormStack>
    </Modal>
  )
}
