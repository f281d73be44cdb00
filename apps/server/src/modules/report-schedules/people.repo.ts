import type { Db, UserKey } from '#server/db/database.ts'
import { SETTINGS_COLUMNS, toAccountSettings } from '#server/modules/accounts/index.ts'
import { normalizeEmail } from '#server/modules/users/index.ts'

export interface ActiveUser {
  readonly id: string
  /** as stored */
  readonly email: string
}

/** Active users of the account with one of the email addresses. */
export const findActiveUsers = async (db: Db, accountId: number, emails: readonly string[]): Promise<ActiveUser[]> => {
  if (emails.length === 0) return []
  return db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('account_id', '=', accountId)
    .where('disabled_at', 'is', null)
    .where('email', 'in', emails.map(normalizeEmail))
    .orderBy('email')
    .execute()
}

/** Those of the addresses that belong to active users. */
export const findActiveEmails = async (db: Db, accountId: number, emails: readonly string[]): Promise<string[]> =>
  (await findActiveUsers(db, accountId, emails)).map(({ email }) => email)

/** The creator of a schedule with the account's settings; undefined when the user was removed or the account deleted. */
export const findSender = async (db: Db, { accountId, userId }: UserKey) => {
  const row = await db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .where('users.account_id', '=', accountId)
    .where('users.id', '=', userId)
    .where('users.disabled_at', 'is', null)
    .where('accounts.deleted_at', 'is', null)
    .select([
      'users.email',
      'users.first_name',
      'users.last_name',
      'users.roles',
      'users.culture as ownCulture',
      'accounts.account_type as accountType',
      'accounts.is_trial as isTrial',
      'accounts.trial_expires_at as trialExpiresAt',
      'accounts.read_only_from as readOnlyFrom',
      ...SETTINGS_COLUMNS.map((column) => `accounts.${column}` as const),
    ])
    .executeTakeFirst()
  return row && { ...row, account: toAccountSettings(row) }
}

export type Sender = NonNullable<Awaited<ReturnType<typeof findSender>>>
