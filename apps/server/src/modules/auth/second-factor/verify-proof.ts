import { createHash } from 'node:crypto'
import type { PasskeyOptions, Proof } from '#contract/second-factor.ts'
import type { ProofMethod } from '#domain/role.ts'
import type { Db, UserKey } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { UserRow } from '#server/modules/users/index.ts'
import { openBox, sealBox } from '#server/platform/sealed-box.ts'
import { hashRecoveryCode, stepOfCode } from './authenticator.ts'
import { assertionOptions, canUsePasskeys, readAssertion } from './passkeys.ts'
import {
  type AuthenticatorRow,
  acceptStep,
  type ChallengeRow,
  consumeChallenge,
  consumeRecoveryCode,
  countRecoveryCodes,
  findAuthenticator,
  findChallenge,
  insertChallenge,
  listPasskeys,
  notePasskeyUse,
  type PasskeyRow,
} from './second-factor.repo.ts'

const CHALLENGE_MS = 5 * 60_000
const CHALLENGE_BYTES = 32

const ownerOf = ({ accountId, userId }: UserKey) => ({ accountId, serviceId: `authenticator:${userId}` })

export const sealSecret = ({ keys }: Deps, user: UserKey, secret: string): Buffer =>
  sealBox(keys, ownerOf(user), secret)

/** @throws SealedBoxError */
export const openSecret = ({ keys }: Deps, row: AuthenticatorRow): string =>
  openBox(keys, ownerOf({ accountId: row.account_id, userId: row.user_id }), row.secret)

export const toUserKey = ({ account_id, id }: Pick<UserRow, 'account_id' | 'id'>): UserKey => ({
  accountId: account_id,
  userId: id,
})

/** Marks a password without revealing anything about it: a challenge ends when the password changes. */
export const passwordMark = ({ password_hash }: Pick<UserRow, 'password_hash'>): string =>
  createHash('sha256')
    .update(`password-mark:${password_hash ?? ''}`)
    .digest('base64url')

interface NewChallenge {
  readonly purpose: ChallengeRow['purpose']
  /** null: nobody yet, a passkey will say who */
  readonly user: UserRow | null
}

/** Stores a challenge that can be answered once within five minutes. */
export const createChallenge = async (
  { clock, ids, db }: Deps,
  { purpose, user }: NewChallenge,
): Promise<{ readonly token: string; readonly challenge: string }> => {
  const [token, challenge] = [ids.token(CHALLENGE_BYTES), ids.token(CHALLENGE_BYTES)]
  await insertChallenge(db, {
    token,
    account_id: user?.account_id ?? null,
    user_id: user?.id ?? null,
    purpose,
    challenge,
    password_mark: user && passwordMark(user),
    expires_at: new Date(clock.now() + CHALLENGE_MS),
  })
  return { token, challenge }
}

/** What the user can answer with, and the options of a passkey. */
export const secondStep = async (deps: Deps, user: UserRow, challenge: string) => {
  const key = toUserKey(user)
  const passkeys = canUsePasskeys(deps) ? await listPasskeys(deps.db, key) : []
  const authenticator = await findAuthenticator(deps.db, key)
  const has: Readonly<Record<ProofMethod, boolean>> = {
    password: false,
    authenticator: authenticator?.confirmed_at != null,
    passkey: passkeys.length > 0,
    recoveryCode: (await countRecoveryCodes(deps.db, key)) > 0,
    signOn: false,
  }
  const methods = (['passkey', 'authenticator', 'recoveryCode'] as const).filter((method) => has[method])
  const options = passkeys.length > 0 ? await assertionOptions(deps, challenge, passkeys) : null
  return { methods, passkeyOptions: options && { ...options } }
}

/** Options that one of the user's passkeys answers; without a user, any passkey. */
export const passkeyChallenge = async (deps: Deps, given: NewChallenge): Promise<PasskeyOptions> => {
  const { token, challenge } = await createChallenge(deps, given)
  const passkeys = given.user ? await listPasskeys(deps.db, toUserKey(given.user)) : []
  return { challenge: token, options: { ...(await assertionOptions(deps, challenge, passkeys)) } }
}

const isCodeRight = async (deps: Deps, trx: Db, user: UserKey, code: string): Promise<boolean> => {
  const row = await findAuthenticator(trx, user)
  if (!row?.confirmed_at) return false
  const step = stepOfCode(openSecret(deps, row), code, deps.clock.now())
  return step !== null && (await acceptStep(trx, user, { step, confirmedAt: row.confirmed_at }))
}

/** Whether a passkey has answered the challenge; notes its use. */
export const isAnsweredBy = async (
  deps: Deps,
  trx: Db,
  { challenge }: ChallengeRow,
  { passkey, response }: { readonly passkey: PasskeyRow; readonly response: object },
): Promise<boolean> => {
  const counter = await readAssertion(deps, challenge, { passkey, response })
  if (counter === null) return false
  await notePasskeyUse(trx, passkey, { counter, at: new Date(deps.clock.now()) })
  return true
}

const isPasskeyRight = async (
  deps: Deps,
  trx: Db,
  user: UserKey,
  { challenge: token, response }: NonNullable<Proof['passkey']>,
  purpose: ChallengeRow['purpose'],
): Promise<boolean> => {
  const challenge = await findChallenge(trx, { token, purpose, now: deps.clock.now() })
  const passkey = (await listPasskeys(trx, user)).find(({ id }) => id === response.id)
  if (challenge?.user_id !== user.userId || !passkey) return false
  return (await isAnsweredBy(deps, trx, challenge, { passkey, response })) && consumeChallenge(trx, challenge)
}

/** Whether a second factor is the user's, and uses it up: each code and each challenge counts once. */
export const isFactorRight = async (
  deps: Deps,
  trx: Db,
  user: UserKey,
  { code, recoveryCode, passkey }: Proof,
  purpose: ChallengeRow['purpose'],
): Promise<boolean> => {
  if (code !== undefined) return isCodeRight(deps, trx, user, code)
  if (recoveryCode !== undefined) return consumeRecoveryCode(trx, user, hashRecoveryCode(recoveryCode))
  return passkey !== undefined && isPasskeyRight(deps, trx, user, passkey, purpose)
}
