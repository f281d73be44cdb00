import { Modal, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { User } from '#contract/auth.ts'
import { fieldMessages, firstMessage } from '#web/api/api-error.ts'
import { DialogButtons } from '#web/app/dialog.tsx'
import { FormFailure } from '#web/app/notice.tsx'
import { checkName } from '../auth/field-checks.ts'
import { NameFields } from '../auth/name-fields.tsx'
import type { UserChanges } from './use-user-changes.tsx'
import { fullName } from './user-avatar.tsx'

interface RenameDialogProps {
  readonly user: User
  readonly changes: Pick<UserChanges, 'rename'>
  readonly onClose: () => void
}

/** Changes a user's name. */
export const RenameDialog = ({ user, changes: { rename }, onClose }: RenameDialogProps) => {
  const form = useForm({
    initialValues: { firstName: user.firstName, lastName: user.lastName },
    validate: { firstName: checkName, lastName: checkName },
  })
  const save = form.onSubmit((names) =>
    rename.mutate(
      { ...user, ...names },
      { onSuccess: onClose, onError: (error) => form.setErrors(fieldMessages(error)) },
    ),
  )
  return (
    <Modal opened onClose={onClose} title={`Rename ${fullName(user)}`}>
      <form onSubmit={save} noValidate>
        <Stack>
          <FormFailure message={rename.error && firstMessage(rename.error)} />
          <NameFields inputProps={form.getInputProps} />
          <DialogButtons confirm="Save name" isBusy={rename.isPending} disabled={!form.isDirty()} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  )
}
