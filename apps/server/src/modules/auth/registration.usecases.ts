import type { Registration, RegistrationResponse } from '#contract/auth.ts'
import { fail } from '#contract/errors.ts'
import { DAY_MS } from '#domain/clock.ts'
import { DEFAULT_ACCOUNT_TYPE, DEFAULT_BILLING_SOURCE } from '#domain/plan.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import { type Db, inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { CallInfo } from '#server/http/call.ts'
import { type AccountRow, insertAccount, withLocaleDefaults } from '#server/modules/accounts/index.ts'
import { createUser, normalizeEmail, presentSession, type UserRow, updateUser } from '#server/modules/users/index.ts'
import { assertWithinLimit, clientNetwork } from '#server/platform/rate-limit.ts'
import { emailLink, verificationLink } from './emailed-links.ts'
import { hashNewPassword } from './passwords.ts'
import { createSession } from './start-session.ts'

interface RegisteredUser {
  readonly account: AccountRow
  readonly user: UserRow
}

/** Creates the first session of a new user. */
export const signInRegistered = async (
  deps: Deps,
  trx: Db,
  call: CallInfo,
  { account, user }: RegisteredUser,
): Promise<RegistrationResponse> => {
  const token = await createSession(deps, trx, call, user)
  return {
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
    user: presentSession(token, user).user,
  }
}

const TRIAL_MS = 14 * DAY_MS

/**
 * Registers from the web: creates a trial account, its owner and a session, and sends a verification email.
 *
 * @throws Failure `account.email_taken`, `auth.password_too_common`, `request.invalid`, `request.too_many`
 */
export const register = async (deps: Deps, call: CallInfo, input: Registration): Promise<RegistrationResponse> => {
  await assertWithinLimit(deps, 'register', clientNetwork(call.ip))
  const prepared = await prepareRegistration(input)
  return inTransaction(deps.db, async (trx) => {
    const { account, user: created } = await createAccount(deps, trx, input, prepared)
    await emailLink(deps, trx, created, verificationLink)
    const user = { ...created, last_login_at: new Date(deps.clock.now()) }
    await updateUser(trx, { accountId: account.id, userId: user.id }, { last_login_at: user.last_login_at })
    const registered = await signInRegistered(deps, trx, call, { account, user })
    await writeAudit(deps, trx, call, { action: 'account.created', accountId: account.id, userId: user.id })
    return registered
  })
}

/** Creates the same account without an email or a session. */
export const createAccountWithoutSession = async (deps: Deps, input: Registration): Promise<RegisteredUser> => {
  const prepared = await prepareRegistration(input)
  return inTransaction(deps.db, (trx) => createAccount(deps, trx, input, prepared))
}

interface PreparedRegistration {
  readonly locale: ReturnType<typeof withLocaleDefaults>
  readonly passwordHash: string
}

/** Runs the checks that need no database and the slow hash before a transaction is open. */
const prepareRegistration = async (input: Registration): Promise<PreparedRegistration> => {
  const locale = withLocaleDefaults(input)
  return { locale, passwordHash: await hashNewPassword(input.password, input) }
}

const createAccount = async (
  deps: Deps,
  trx: Db,
  input: Registration,
  prepared: PreparedRegistration,
): Promise<RegisteredUser> => {
  const now = new Date(deps.clock.now())
  const { culture, timeZone, currency } = prepared.locale
  const account = await insertAccount(trx, {
    name: input.accountName,
    account_type: DEFAULT_ACCOUNT_TYPE,
    billing_source: DEFAULT_BILLING_SOURCE,
    is_trial: true,
    trial_expires_at: new Date(now.getTime() + TRIAL_MS),
    default_culture: culture,
    culture,
    time_zone: timeZone,
    currency,
    created_at: now,
  })
  const user = await createUser(deps, trx, {
    id: deps.ids.next(),
    account_id: account.id,
    email: normalizeEmail(input.email),
    first_name: input.firstName,
    last_name: input.lastName,
    password_hash: prepared.passwordHash,
    roles: ['AccountOwner', 'User'],
    last_login_at: null,
    created_at: now,
  })
  if (!user) throw fail('account.email_taken', { field: 'email' })
  return { account, user }
}
