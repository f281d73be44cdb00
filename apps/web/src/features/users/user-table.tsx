import { Badge, VisuallyHidden } from '@mantine/core'
import type { User } from '#contract/auth.ts'
import { RelativeTime } from '#web/app/relative-time.tsx'
import { fullName } from './full-name.ts'
import { RoleBadges } from './role-badges.tsx'
import type { PeopleSituation } from './role-rules.ts'
import { UserAvatar } from './user-avatar.tsx'
import { UserMenu } from './user-menu.tsx'
import classes from './users.module.css'

export type UserAction = 'roles' | 'rename' | 'delete'

interface UserTableProps {
  readonly users: readonly User[]
  readonly actor: User
  readonly ownerCount: number
  readonly onAction: (user: User, action: UserAction) => void
}

/** People of the account with what can be done with each. */
export const UserTable = ({ users, actor, ownerCount, onAction }: UserTableProps) => (
  <div className={classes.box}>
    <table className={classes.table}>
      <caption>
        <VisuallyHidden>Users</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col" className={classes.wideOnly}>
            Roles
          </th>
          <th scope="col" className={classes.wideOnly}>
            Last sign-in
          </th>
          <th scope="col">
            <VisuallyHidden>Actions</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <UserRow
            key={user.id}
            user={user}
            situation={{ actor, person: user, ownerCount }}
            onAction={(action) => onAction(user, action)}
          />
        ))}
      </tbody>
    </table>
  </div>
)

interface UserRowProps {
  readonly user: User
  readonly situation: PeopleSituation
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
            <span className={classes.address}>{user.email}</span>
            {!user.emailVerified && (
              <Badge size="sm" variant="default" tt="none" miw="fit-content">
                Not verified
              </Badge>
            )}
          </div>
          <RoleBadges roles={user.roles} className={classes.narrowOnly} />
        </div>
      </div>
    </td>
    <td className={classes.wideOnly}>
      <RoleBadges roles={user.roles} />
    </td>
    <td className={`${classes.when} ${classes.wideOnly}`}>
      {user.lastLoginDateUtc === null ? 'Never' : <RelativeTime instant={user.lastLoginDateUtc} />}
    </td>
    <td className={classes.actions}>
      <UserMenu
        user={user}
        situation={situation}
        onRoles={() => onAction('roles')}
        onRename={() => onAction('rename')}
        onDelete={() => onAction('delete')}
      />
    </td>
  </tr>
)
