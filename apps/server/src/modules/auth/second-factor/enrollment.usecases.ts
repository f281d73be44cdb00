import { assertFound, fail } from '#contract/errors.ts'
import type { NewRecoveryCodes, PasskeyOptions, SecondFactors } from '#contract/second-factor.ts'
import { type Db, inSnapshot, inTransaction, type UserKey } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { secondFactorChangedMail } from '#server/mail/templates/account-emails.mail.ts'
import { findAccount } from '#server/modules/accounts/index.ts'
import { findUser, fullName, lockUser, type UserRow, updateUser } from '#server/modules/users/index.ts'
import { assertRoom } from '#server/platform/quotas.ts'
import { assertWithinLimit, clearLimit } from '#server/platform/rate-limit.ts'
import { isSealedWithCurrentKey, SealedBoxError } from '#server/platform/sealed-box.ts'
import { deleteOtherSessions, markProved } from '../sessions.repo.ts'
import { authenticatorUrl, hashRecoveryCode, newRecoveryCodes, newSecret, stepOfCode } from './authenticator.ts'
import { canUsePasskeys, readRegistration, registrationOptions } from './passkeys.ts'
import {
  acceptStep,
  allAuthenticators,
  consumeChallenge,
  countRecoveryCodes,
  deleteAuthenticator,
  deletePasskey,
  findAuthenticator,
  findChallenge,
  insertPasskey,
  listPasskeys,
  putAuthenticator,
  putRecoveryCodes,
  storeSecret,
} from './second-factor.repo.ts'
import { createChallenge, openSecret, sealSecret } from './verify-proof.ts'

const findSelf = async (db: Db, caller: UserKey): Promise<UserRow> =>
  assertFound(await findUser(db, caller), 'auth.invalid_token')

export const readFactors = async (deps: Deps, caller: Caller): Promise<SecondFactors> => {
  const [authenticator, passkeys, recoveryCodesLeft, account] = await inSnapshot(deps.db, async (db) => [
    await findAuthenticator(db, caller),
    await listPasskeys(db, caller),
    await countRecoveryCodes(db, caller),
    await findAccount(db, caller.accountId),
  ])
  return {
    authenticatorSinceUtc: authenticator?.confirmed_at?.toISOString() ?? null,
    passkeys: passkeys.map(({ id, name, created_at, last_used_at }) => ({
      id,
      name,
      createdDateUtc: created_at.toISOString(),
      lastUsedDateUtc: last_used_at?.toISOString() ?? null,
    })),
    recoveryCodesLeft,
    isRequired: account?.second_factor_required ?? false,
    canUsePasskeys: canUsePasskeys(deps),
  }
}

/** Errors: `second_factor.exists`. */
export const startAuthenticator = (deps: Deps, caller: Caller) =>
  inTransaction(deps.db, async (trx) => {
    await lockUser(trx, caller)
    if ((await findAuthenticator(trx, caller))?.confirmed_at) throw fail('second_factor.exists')
    const secret = newSecret(deps.ids)
    await putAuthenticator(trx, {
      account_id: caller.accountId,
      user_id: caller.userId,
      secret: sealSecret(deps, caller, secret),
      confirmed_at: null,
      created_at: new Date(deps.clock.now()),
    })
    return { secret, url: authenticatorUrl(secret, caller.email) }
  })

const replaceRecoveryCodes = async ({ ids, clock }: Deps, trx: Db, user: UserKey): Promise<string[]> => {
  const codes = newRecoveryCodes(ids)
  await putRecoveryCodes(trx, user, { hashes: codes.map(hashRecoveryCode), at: new Date(clock.now()) })
  return codes
}

const mailChange = async (deps: Deps, trx: Db, user: UserRow, what: string): Promise<void> => {
  const content = secondFactorChangedMail({ firstName: user.first_name, what, link: `${deps.publicUrl}/security` })
  await deps.mailer.queue(trx, { accountId: user.account_id, to: user.email, content })
}

/** The first factor ends the other sessions, which never gave one, and comes with recovery codes. */
const factorAdded = async (deps: Deps, trx: Db, caller: Caller, what: string): Promise<NewRecoveryCodes> => {
  const at = new Date(deps.clock.now())
  const user = await findSelf(trx, caller)
  await mailChange(deps, trx, user, `${what} was added`)
  await markProved(trx, caller, { at, isSecondFactor: true })
  if (user.second_factor_at !== null) return { recoveryCodes: null }
  await updateUser(trx, caller, { second_factor_at: at })
  await deleteOtherSessions(trx, caller)
  return { recoveryCodes: await replaceRecoveryCodes(deps, trx, caller) }
}

/** Errors: `auth.wrong_proof`, `second_factor.exists`, `request.too_many` after ten wrong codes. */
export const confirmAuthenticator = async (deps: Deps, caller: Caller, code: string): Promise<NewRecoveryCodes> => {
  await assertWithinLimit(deps, 'secondFactor', caller.userId)
  const added = await inTransaction(deps.db, async (trx) => {
    await lockUser(trx, caller)
    const row = assertFound(await findAuthenticator(trx, caller), 'auth.challenge_expired')
    if (row.confirmed_at) throw fail('second_factor.exists')
    const now = deps.clock.now()
    const step = stepOfCode(openSecret(deps, row), code, now)
    if (step === null || !(await acceptStep(trx, caller, { step, confirmedAt: new Date(now) }))) return null
    return factorAdded(deps, trx, caller, 'An authenticator app')
  })
  if (!added) throw fail('auth.wrong_proof', { field: 'code' })
  await clearLimit(deps, 'secondFactor', caller.userId)
  return added
}

/** Errors: `second_factor.no_passkeys`. */
export const newPasskeyOptions = async (deps: Deps, caller: Caller): Promise<PasskeyOptions> => {
  const user = await findSelf(deps.db, caller)
  const { token, challenge } = await createChallenge(deps, { purpose: 'register', user })
  const options = await registrationOptions(deps, {
    challenge,
    user: { id: user.id, email: user.email, name: fullName(user) },
    existing: await listPasskeys(deps.db, caller),
  })
  return { challenge: token, options: { ...options } }
}

interface CreatedPasskey {
  readonly name: string
  readonly challenge: string
  readonly response: object
}

/** Errors: `auth.challenge_expired`, `auth.wrong_proof`, `request.quota`. */
export const addPasskey = (
  deps: Deps,
  caller: Caller,
  { name, challenge: token, response }: CreatedPasskey,
): Promise<NewRecoveryCodes> =>
  inTransaction(deps.db, async (trx) => {
    await lockUser(trx, caller)
    const now = deps.clock.now()
    const challenge = await findChallenge(trx, { token, purpose: 'register', now })
    if (challenge?.user_id !== caller.userId || !(await consumeChallenge(trx, challenge)))
      throw fail('auth.challenge_expired')
    const passkey = assertFound(await readRegistration(deps, challenge.challenge, response), 'auth.wrong_proof')
    await assertRoom(trx, 'passkeys', caller.userId, async () => (await listPasskeys(trx, caller)).length)
    const { accountId: account_id, userId: user_id } = caller
    const { transports, ...key } = passkey
    const row = { ...key, transports: JSON.stringify(transports), account_id, user_id, name, created_at: new Date(now) }
    if (!(await insertPasskey(trx, { ...row, last_used_at: null }))) throw fail('auth.wrong_proof')
    return factorAdded(deps, trx, caller, `The passkey “${name}”`)
  })

/** Removes a factor; with the last one go the recovery codes. Errors: `second_factor.not_found`, `second_factor.required`. */
const removeFactor = (
  deps: Deps,
  caller: Caller,
  { what, remove }: { readonly what: string; readonly remove: (trx: Db) => Promise<boolean> },
): Promise<void> =>
  inTransaction(deps.db, async (trx) => {
    await lockUser(trx, caller)
    if (!(await remove(trx))) throw fail('second_factor.not_found')
    await mailChange(deps, trx, await findSelf(trx, caller), `${what} was removed`)
    const { authenticatorSinceUtc, passkeys, isRequired } = await readFactors({ ...deps, db: trx }, caller)
    if (authenticatorSinceUtc !== null || passkeys.length > 0) return
    if (isRequired) throw fail('second_factor.required')
    await putRecoveryCodes(trx, caller, { hashes: [], at: new Date(deps.clock.now()) })
    await updateUser(trx, caller, { second_factor_at: null })
  })

export const removeAuthenticator = (deps: Deps, caller: Caller): Promise<void> =>
  removeFactor(deps, caller, {
    what: 'Your authenticator app',
    remove: async (trx) => deleteAuthenticator(trx, caller),
  })

export const removePasskey = (deps: Deps, caller: Caller, id: string): Promise<void> =>
  removeFactor(deps, caller, { what: 'A passkey', remove: (trx) => deletePasskey(trx, caller, id) })

/** Errors: `second_factor.not_found` for a user without a second factor. */
export const renewRecoveryCodes = (deps: Deps, caller: Caller): Promise<NewRecoveryCodes> =>
  inTransaction(deps.db, async (trx) => {
    await lockUser(trx, caller)
    if ((await findSelf(trx, caller)).second_factor_at === null) throw fail('second_factor.not_found')
    return { recoveryCodes: await replaceRecoveryCodes(deps, trx, caller) }
  })

/** Encrypts all secrets with the current master key. Secrets that no key opens stay as they are. Idempotent. */
export const renewAuthenticatorSecrets = async (deps: Deps): Promise<void> => {
  const { db, keys, log } = deps
  for (const row of await allAuthenticators(db)) {
    if (isSealedWithCurrentKey(keys, row.secret)) continue
    try {
      const user = { accountId: row.account_id, userId: row.user_id }
      await storeSecret(db, row, sealSecret(deps, user, openSecret(deps, row)))
    } catch (error) {
      if (!(error instanceof SealedBoxError)) throw error
      log.error({ err: error, userId: row.user_id }, 'the secret of an authenticator app can no longer be read')
    }
  }
}
