import type { Registration, RegistrationResponse, TokenInfo } from '#contract/auth.ts'
import { fail } from '#contract/errors.ts'
import { DAY_MS } from '#domain/clock.ts'
import { DEFAULT_ACCOUNT_TYPE, DEFAULT_BILLING_SOURCE } from '#domain/plan.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import type { Db } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import type { CallInfo } from '#server/http/call.ts'
import {
  type AccountRow,
  insertAccount,
  type LocaleSettings,
  withLocaleDefaults,
} from '#server/modules/accounts/index.ts'
import { createUser, normalizeEmail, type UserRow, updateUser } from '#server/modules/users/index.ts'
import { assertWithinLimit } from '#server/platform/rate-limit.ts'
import { emailLink, verificationLink } from './emailed-links.ts'
import { hashPassword, isCommonPassword } from './passwords.ts'
import { createSession } from './sessions.usecases.ts'

interface RegisteredUser {
  readonly account: AccountRow
  readonly user: UserRow
}

/** A newly created user, signed in. */
export const presentRegistration = ({ account, user }: RegisteredUser, token: TokenInfo): RegistrationResponse => ({
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

const TRIAL_MS = 14 * DAY_MS

interface NewAccount {
  readonly account: AccountRow
  readonly user: UserRow
}

/**
 * Registers from the web: creates a trial account, its owner and a session, and sends a verification email.
 *
 * @throws Failure `account.email_taken`, `auth.password_too_common`, `request.invalid`, `request.too_many`
 */
export const register = async (
  deps: Pick<Deps, 'env' | 'clock' | 'ids' | 'log' | 'db' | 'mailer' | 'events' | 'keys' | 'publicUrl'>,
  call: CallInfo,
  input: Registration,
): Promise<RegistrationResponse> => {
  await assertWithinLimit(deps, 'register', call.ip)
  const prepared = await prepareRegistration(input)
  return inTransaction(deps.db, async (trx) => {
    const { account, user } = await createAccount(deps, trx, input, prepared)
    await emailLink(deps, trx, user, verificationLink)
    const lastLogin = { last_login_at: new Date(deps.clock.now()) }
    await updateUser(trx, { accountId: account.id, userId: user.id }, lastLogin)
    const token = await createSession(deps, trx, call, user)
    await writeAudit(deps, trx, call, { action: 'account.created', accountId: account.id, userId: user.id })
    return presentRegistration({ account, user }, token)
  })
}

/** Creates the same account without an email or a session. */
export const createAccountWithoutSession = async (
  deps: Pick<Deps, 'clock' | 'ids' | 'db' | 'events'>,
  input: Registration,
): Promise<NewAccount> => {
  const prepared = await prepareRegistration(input)
  return inTransaction(deps.db, (trx) => createAccount(deps, trx, input, prepared))
}

interface PreparedRegistration {
  readonly locale: LocaleSettings
  readonly passwordHash: string
}

/** Runs the checks that need no database and the slow hash before a transaction is open. */
const prepareRegistration = async (input: Registration): Promise<PreparedRegistration> => {
  const locale = withLocaleDefaults(input)
  if (isCommonPassword(input.password, input)) throw fail('auth.password_too_common', { field: 'password' })
  return { locale, passwordHash: await hashPassword(input.password) }
}

const createAccount = async (
  deps: Pick<Deps, 'clock' | 'ids' | 'events'>,
  trx: Db,
  input: Registration,
  prepared: PreparedRegistration,
): Promise<NewAccount> => {
  const now = deps.clock.now()
  const { culture, timeZone, currency } = prepared.locale
  const account = await insertAccount(trx, {
    name: input.accountName,
    account_type: DEFAULT_ACCOUNT_TYPE,
    billing_source: DEFAULT_BILLING_SOURCE,
    is_trial: true,
    trial_expires_at: new Date(now + TRIAL_MS),
    default_culture: culture,
    culture,
    time_zone: timeZone,
    currency,
    created_at: new Date(now),
  })
  const user = await insertOwner(deps, trx, input, { accountId: account.id, passwordHash: prepared.passwordHash })
  return { account, user }
}

interface NewOwner {
  readonly accountId: number
  readonly passwordHash: string
}

const insertOwner = async (
  deps: Pick<Deps, 'clock' | 'ids' | 'events'>,
  trx: Db,
  input: Registration,
  owner: NewOwner,
): Promise<UserRow> => {
  const now = new Date(deps.clock.now())
  const user = await createUser(deps, trx, {
    id: deps.ids.next(),
    account_id: owner.accountId,
    email: normalizeEmail(input.email),
    first_name: input.firstName,
    last_name: input.lastName,
    password_hash: owner.passwordHash,
    roles: ['AccountOwner', 'User'],
    last_login_at: null,
    created_at: now,
  })
  if (!user) throw fail('account.email_taken', { field: 'email' })
  return user
}
