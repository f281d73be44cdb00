import { fail } from '#contract/errors.ts'
import { emailRule } from '#domain/field-rules.ts'
import { isPermitted } from '#domain/role.ts'
import { domainOfEmail } from '#domain/single-sign-on.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import type { Db } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { CallInfo } from '#server/http/call.ts'
import { releaseUnverifiedEmail } from '#server/modules/auth/index.ts'
import {
  countUsers,
  createUser,
  findUser,
  findUserByEmail,
  normalizeEmail,
  type UserRow,
  updateUser,
} from '#server/modules/users/index.ts'
import { assertRoom } from '#server/platform/quotas.ts'
import type { Person } from './person.ts'
import { findDomain, findIdentity, putIdentity, type SettingsRow } from './sign-on.repo.ts'

/**
 * The confirmed address of a person, in a domain that the account has proved.
 *
 * @throws Failure `sign_on.no_email`, `sign_on.email_unverified`, `sign_on.other_domain`
 */
export const confirmedEmail = async (
  db: Db,
  { account_id: accountId }: Pick<SettingsRow, 'account_id'>,
  { email: given, isEmailVerified }: Person,
): Promise<string> => {
  const email = normalizeEmail(given ?? '')
  if (email === '' || email.length > 254 || emailRule(email) !== null) throw fail('sign_on.no_email')
  if (!isEmailVerified) throw fail('sign_on.email_unverified', { values: { email } })
  const domain = await findDomain(db, accountId, domainOfEmail(email))
  if (!domain?.proved_at) throw fail('sign_on.other_domain', { values: { email } })
  return email
}

const MAX_NAME = 100

/** First and last name, as well as the provider tells them. */
const namesOf = ({ firstName, lastName, name }: Person, email: string) => {
  const [first = '', ...others] = (name ?? email.slice(0, email.lastIndexOf('@'))).split(/\s+/)
  const last = lastName ?? others.join(' ')
  return {
    first_name: (firstName ?? first).slice(0, MAX_NAME),
    last_name: (last === '' ? (firstName ?? first) : last).slice(0, MAX_NAME),
  }
}

/** The person's user, made at the first sign-in. Errors: `request.quota`, `account.email_taken`. */
const createSignedOnUser = async (
  deps: Deps,
  trx: Db,
  { account_id: accountId, default_role: role }: SettingsRow,
  { person, email }: { readonly person: Person; readonly email: string },
): Promise<UserRow> => {
  await assertRoom(trx, 'signedOnUsers', accountId, () => countUsers(trx, accountId))
  const now = new Date(deps.clock.now())
  const user = await createUser(deps, trx, {
    id: deps.ids.next(),
    account_id: accountId,
    email,
    email_verified: true,
    ...namesOf(person, email),
    password_hash: null,
    roles: role === 'User' ? ['User'] : [role, 'User'],
    last_login_at: now,
    created_at: now,
  })
  if (!user) throw fail('account.email_taken')
  // There is nothing left to accept.
  await trx
    .updateTable('invitations')
    .set({ revoked_at: now })
    .where((eb) => eb.and({ account_id: accountId, email }))
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute()
  return user
}

/**
 * An administrator decides who the provider is, and a provider could claim any address: so it never makes somebody an owner who has
 * not connected it. Errors: `sign_on.owner_not_connected`, `sign_on.other_account`.
 */
const assertMayConnect = (user: UserRow, { account_id: accountId }: SettingsRow): void => {
  if (user.account_id !== accountId) throw fail('sign_on.other_account', { values: { email: user.email } })
  if (isPermitted(user.roles, 'ownership')) throw fail('sign_on.owner_not_connected')
}

/**
 * The user of a person who has signed in at the provider: the one they are connected with, else the one with their confirmed
 * address, else a new one.
 *
 * @throws Failure `sign_on.user_disabled`, those of `confirmedEmail` and `assertMayConnect`, `request.quota`
 */
export const findSignedOnUser = async (
  deps: Deps,
  trx: Db,
  call: CallInfo,
  { settings, person }: { readonly settings: SettingsRow; readonly person: Person },
): Promise<UserRow> => {
  const { account_id: accountId, issuer } = settings
  const identity = { accountId, issuer, subject: person.subject }
  const at = new Date(deps.clock.now())
  const connected = await findIdentity(trx, identity)
  const known = connected === undefined ? undefined : await findUser(trx, { accountId, userId: connected })
  const user = known ?? (await findByEmail(deps, trx, call, { settings, person }))
  if (user.disabled_at) throw fail('sign_on.user_disabled')
  await putIdentity(trx, identity, { userId: user.id, at })
  return user
}

const findByEmail = async (
  deps: Deps,
  trx: Db,
  call: CallInfo,
  { settings, person }: { readonly settings: SettingsRow; readonly person: Person },
): Promise<UserRow> => {
  const email = await confirmedEmail(trx, settings, person)
  const { account_id: accountId } = settings
  await releaseUnverifiedEmail(deps, trx, call, { email, accountId })
  const existing = await findUserByEmail(trx, email)
  if (existing) assertMayConnect(existing, settings)
  const user = existing ?? (await createSignedOnUser(deps, trx, settings, { person, email }))
  const key = { accountId: user.account_id, userId: user.id }
  if (existing && !existing.email_verified) await updateUser(trx, key, { email_verified: true })
  const action = existing ? 'user.sign_on_connected' : 'user.created_by_sign_on'
  await writeAudit(deps, trx, call, { action, ...key, details: { email } })
  return user
}
