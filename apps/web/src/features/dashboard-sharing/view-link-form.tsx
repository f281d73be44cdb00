import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ViewLinkInput } from '#contract/view-links.ts'
import { fieldMessages, generalMessage } from '#web/api/api-error.ts'
import { DialogButtons } from '#web/app/dialog.tsx'
import { FormStack } from '#web/app/form-stack.tsx'
import { FormFailure } from '#web/app/notice.tsx'

interface ViewLinkFormProps {
  readonly isBusy: boolean
  readonly error: unknown
  readonly onCreate: (input: ViewLinkInput) => void
  readonly onCancel: () => void
}

const DURATIONS = [
  { value: '1', label: '1 day' },
  { value: '7', label: '1 week' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
]

const REQUIRED = 'This field is required'

/** Name and expiry of a new view link. */
export const ViewLinkForm = ({ isBusy, error, onCreate, onCancel }: ViewLinkFormProps) => {
  const [name, setName] = useState('')
  const [days, setDays] = useState('30')
  const [isSubmitted, setSubmitted] = useState(false)
  const isBlank = name.trim() === ''
  const handleSubmit = (): void => {
    setSubmitted(true)
    if (!isBlank) onCreate({ name: name.trim(), expiresInDays: Number(days) })
  }
  return (
    <FormStack gap="sm" onSubmit={handleSubmit}>
      <FormFailure message={generalMessage(error ?? null)} />
      <TextInput
        label="Name"
        description="Where or for whom it is, such as Tasting room TV"
        required
        data-autofocus
        maxLength={100}
        value={name}
        error={isSubmitted && isBlank ? REQUIRED : fieldMessages(error)['body.name']}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <NativeSelect
        label="Expires after"
        value={days}
        data={DURATIONS}
        onChange={({ currentTarget }) => setDays(currentTarget.value)}
      />
      <DialogButtons confirm="Create link" isBusy={isBusy} onCancel={onCancel} />
    </FormStack>
  )
}
