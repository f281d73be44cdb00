import { Modal, Text } from '@mantine/core'
import { firstMessage } from '#web/api/api-error.ts'
import { DialogButtons } from '#web/app/dialog.tsx'
import { CREATE_FAILED } from './dashboard-messages.ts'
import { NewDashboardDialog } from './new-dashboard-dialog.tsx'
import type { useDashboardMutations } from './use-dashboard-mutations.ts'

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
      failure={create.isError ? firstMessage(create.error, CREATE_FAILED) : null}
      onCreate={(input) => create.mutate(input, { onSuccess: onClose })}
      onClose={handleClose}
    />
  )
}
