import { Modal, Stack } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import type { User } from '#contract/auth.ts'
import type { Role } from '#domain/role.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { DialogButtons } from '#web/app/dialog.tsx'
import { FormFailure, Notice } from '#web/app/notice.tsx'
import { RoleChoices } from './role-choices.tsx'
import { type RoleChangeContext, roleLock, selfDemotionWarning } from './role-rules.ts'
import type { UserChanges } from './use-user-changes.tsx'
import { fullName } from './user-avatar.tsx'

interface RolesDialogProps {
  readonly user: User
  readonly situation: RoleChangeContext
  readonly changes: Pick<UserChanges, 'setRoles'>
  readonly onClose: () => void
}

const isSame = (a: readonly Role[], b: readonly Role[]): boolean =>
  a.length === b.length && a.every((role) => b.includes(role))

/** Changes a user's roles. */
export const RolesDialog = ({ user, situation, changes: { setRoles }, onClose }: RolesDialogProps) => {
  const [roles, setChosen] = useState<Role[]>(user.roles)
  const isSelf = user.id === situation.actor.id
  const loss = selfDemotionWarning(situation, roles)
  const missing = roles.length === 0 ? 'Choose at least one role' : null
  const save = (): void => setRoles.mutate({ user, roles }, { onSuccess: onClose })
  return (
    <Modal opened onClose={onClose} title={isSelf ? 'Your roles' : `Roles for ${fullName(user)}`} size="lg">
      <Stack>
        <FormFailure message={setRoles.error && firstMessage(setRoles.error)} />
        <RoleChoices
          label="Roles"
          chosen={roles}
          lockOf={(role) => roleLock(role, situation)}
          error={missing}
          onChange={setChosen}
        />
        {loss !== null && (
          <Notice tone="warning" role="status" icon={<IconAlertTriangle size={18} aria-hidden />}>
            {loss}
          </Notice>
        )}
        <DialogButtons
          confirm="Save roles"
          isBusy={setRoles.isPending}
          disabled={missing !== null || isSame(roles, user.roles)}
          onConfirm={save}
          onCancel={onClose}
        />
      </Stack>
    </Modal>
  )
}
