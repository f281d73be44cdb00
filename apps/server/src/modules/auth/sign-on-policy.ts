import { sql } from 'kysely'
import { isPermitted } from '#domain/role.ts'
import { domainOfEmail } from '#domain/single-sign-on.ts'
import type { Db } from '#server/db/database.ts'
import type { UserRow } from '#server/modules/users/index.ts'

/** Of a user `u` and an account `a`: whether the account requires single sign-on of the address. Without a user, null or false. */
export const SIGN_ON_REQUIRED = `(a.sign_on_required and exists (select from sign_on_domains d
        where d.account_id = a.id and d.domain = split_part(u.email, '@', -1) and d.proved_at is not null))`

/** Whether the account requires single sign-on of an address: it does so of the domains that it has proved. */
export const isSignOnRequired = async (
  db: Db,
  { account_id: accountId, email }: Pick<UserRow, 'account_id' | 'email'>,
): Promise<boolean> => {
  const row = await db
    .selectFrom('sign_on_domains')
    .innerJoin('accounts', 'accounts.id', 'sign_on_domains.account_id')
    .select('domain')
    .where((eb) => eb.and({ 'sign_on_domains.account_id': accountId, domain: domainOfEmail(email) }))
    .where('proved_at', 'is not', null)
    .where('accounts.sign_on_required', '=', true)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Whether a user can sign in through the account's provider only. Owners can always use their password, with a second factor, so
 * that a provider that fails locks no account out.
 */
export const mustSignOn = async (db: Db, user: UserRow): Promise<boolean> =>
  !isPermitted(user.roles, 'ownership') && isSignOnRequired(db, user)

/** Ends the sessions that began without the provider, of everyone who must sign in there. They would be refused, too. */
export const deletePasswordSessions = async (db: Db, accountId: number): Promise<void> => {
  await db
    .deleteFrom('sessions')
    .where('sessions.account_id', '=', accountId)
    .where('signed_on_at', 'is', null)
    .where('user_id', 'in', (query) =>
      query
        .selectFrom('users')
        .innerJoin('sign_on_domains', 'sign_on_domains.account_id', 'users.account_id')
        .select('users.id')
        .where('users.account_id', '=', accountId)
        .where('proved_at', 'is not', null)
        .where('domain', '=', sql<string>`split_part(users.email, '@', -1)`)
        .where(sql<boolean>`not ('AccountOwner' = any (users.roles))`),
    )
    .execute()
}
