import type { User } from '#contract/auth.ts'
import type { ChangedUser, SignedInSession } from '#contract/users.ts'
import type { LiveSession } from '#server/modules/auth/sessions.repo.ts'
import type { Profile } from './profile.usecases.ts'
import type { UserRow } from './users.repo.ts'

export const nameOf = ({ first_name, last_name }: Pick<UserRow, 'first_name' | 'last_name'>): string =>
  `${first_name} ${last_name}`

export const presentUser = (row: UserRow): User => ({
  id: row.id,
  accountId: row.account_id,
  createdDateUtc: row.created_at.toISOString(),
  firstName: row.first_name,
  lastName: row.last_name,
  email: row.email,
  emailVerified: row.email_verified,
  lastLoginDateUtc: row.last_login_at?.toISOString() ?? null,
  profilePhotoUrlLarge: row.photo_url_large,
  profilePhotoUrlSmall: row.photo_url_small,
  theme: row.theme,
  culture: row.culture,
  roles: row.roles,
})

export const presentProfile = ({ user, pendingEmail }: Profile): ChangedUser => ({ ...presentUser(user), pendingEmail })

export const presentSession =
  (currentId: string) =>
  (row: LiveSession): SignedInSession => ({
    id: row.id,
    createdDateUtc: row.created_at.toISOString(),
    lastUsedUtc: row.last_refreshed_at.toISOString(),
    ip: row.ip,
    userAgent: row.user_agent,
    isCurrent: row.id === currentId,
  })
