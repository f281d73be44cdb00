import { Modal, Text, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { NewDashboard } from '#contract/dashboards.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { DialogButtons } from '#web/app/dialog.tsx'
import { FAILURES, type useDashboardMutations } from './use-dashboard-mutations.ts'

const REQUIRED = 'This field is required'

interface NewDashboardDialogProps {
  readonly isBusy: boolean
  /** why the last attempt failed; null if it did not */
  readonly failure: string | null
  readonly onCreate: (input: NewDashboard) => void
  readonly onClose: () => void
}

const NewDashboardDialog = ({ isBusy, failure, onCreate, onClose }: NewDashboardDialogProps) => {
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

interface DeleteDialogProps {
  readonly name: string
  readonly isBusy: boolean
  readonly onDelete: () => void
  readonly onClose: () => void
}

const DeleteDialog = ({ name, isBusy, onDelete, onClose }: DeleteDialogProps) => (
  <Modal opened onClose={onClose} title="Confirm Delete">
    <Text size="sm">
      Are you sure you want to delete the dashboard '{name}'? This action will permanently remove this data and cannot
      be undone.
    </Text>
    <DialogButtons
      mt="lg"
      confirm="Delete Dashboard"
      isDestructive
      focus="cancel"
      isBusy={isBusy}
      onConfirm={onDelete}
      onCancel={onClose}
    />
  </Modal>
)

interface DashboardDialogsProps {
  readonly open: 'new' | 'delete' | null
  readonly name: string
  readonly mutations: Pick<ReturnType<typeof useDashboardMutations>, 'create' | 'remove'>
  readonly onClose: () => void
}

/** The dialogs for the dashboard as a whole. */
export const DashboardDialogs = ({ open, name, mutations: { create, remove }, onClose }: DashboardDialogsProps) => {
  if (open === 'delete') {
    return (
      <DeleteDialog
        name={name}
        isBusy={remove.isPending}
        onDelete={() => remove.mutate(undefined, { onError: onClose })}
        onClose={onClose}
      />
    )
  }
  if (open === null) return null
  const handleClose = (): void => {
    create.reset()
    onClose()
  }
  return (
    <NewDashboardDialog
      isBusy={create.isPending}
      failure={create.isError ? firstMessage(create.error, FAILURES.create) : null}
      onCreate={(input) => create.mutate(input, { onSuccess: onClose })}
      onClose={handleClose}
    />
  )
}
