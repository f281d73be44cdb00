import { firstMessage } from '#web/api/api-error.ts'
import { CREATE_FAILED } from './dashboard-messages.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { NewDashboardDialog } from './new-dashboard-dialog.tsx'
import type { useDashboardCalls } from './use-dashboard-calls.ts'

interface DashboardDialogsProps {
  readonly open: 'new' | 'delete' | null
  readonly name: string
  readonly calls: Pick<ReturnType<typeof useDashboardCalls>, 'create' | 'remove'>
  readonly onClose: () => void
}

/** The dialogs about the dashboard as a whole. */
export const DashboardDialogs = ({ open, name, calls: { create, remove }, onClose }: DashboardDialogsProps) => {
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
