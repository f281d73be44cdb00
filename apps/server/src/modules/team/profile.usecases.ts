import { assertFound, fail, failFields } from '#contract/errors.ts'
import { REQUIRED } from '#contract/fields.ts'
import type { UserChange } from '#contract/users.ts'
import { canonicalCulture } from '#domain/locale.ts'
import { type Db, inSnapshot, inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { assertProved } from '#server/http/access.ts'
import type { CallInfo } from '#server/http/call.ts'
import type { Caller } from '#server/http/caller.ts'
import {
  findPendingEmail,
  isOtherEmail,
  requestEmailChange,
  verifyCurrentPassword,
} from '#server/modules/auth/index.ts'
import { findUser, type UserRow, updateProvedUser, updateUser } from '#server/modules/users/index.ts'
import { assertWithinLimit } from '#server/platform/rate-limit.ts'
import { assertOnlyNames, canReadUser } from './team-change.ts'

/** A user with a pending new address, which only the user sees. */
export interface Profile {
  readonly user: UserRow
  readonly pendingEmail: string | null
}

/** Errors: `user.not_found` for a user who does not exist, is in another account, or whom the caller may not read. */
export const readProfile = (deps: Deps, caller: Caller, userId: string): Promise<Profile> =>
  inSnapshot(deps.db, async (db) => {
    const parts = { ...deps, db }
    return withPendingEmail(parts, caller, await readUser(parts, caller, userId))
  })

const readUser = async ({ db }: Deps, caller: Caller, userId: string): Promise<UserRow> => {
  const user = canReadUser(caller, userId) ? await findUser(db, { accountId: caller.accountId, userId }) : undefined
  if (!user) throw fail('user.not_found')
  return user
}

const withPendingEmail = async ({ db, clock }: Deps, caller: Caller, user: UserRow): Promise<Profile> => ({
  user,
  pendingEmail: caller.userId === user.id ? await findPendingEmail(db, caller, clock.now()) : null,
})

interface ProfileChange extends UserChange {
  readonly id: string
}

/**
 * Changes the caller's own profile, or another user's names as an administrator. A new email needs the password and takes effect
 * once it is confirmed.
 *
 * @throws Failure `user.not_found`, `request.invalid`, `account.email_taken`, `auth.proof_needed`, `auth.wrong_current_password`, `request.too_many`
 */
export const changeProfile = async (
  deps: Deps,
  call: CallInfo,
  caller: Caller,
  { id, password, ...change }: ProfileChange,
): Promise<Profile> => {
  const user = await readUser(deps, caller, id)
  if (caller.userId !== id) assertOnlyNames(change)
  const fields = toColumns(change, user)
  if (change.email !== undefined) {
    await assertWithinLimit(deps, 'emailChange', id)
    if (isOtherEmail(user, change.email)) {
      assertProved(caller, 'withSecondFactor', deps.clock.now())
      await assertPassword(deps, call, caller, password)
    }
  }
  call.note({ fields: Object.keys(change) })
  return inTransaction(deps.db, async (trx) => {
    const changed = await saveProfile(trx, user, fields, change.email)
    const { sessionId } = caller
    if (change.email !== undefined) await requestEmailChange(deps, trx, changed, { email: change.email, sessionId })
    return withPendingEmail({ ...deps, db: trx }, caller, changed)
  })
}

const assertPassword = async (
  deps: Deps,
  call: CallInfo,
  caller: Caller,
  password: string | undefined,
): Promise<void> => {
  if (!password) throw failFields('request.invalid', [{ field: 'password', message: REQUIRED }])
  await verifyCurrentPassword(deps, call, caller, {
    password,
    field: 'password',
    failureAction: 'user.email_change_refused',
  })
}

/** A password that was changed since it was proved no longer allows a new email. */
const saveProfile = async (
  trx: Db,
  user: UserRow,
  fields: ReturnType<typeof toColumns>,
  email: string | undefined,
): Promise<UserRow> => {
  const isProved = email !== undefined && isOtherEmail(user, email)
  const key = { accountId: user.account_id, userId: user.id }
  const changed = await (isProved ? updateProvedUser(trx, user, fields) : updateUser(trx, key, fields))
  if (!changed) throw isProved ? fail('auth.wrong_current_password', { field: 'password' }) : fail('user.not_found')
  return changed
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
  throw failFields('request.invalid', [{ field: 'culture', message: 'Unknown culture' }])
}

export const changeTheme = async ({ db }: Deps, caller: Caller, theme: UserRow['theme']): Promise<UserRow> =>
  assertFound(await updateUser(db, caller, { theme }), 'user.not_found')
