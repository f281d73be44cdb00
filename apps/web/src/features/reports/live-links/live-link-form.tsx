import { Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ReportLinkInput } from '#contract/report-links.ts'
import { fieldMessages, generalMessage } from '#web/api/api-error.ts'
import { useIsPermitted } from '#web/app/current-user.ts'
import { DialogButtons } from '#web/app/dialog.tsx'
import { FormStack } from '#web/app/form-stack.tsx'
import { FormFailure } from '#web/app/notice.tsx'

interface LiveLinkFormProps {
  readonly isBusy: boolean
  readonly error: unknown
  readonly onCreate: (input: ReportLinkInput) => void
  readonly onCancel: () => void
}

/** Name of a new live link, and for administrators whether it may name people. */
export const LiveLinkForm = ({ isBusy, error, onCreate, onCancel }: LiveLinkFormProps) => {
  const isAdmin = useIsPermitted('administration')
  const [name, setName] = useState('')
  const [includesPersonalData, setIncluded] = useState(false)
  const { includesPersonalData: refusal, ...problems } = fieldMessages(error)
  const save = (): void => onCreate({ name: name.trim(), includesPersonalData })
  return (
    <FormStack gap="sm" onSubmit={save}>
      <FormFailure message={generalMessage(error ?? null) ?? (isAdmin ? null : (refusal ?? null))} />
      <TextInput
        label="Name"
        description="Where you’ll use it, such as Marketing sheet"
        required
        data-autofocus
        maxLength={100}
        value={name}
        error={problems['body.name']}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      {isAdmin && (
        <Checkbox
          label="Allow personal data"
          description="For reports that name customers or team members"
          checked={includesPersonalData}
          error={refusal}
          onChange={({ currentTarget }) => setIncluded(currentTarget.checked)}
        />
      )}
      <DialogButtons confirm="Create link" isBusy={isBusy} disabled={name.trim() === ''} onCancel={onCancel} />
    </FormStack>
  )
}
