import { createHash } from 'node:crypto'
import type { Insertable, Selectable } from 'kysely'
import { type Db, deletesAny, type UserKey, unscoped, updatesAny } from '#server/db/database.ts'
import { countRows } from '#server/db/paginate.ts'
import type { Schema } from '#server/db/schema.gen.ts'
import type { UserRow } from '#server/modules/users/index.ts'

export type PasskeyRow = Selectable<Schema['passkeys']>
export type AuthenticatorRow = Selectable<Schema['authenticators']>
export type ChallengeRow = Selectable<Schema['proof_challenges']>

export const findAuthenticator = (db: Db, { accountId, userId }: UserKey): Promise<AuthenticatorRow | undefined> =>
  db
    .selectFrom('authenticators')
    .selectAll()
    .where((eb) => eb.and({ account_id: accountId, user_id: userId }))
    .executeTakeFirst()

/** Replaces one that was not confirmed. */
export const putAuthenticator = async (db: Db, row: Insertable<Schema['authenticators']>): Promise<void> => {
  const { account_id: accountId, user_id: userId } = row
  await deleteAuthenticator(db, { accountId, userId })
  await db.insertInto('authenticators').values(row).execute()
}

/** Stores the time step of a code that was accepted; false: it or a later one was accepted before, so the code does not count. */
export const acceptStep = (
  db: Db,
  { accountId, userId }: UserKey,
  { step, confirmedAt }: { readonly step: number; readonly confirmedAt: Date },
): Promise<boolean> =>
  updatesAny(
    db
      .updateTable('authenticators')
      .set({ last_step: step, confirmed_at: confirmedAt })
      .where((eb) => eb.and({ account_id: accountId, user_id: userId }))
      .where('last_step', '<', step),
  )

/** False: there was none. */
export const deleteAuthenticator = (db: Db, { accountId, userId }: UserKey): Promise<boolean> =>
  deletesAny(db.deleteFrom('authenticators').where((eb) => eb.and({ account_id: accountId, user_id: userId })))

/** Of all accounts: keys belong to the installation. */
export const allAuthenticators = (db: Db): Promise<AuthenticatorRow[]> =>
  unscoped(db).selectFrom('authenticators').selectAll().execute()

export const storeSecret = async (
  db: Db,
  { account_id, user_id }: Pick<AuthenticatorRow, 'account_id' | 'user_id'>,
  secret: Buffer,
): Promise<void> => {
  await db
    .updateTable('authenticators')
    .set({ secret })
    .where((eb) => eb.and({ account_id, user_id }))
    .execute()
}

/** Oldest first. */
export const listPasskeys = (db: Db, { accountId, userId }: UserKey): Promise<PasskeyRow[]> =>
  db
    .selectFrom('passkeys')
    .selectAll()
    .where((eb) => eb.and({ account_id: accountId, user_id: userId }))
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** Unscoped, as whoever signs in by passkey names no account. */
export const findPasskey = (db: Db, id: string): Promise<PasskeyRow | undefined> =>
  unscoped(db).selectFrom('passkeys').selectAll().where('id', '=', id).executeTakeFirst()

/** False: the passkey exists, whoever it belongs to. */
export const insertPasskey = async (db: Db, row: Insertable<Schema['passkeys']>): Promise<boolean> => {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('passkeys')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

export const notePasskeyUse = async (
  db: Db,
  { account_id, id }: PasskeyRow,
  { counter, at }: { readonly counter: number; readonly at: Date },
): Promise<void> => {
  await db
    .updateTable('passkeys')
    .set({ counter, last_used_at: at })
    .where((eb) => eb.and({ account_id, id }))
    .execute()
}

/** False: the user has no such passkey. */
export const deletePasskey = (db: Db, { accountId, userId }: UserKey, id: string): Promise<boolean> =>
  deletesAny(db.deleteFrom('passkeys').where((eb) => eb.and({ account_id: accountId, user_id: userId, id })))

const codesOf = (db: Db, { accountId, userId }: UserKey) =>
  db.deleteFrom('recovery_codes').where('account_id', '=', accountId).where('user_id', '=', userId)

export const countRecoveryCodes = (db: Db, { accountId, userId }: UserKey): Promise<number> =>
  countRows(db.selectFrom('recovery_codes').where('account_id', '=', accountId).where('user_id', '=', userId))

/** Replaces all codes of the user. */
export const putRecoveryCodes = async (
  db: Db,
  user: UserKey,
  { hashes, at }: { readonly hashes: readonly string[]; readonly at: Date },
): Promise<void> => {
  await codesOf(db, user).execute()
  if (hashes.length === 0) return
  const { accountId: account_id, userId: user_id } = user
  const rows = hashes.map((code_hash) => ({ account_id, user_id, code_hash, created_at: at }))
  await db.insertInto('recovery_codes').values(rows).execute()
}

/** False: the user has no such code, or no longer. */
export const consumeRecoveryCode = (db: Db, user: UserKey, hash: string): Promise<boolean> =>
  deletesAny(codesOf(db, user).where('code_hash', '=', hash))

/** Removes everything that the user could prove who they are with, besides the password. */
export const deleteFactors = async (db: Db, user: UserKey): Promise<void> => {
  const { accountId, userId } = user
  await deleteAuthenticator(db, user)
  await db.deleteFrom('passkeys').where('account_id', '=', accountId).where('user_id', '=', userId).execute()
  await codesOf(db, user).execute()
}

const hashChallenge = (token: string): string => createHash('sha256').update(`challenge:${token}`).digest('base64url')

export const usersWithoutFactor = (db: Db, accountId: number): Promise<UserRow[]> =>
  db.selectFrom('users').selectAll().where('account_id', '=', accountId).where('second_factor_at', 'is', null).execute()

interface NewChallenge extends Omit<Insertable<Schema['proof_challenges']>, 'token_hash'> {
  readonly token: string
}

export const insertChallenge = async (db: Db, { token, ...row }: NewChallenge): Promise<void> => {
  await unscoped(db)
    .insertInto('proof_challenges')
    .values({ ...row, token_hash: hashChallenge(token) })
    .execute()
}

interface PresentedChallenge {
  readonly token: string
  readonly purpose: ChallengeRow['purpose']
  /** epoch milliseconds */
  readonly now: number
}

/** Unscoped, as whoever signs in has no session yet; so is the next one. */
export const findChallenge = (db: Db, { token, purpose, now }: PresentedChallenge): Promise<ChallengeRow | undefined> =>
  unscoped(db)
    .selectFrom('proof_challenges')
    .selectAll()
    .where((eb) => eb.and({ token_hash: hashChallenge(token), purpose }))
    .where('expires_at', '>', new Date(now))
    .executeTakeFirst()

/** Until the transaction ends, others who answer the challenge wait. False: another call has just used it. */
export const lockChallenge = async (db: Db, { token_hash }: ChallengeRow): Promise<boolean> => {
  const challenge = unscoped(db)
    .selectFrom('proof_challenges')
    .select('token_hash')
    .where('token_hash', '=', token_hash)
  return (await challenge.forNoKeyUpdate().executeTakeFirst()) !== undefined
}

/** False: another call has just used it. */
export const consumeChallenge = (db: Db, { token_hash }: ChallengeRow): Promise<boolean> =>
  deletesAny(unscoped(db).deleteFrom('proof_challenges').where('token_hash', '=', token_hash))
