import { fail, failFields } from '#contract/errors.ts'
import type { UserChange } from '#contract/users.ts'
import { canonicalCulture } from '#domain/locale.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { CallInfo } from '#server/http/call.ts'
import type { Caller } from '#server/http/caller.ts'
import { findPendingEmail, requestEmailChange } from '#server/modules/auth/index.ts'
import { findUser, type UserRow, updateUser } from '#server/modules/users/index.ts'
import { assertWithinLimit } from '#server/platform/rate-limit.ts'
import { assertOnlyNames, canReadUser } from './team-change.ts'

/** A user with a pending new address, which only the user sees. */
export interface Profile {
  readonly user: UserRow
  readonly pendingEmail: string | null
}

/** Errors: `user.not_found` for a user who does not exist, is in another account, or whom the caller may not read. */
export const readProfile = async (deps: Pick<Deps, 'clock' | 'db'>, caller: Caller, userId: string): Promise<Profile> =>
  withPendingEmail(deps, caller, await readUser(deps, caller, userId))

const readUser = async ({ db }: Pick<Deps, 'db'>, caller: Caller, userId: string): Promise<UserRow> => {
  const user = canReadUser(caller, userId) ? await findUser(db, { accountId: caller.accountId, userId }) : undefined
  if (!user) throw fail('user.not_found')
  return user
}

const withPendingEmail = async (
  { db, clock }: Pick<Deps, 'clock' | 'db'>,
  caller: Caller,
  user: UserRow,
): Promise<Profile> => ({
  user,
  pendingEmail: caller.userId === user.id ? await findPendingEmail(db, caller, clock.now()) : null,
})

interface ProfileChange extends UserChange {
  readonly id: string
}

/**
 * Changes the caller's own profile, or another user's names as an administrator. A new email takes effect once it is confirmed.
 *
 * @throws Failure `user.not_found`, `request.invalid`, `account.email_taken`, `request.too_many`
 */
export const changeProfile = async (
  deps: Pick<Deps, 'env' | 'clock' | 'ids' | 'db' | 'mailer' | 'publicUrl'>,
  call: CallInfo,
  caller: Caller,
  { id, ...change }: ProfileChange,
): Promise<Profile> => {
  const user = await readUser(deps, caller, id)
  if (caller.userId !== id) assertOnlyNames(change)
  const fields = toColumns(change, user)
  if (change.email !== undefined) await assertWithinLimit(deps, 'emailChange', id)
  call.note({ fields: Object.keys(change) })
  return inTransaction(deps.db, async (trx) => {
    const changed = await updateUser(trx, { accountId: caller.accountId, userId: id }, fields)
    if (!changed) throw fail('user.not_found')
    if (change.email !== undefined) await requestEmailChange(deps, trx, changed, change.email)
    return withPendingEmail({ ...deps, db: trx }, caller, changed)
  })
}

const toColumns = (change: UserChange, user: UserRow) => ({
  first_name: change.firstName ?? user.first_name,
  last_name: change.lastName ?? user.last_name,
  theme: change.theme ?? user.theme,
  culture: change.culture === undefined ? user.culture : parseCulture(change.culture),
})

const parseCulture = (given: string | null): string | null => {
  if (given === null) return null
  const culture = canonicalCulture(given)
  if (culture) return culture
  throw failFields('request.invalid', [{ field: 'culture', message: 'This culture is not known' }])
}
