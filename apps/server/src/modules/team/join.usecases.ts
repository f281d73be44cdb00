import type { z } from 'zod'
import type { RegistrationResponse } from '#contract/auth.ts'
import { fail, failFields } from '#contract/errors.ts'
import type { JoinRequest } from '#contract/invitations.ts'
import { canonicalCulture } from '#domain/locale.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import { type Db, inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { CallInfo } from '#server/http/call.ts'
import { type AccountRow, findAccount } from '#server/modules/accounts/index.ts'
import {
  hashNewPassword,
  hashToken,
  isSignOnRequired,
  releaseUnverifiedEmail,
  signInRegistered,
} from '#server/modules/auth/index.ts'
import { notify } from '#server/modules/notifications/index.ts'
import { countUsers, createUser, fullName, type UserRow } from '#server/modules/users/index.ts'
import { assertRoom } from '#server/platform/quotas.ts'
import { acceptInvitation, findOpenInvitation, type InvitationRow } from './invitations.repo.ts'

type Input = z.output<typeof JoinRequest>

const getOpenInvitation = async (deps: Deps, token: string) => {
  const invitation = await findOpenInvitation(deps.db, hashToken(token), new Date(deps.clock.now()))
  if (!invitation) throw fail('auth.invalid_link')
  return invitation
}

/** The inviting account of an emailed link. Errors: `auth.invalid_link` for every invalid link. */
export const readInvitation = getOpenInvitation

/** Runs the checks that need no transaction, and the slow hash. */
const prepareJoin = async (deps: Deps, input: Input) => {
  const { email, accountName } = await getOpenInvitation(deps, input.token)
  const culture = canonicalCulture(input.culture)
  if (!culture) throw failFields('request.invalid', [{ field: 'culture', message: 'Unknown culture' }])
  return { culture, passwordHash: await hashNewPassword(input.password, { email, accountName }) }
}

/**
 * Accepts an invitation: creates the user with a verified address and a session, and notifies the inviter. The link keeps
 * working after an error.
 *
 * @throws Failure `auth.invalid_link`, `auth.password_too_common`, `request.invalid`, `account.email_taken`, `sign_on.required`, `request.quota`
 */
export const join = async (deps: Deps, call: CallInfo, input: Input): Promise<RegistrationResponse> => {
  const { culture, passwordHash } = await prepareJoin(deps, input)
  return inTransaction(deps.db, async (trx) => {
    const invitation = await acceptInvitation(trx, hashToken(input.token), new Date(deps.clock.now()))
    const account = invitation && (await findAccount(trx, invitation.account_id))
    if (!invitation || !account || account.deleted_at) throw fail('auth.invalid_link')
    if (await isSignOnRequired(trx, invitation)) throw fail('sign_on.required')
    const user = await insertMember(deps, trx, call, { input, invitation, account, culture, passwordHash })
    await notifyInviter(deps, trx, invitation, user)
    const registered = await signInRegistered(deps, trx, call, { account, user })
    const target = `invitation:${invitation.id}`
    const event = { action: 'invitation.accepted', accountId: account.id, userId: user.id, target }
    await writeAudit(deps, trx, call, event)
    return registered
  })
}

interface NewMember {
  readonly input: Input
  readonly invitation: InvitationRow
  readonly account: AccountRow
  readonly culture: string
  readonly passwordHash: string
}

const insertMember = async (deps: Deps, trx: Db, call: CallInfo, member: NewMember): Promise<UserRow> => {
  const { input, invitation, account, culture, passwordHash } = member
  await assertRoom(trx, 'joiningUsers', account.id, () => countUsers(trx, account.id))
  const now = new Date(deps.clock.now())
  const { email, account_id: accountId } = invitation
  await releaseUnverifiedEmail(deps, trx, call, { email, accountId })
  const user = await createUser(deps, trx, {
    id: deps.ids.next(),
    account_id: account.id,
    email,
    email_verified: true,
    first_name: input.firstName,
    last_name: input.lastName,
    password_hash: passwordHash,
    roles: invitation.roles,
    culture: culture === account.culture ? null : culture,
    last_login_at: now,
    created_at: now,
  })
  if (!user) throw fail('account.email_taken')
  return user
}

const notifyInviter = async (deps: Deps, trx: Db, invitation: InvitationRow, user: UserRow): Promise<void> => {
  const { account_id: accountId, invited_by: inviter } = invitation
  await notify(deps, trx, {
    accountId,
    kind: 'invitationAccepted',
    to: inviter ? { userIds: [inviter] } : 'administrators',
    subject: `${fullName(user)} has joined`,
    paragraphs: [`${fullName(user)} (${user.email}) accepted the invitation and can now sign in.`],
    link: { label: 'View users', path: '/admin/users' },
  })
}
