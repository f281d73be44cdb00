import type { RegistrationResponse, TokenInfo } from '#contract/auth.ts'
import type { AccountRow } from '#server/modules/accounts/accounts.repo.ts'
import type { UserRow } from '#server/modules/users/users.repo.ts'

interface NewMember {
  readonly account: AccountRow
  readonly user: UserRow
}

/** A user who has just come into being, signed in. */
export const presentRegistration = ({ account, user }: NewMember, token: TokenInfo): RegistrationResponse => ({
  userId: user.id,
  firstName: user.first_name,
  lastName: user.last_name,
  email: user.email,
  emailVerified: user.email_verified,
  accountId: account.id,
  accountName: account.name,
  accountType: account.account_type,
  roles: user.roles,
  token,
  isTrial: account.is_trial,
  trialExpires: account.trial_expires_at?.toISOString() ?? null,
  profilePictureLarge: user.photo_url_large,
  profilePictureSmall: user.photo_url_small,
})
