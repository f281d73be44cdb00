import { Badge, Menu, Text } from '@mantine/core'
import { IconCursorText, IconDevices, IconShieldCog, IconShieldOff, IconUserOff } from '@tabler/icons-react'
import type { User } from '#contract/auth.ts'
import { hasNoEmail } from '#domain/field-rules.ts'
import listing from '#web/app/listing.module.css'
import { ActionMenu, heads, Listing, wide } from '#web/app/listing.tsx'
import { RelativeTime } from '#web/app/relative-time.tsx'
import { RemoveItem } from '#web/app/remove-item.tsx'
import { RoleBadges } from './role-choices.tsx'
import { type AccessAction, accessActions, deleteLock, type RoleChangeContext } from './role-rules.ts'
import { fullName, UserAvatar } from './user-avatar.tsx'
import classes from './users.module.css'

interface UserMenuProps {
  readonly user: User
  readonly situation: RoleChangeContext
  readonly onRoles: () => void
  readonly onRename: () => void
  readonly onDelete: () => void
  readonly onAccess: (action: AccessAction) => void
}

const ACCESS_LABELS = {
  sessions: 'Sessions',
  factors: 'Reset two-step verification',
  disable: 'Disable',
} as const satisfies Record<AccessAction, string>

const ACCESS_ICONS = { sessions: IconDevices, factors: IconShieldOff, disable: IconUserOff } as const

/** Actions for a user; unavailable ones show the reason. */
const UserMenu = ({ user, situation, onRoles, onRename, onDelete, onAccess }: UserMenuProps) => {
  const lock = deleteLock(situation)
  const offered = accessActions({ actor: situation.actor, person: user })
  return (
    <ActionMenu label={`Actions for ${fullName(user)}`} width={240}>
      <Menu.Item leftSection={<IconShieldCog size={14} />} onClick={onRoles}>
        Change roles
      </Menu.Item>
      <Menu.Item leftSection={<IconCursorText size={14} />} onClick={onRename}>
        Change name
      </Menu.Item>
      {offered.map((action) => {
        const Icon = ACCESS_ICONS[action]
        return (
          <Menu.Item key={action} leftSection={<Icon size={14} />} onClick={() => onAccess(action)}>
            {ACCESS_LABELS[action]}
          </Menu.Item>
        )
      })}
      <Menu.Divider />
      <RemoveItem disabled={lock !== null} onClick={onDelete}>
        Delete
      </RemoveItem>
      {lock !== null && (
        <Text size="xs" c="dimmed" px="sm" pb={6}>
          {lock}
        </Text>
      )}
    </ActionMenu>
  )
}

export type UserAction = 'roles' | 'rename' | 'delete' | AccessAction

interface UserTableProps {
  readonly users: readonly User[]
  readonly actor: User
  readonly ownerCount: number
  readonly onAction: (user: User, action: UserAction) => void
}

/** Users with their actions. */
export const UserTable = ({ users, actor, ownerCount, onAction }: UserTableProps) => (
  <Listing
    caption="Users"
    className={classes.people}
    hasActions
    heads={heads('Name', wide('Roles'), wide('Last sign-in'))}
  >
    {users.map((user) => (
      <UserRow
        key={user.id}
        user={user}
        situation={{ actor, person: user, ownerCount }}
        onAction={(action) => onAction(user, action)}
      />
    ))}
  </Listing>
)

interface UserRowProps {
  readonly user: User
  readonly situation: RoleChangeContext
  readonly onAction: (action: UserAction) => void
}

const UserRow = ({ user, situation, onAction }: UserRowProps) => (
  <tr>
    <td>
      <div className={classes.person}>
        <UserAvatar user={user} />
        <div className={classes.words}>
          <div className={classes.name}>
            {fullName(user)}
            {user.id === situation.actor.id && (
              <Badge size="sm" variant="light" color="wine" tt="none">
                You
              </Badge>
            )}
          </div>
          <div className={classes.second}>
            <span className={classes.address}>{hasNoEmail(user) ? 'No email address yet' : user.email}</span>
            {!user.emailVerified && (
              <Badge size="sm" variant="default" tt="none" miw="fit-content">
                Not verified
              </Badge>
            )}
            {user.hasSecondFactor && (
              <Badge size="sm" variant="default" tt="none" miw="fit-content">
                Two-step verification
              </Badge>
            )}
          </div>
          <RoleBadges roles={user.roles} className={classes.narrowOnly} />
        </div>
      </div>
    </td>
    <td className={listing.wideOnly}>
      <RoleBadges roles={user.roles} />
    </td>
    <td className={`${listing.when} ${listing.wideOnly}`}>
      {user.lastLoginDateUtc === null ? 'Never' : <RelativeTime instant={user.lastLoginDateUtc} />}
    </td>
    <td className={listing.actions}>
      <UserMenu
        user={user}
        situation={situation}
        onRoles={() => onAction('roles')}
        onRename={() => onAction('rename')}
        onDelete={() => onAction('delete')}
        onAccess={onAction}
      />
    </td>
  </tr>
)
