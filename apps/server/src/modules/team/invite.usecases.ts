import { assertFound, fail } from '#contract/errors.ts'
import { DAY_MS } from '#domain/clock.ts'
import type { Role } from '#domain/role.ts'
import { type Db, inTransaction } from '#server/db/database.ts'
import type { Page } from '#server/db/paginate.ts'
import type { Deps } from '#server/deps.ts'
import type { CallInfo } from '#server/http/call.ts'
import type { Caller } from '#server/http/caller.ts'
import { invitationMail } from '#server/mail/templates/account-emails.mail.ts'
import { hashToken, TOKEN_BYTES } from '#server/modules/auth/index.ts'
import { findEmailHolder, fullName, normalizeEmail } from '#server/modules/users/index.ts'
import { assertRoom } from '#server/platform/quotas.ts'
import { assertWithinLimit } from '#server/platform/rate-limit.ts'
import {
  countOpenInvitations,
  deleteExpiredInvitation,
  findInvitation,
  type InvitationRow,
  insertInvitation,
  listInvitations,
  renewInvitation,
  revokeInvitation,
} from './invitations.repo.ts'
import { assertMayAssignRoles, changeTeam } from './team-change.ts'

const LIFETIME_MS = 7 * DAY_MS

/** Creates a join link, of which only the hash is stored. */
const newLink = (deps: Deps) => {
  const token = deps.ids.token(TOKEN_BYTES)
  const now = deps.clock.now()
  return {
    url: `${deps.publicUrl}/join?${new URLSearchParams({ token })}`,
    row: { token_hash: hashToken(token), sent_at: new Date(now), expires_at: new Date(now + LIFETIME_MS) },
  }
}

const emailInvitation = async (deps: Deps, trx: Db, caller: Caller, row: InvitationRow, url: string): Promise<void> => {
  const content = invitationMail({
    accountName: caller.account.name,
    invitedByName: row.invited_by_name,
    link: url,
  })
  await deps.mailer.queue(trx, { accountId: row.account_id, to: row.email, content })
}

interface NewInvitation {
  readonly email: string
  readonly roles: Role[]
}

/**
 * Invites an address. Errors: `account.email_taken`, `invitation.pending`, `request.quota`, `user.above_oneself`, `request.too_many`.
 */
export const invite = async (
  deps: Deps,
  call: CallInfo,
  caller: Caller,
  given: NewInvitation,
): Promise<InvitationRow> => {
  const { accountId, userId } = caller
  const { roles } = given
  const email = normalizeEmail(given.email)
  await assertWithinLimit(deps, 'invite', String(accountId))
  return changeTeam(deps, { caller, call, target: email }, async (trx, self) => {
    assertMayAssignRoles(roles, self, { caller, now: deps.clock.now() })
    if (await findEmailHolder(trx, { email, accountId })) throw fail('account.email_taken', { field: 'email' })
    const at = new Date(deps.clock.now())
    await deleteExpiredInvitation(trx, { accountId, email, at })
    await assertRoom(trx, 'invitations', accountId, () => countOpenInvitations(trx, accountId))
    const { url, row } = newLink(deps)
    const invitation = await insertInvitation(trx, {
      id: deps.ids.next(),
      account_id: accountId,
      email,
      roles,
      invited_by: userId,
      invited_by_name: fullName(self),
      created_at: at,
      ...row,
    })
    if (!invitation) throw fail('invitation.pending', { field: 'email' })
    await emailInvitation(deps, trx, caller, invitation, url)
    call.note({ email, roles })
    return invitation
  })
}

/**
 * Emails a new link, which replaces the previous one, even for an expired invitation. Errors: `invitation.not_found`,
 * `invitation.closed`, `user.above_oneself`, `request.too_many`.
 */
export const resendInvitation = async (
  deps: Deps,
  call: CallInfo,
  caller: Caller,
  id: string,
): Promise<InvitationRow> => {
  const key = { accountId: caller.accountId, id }
  if (!(await findInvitation(deps.db, key))) throw fail('invitation.not_found')
  await assertWithinLimit(deps, 'resendInvitation', id)
  return changeTeam(deps, { caller, call, target: id }, async (trx, self) => {
    const { url, row } = newLink(deps)
    const renewed = assertFound(await renewInvitation(trx, { ...key, ...row }), 'invitation.closed')
    assertMayAssignRoles(renewed.roles, self, { caller, now: deps.clock.now() })
    await emailInvitation(deps, trx, caller, renewed, url)
    call.note({ email: renewed.email, roles: renewed.roles })
    return renewed
  })
}

/** Revokes an invitation. Errors: `invitation.not_found`, `invitation.closed`. */
export const cancelInvitation = async (deps: Deps, call: CallInfo, { accountId }: Caller, id: string): Promise<void> =>
  inTransaction(deps.db, async (trx) => {
    const invitation = assertFound(await findInvitation(trx, { accountId, id }), 'invitation.not_found')
    call.note({ email: invitation.email, roles: invitation.roles })
    const wasOpen = await revokeInvitation(trx, { accountId, id, at: new Date(deps.clock.now()) })
    if (!wasOpen) throw fail('invitation.closed')
  })

/** A page of the account's invitations, and their total count. */
export const readInvitations = ({ db }: Deps, accountId: number, page: Page) => listInvitations(db, accountId, page)
