import { Modal, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { NewDashboard } from '#contract/dashboards.ts'
import { DialogButtons } from '#web/app/dialog.tsx'

const REQUIRED = 'This field is required'

interface NewDashboardDialogProps {
  readonly isBusy: boolean
  /** why the last attempt failed; null if it did not */
  readonly failure: string | null
  readonly onCreate: (input: NewDashboard) => void
  readonly onClose: () => void
}

/** Asks for the name and description of a new dashboard. */
export const NewDashboardDialog = ({ isBusy, failure, onCreate, onClose }: NewDashboardDialogProps) => {
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const isBlank = name.trim() === ''

  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    setSubmitted(true)
    if (!isBlank) onCreate({ name: name.trim(), description: description.trim() || null })
  }
  return (
    <Modal opened onClose={onClose} title="New Dashboard">
      <form onSubmit={handleSubmit} noValidate>
        <TextInput
          label="Name"
          required
          data-autofocus
          maxLength={200}
          value={name}
          error={isSubmitted && isBlank ? REQUIRED : failure}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Textarea
          mt="sm"
          label="Description"
          autosize
          minRows={2}
          maxRows={6}
          maxLength={2000}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <DialogButtons mt="lg" confirm="Create" isBusy={isBusy} onCancel={onClose} />
      </form>
    </Modal>
  )
}
