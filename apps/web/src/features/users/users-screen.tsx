import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { User } from '#contract/auth.ts'
import { ESTATE_AND_UP } from '#domain/plan.ts'
import { countOf } from '#domain/text.ts'
import { useAccount } from '#web/app/account-data.ts'
import { useCurrentUser } from '#web/app/current-user.ts'
import { ScreenHead, SettingsSection } from '#web/app/heading.tsx'
import listing from '#web/app/listing.module.css'
import { SearchField } from '#web/app/listing.tsx'
import { LoadFailure } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { useInvitationChanges } from '#web/features/invitations/use-invitation-changes.tsx'
import { SessionsOfUserDialog } from '#web/features/sessions/sessions-of-user-dialog.tsx'
import { useUserChanges } from './use-user-changes.tsx'
import { useAllUsers, useSearchAddress, useUserSearch } from './use-users.ts'
import { fullName } from './user-avatar.tsx'
import { AddUserDialog, confirmAccessChange, confirmDeletion, RenameDialog, RolesDialog } from './user-dialogs.tsx'
import { type UserAction, UserTable } from './user-table.tsx'

type OpenDialog = { readonly kind: 'add' } | { readonly kind: 'roles' | 'rename' | 'sessions'; readonly user: User }

/** Who has access to this account, and what they can do. */
export const UsersScreen = () => {
  const actor = useCurrentUser()
  const search = useSearchAddress('/admin/users')
  const { everybody, ownerCount, error, refetch } = useAllUsers()
  const found = useUserSearch(search.settled)
  const changes = useUserChanges()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const close = (): void => setDialog(null)
  if (!actor) return null
  const handleAction = (user: User, action: UserAction): void => {
    if (action === 'delete') {
      confirmDeletion({ user, isSelf: user.id === actor.id, onConfirm: () => changes.remove.mutate(user) })
      return
    }
    if (action === 'sessions') {
      setDialog({ kind: action, user })
      return
    }
    if (action !== 'roles' && action !== 'rename') {
      confirmAccessChange(user, action, () => changes.changeAccess.mutate({ user, action }))
      return
    }
    // Clear the error of the previous dialog.
    changes[action === 'roles' ? 'setRoles' : 'rename'].reset()
    setDialog({ kind: action, user })
  }
  const shown = search.settled === '' ? everybody : found.data
  const failure = error ?? found.error
  return (
    <Stack maw="var(--cuvee-width-list)" mx="auto">
      <ScreenHead
        title="Users"
        tools={
          <Button
            leftSection={<IconUserPlus size={16} aria-hidden />}
            onClick={() => {
              changes.add.reset()
              setDialog({ kind: 'add' })
            }}
          >
            Add user
          </Button>
        }
      >
        {everybody ? countOf(everybody.length, 'user') : 'Who has access to this account, and what they can do.'}
      </ScreenHead>
      <Group>
        <SearchField
          label="Search users"
          placeholder="Search by name or email"
          type="search"
          maxLength={200}
          value={search.typed}
          onChange={search.type}
        />
      </Group>
      {!shown && failure ? (
        <LoadFailure error={failure} onRetry={() => void (error ? refetch() : found.refetch())} />
      ) : null}
      {!shown && !failure && <Skeleton height={240} radius="md" />}
      {shown && shown.length === 0 && (
        <div className={listing.empty} role="status">
          <p>No users match “{search.settled}”.</p>
          <Button variant="default" size="xs" onClick={() => search.type('')}>
            Clear search
          </Button>
        </div>
      )}
      {shown && shown.length > 0 && <UserTable {...{ actor, ownerCount }} users={shown} onAction={handleAction} />}
      {search.settled === '' && (
        <>
          <PendingInvitations />
          <DisabledUsers onEnable={(user) => changes.changeAccess.mutate({ user, action: 'enable' })} />
        </>
      )}
      <AddUserDialog {...{ actor, changes }} isOpen={dialog?.kind === 'add'} onClose={close} />
      {dialog?.kind === 'rename' && <RenameDialog user={dialog.user} changes={changes} onClose={close} />}
      {dialog?.kind === 'sessions' && (
        <SessionsOfUserDialog
          user={dialog.user}
          name={fullName(dialog.user)}
          onEndAll={() => {
            const { user } = dialog
            close()
            confirmAccessChange(user, 'sessions', () => changes.changeAccess.mutate({ user, action: 'sessions' }))
          }}
          onClose={close}
        />
      )}
      {dialog?.kind === 'roles' && (
        <RolesDialog
          user={dialog.user}
          situation={{ actor, person: dialog.user, ownerCount }}
          changes={changes}
          onClose={close}
        />
      )}
    </Stack>
  )
}

/** Users who cannot sign in; nothing while there are none. */
const DisabledUsers = ({ onEnable }: { onEnable: (user: User) => void }) => {
  const { queries } = useRuntime()
  const { data = [] } = useQuery(queries.users.disabled.queryOptions())
  if (data.length === 0) return null
  return (
    <SettingsSection
      id="disabled"
      title="Disabled users"
      description="They can’t sign in. Their dashboards and reports stay."
    >
      {data.map((user) => (
        <PersonRow
          key={user.id}
          name={fullName(user)}
          detail={user.email}
          action="Enable"
          onAction={() => onEnable(user)}
        />
      ))}
    </SettingsSection>
  )
}

const MOST_PENDING = 500

/** Invitations that still work, in an account whose plan has no page for them; nothing while there are none. */
const PendingInvitations = () => {
  const { queries } = useRuntime()
  const account = useAccount()
  const { askToRevoke } = useInvitationChanges()
  const { data } = useQuery(
    queries.invitations.list.queryOptions({
      input: { page: 1, pageSize: MOST_PENDING },
      enabled: account !== null && !ESTATE_AND_UP.includes(account.accountType),
    }),
  )
  const pending = data?.items.filter(({ state }) => state === 'pending') ?? []
  if (pending.length === 0) return null
  return (
    <SettingsSection
      id="invited"
      title="Pending invitations"
      description="Your plan no longer includes invitations. These were sent before and still work until they expire."
    >
      {pending.map((invitation) => (
        <PersonRow
          key={invitation.id}
          name={invitation.email}
          detail={`Invited by ${invitation.invitedByName}`}
          action="Revoke"
          onAction={() => askToRevoke(invitation)}
        />
      ))}
    </SettingsSection>
  )
}

interface PersonRowProps {
  readonly name: string
  readonly detail: string
  readonly action: string
  readonly onAction: () => void
}

const PersonRow = ({ name, detail, action, onAction }: PersonRowProps) => (
  <Group justify="space-between" wrap="nowrap">
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {name}
      <Text span display="block" size="xs" c="dimmed">
        {detail}
      </Text>
    </Text>
    <Button variant="default" size="xs" flex="none" aria-label={`${action} ${name}`} onClick={onAction}>
      {action}
    </Button>
  </Group>
)
