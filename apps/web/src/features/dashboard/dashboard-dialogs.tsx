import { Text } from '@mantine/core'
import { Suspense } from 'react'
import { firstMessage } from '#web/api/api-error.ts'
import { DialogButtons } from '#web/app/dialog.tsx'
import { LazyModal, lazyPart } from '#web/app/lazy-part.tsx'
import { FAILURES, type useDashboardMutations } from './use-dashboard-mutations.ts'

const NewDashboardDialog = lazyPart(() =>
  import('./new-dashboard-dialog.tsx').then((module) => module.NewDashboardDialog),
)

interface DeleteDialogProps {
  readonly name: string
  readonly isBusy: boolean
  readonly onDelete: () => void
  readonly onClose: () => void
}

const DeleteDialog = ({ name, isBusy, onDelete, onClose }: DeleteDialogProps) => (
  <LazyModal opened onClose={onClose} title="Confirm Delete">
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
  </LazyModal>
)

interface GoneDialogProps {
  readonly name: string
  readonly isBusy: boolean
  readonly onSave: () => void
  readonly onClose: () => void
}

/** Offers to keep a dashboard that was deleted elsewhere. */
export const GoneDialog = ({ name, isBusy, onSave, onClose }: GoneDialogProps) => (
  <LazyModal opened onClose={onClose} title="Dashboard deleted elsewhere">
    <Text size="sm">
      “{name}” was deleted, or isn’t shared with you anymore, so it can’t be changed. You can keep what you see here as
      a new dashboard of your own.
    </Text>
    <DialogButtons
      mt="lg"
      confirm="Save as new dashboard"
      focus="confirm"
      isBusy={isBusy}
      onConfirm={onSave}
      onCancel={onClose}
    />
  </LazyModal>
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
    <Suspense fallback={null}>
      <NewDashboardDialog
        isBusy={create.isPending}
        failure={create.isError ? firstMessage(create.error, FAILURES.create) : null}
        onCreate={(input) => create.mutate(input, { onSuccess: onClose })}
        onClose={handleClose}
      />
    </Suspense>
  )
}
