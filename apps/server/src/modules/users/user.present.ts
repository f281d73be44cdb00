import type { User } from '#contract/auth.ts'
import type { UserRow } from './users.repo.ts'

export const fullName = ({ first_name, last_name }: Pick<UserRow, 'first_name' | 'last_name'>): string =>
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
