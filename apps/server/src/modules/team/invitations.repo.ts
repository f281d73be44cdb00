import type { Insertable, Selectable } from 'kysely'
import { type Db, unscoped, updatesAny } from '#server/db/database.ts'
import { countRows, type Page, paginate } from '#server/db/paginate.ts'
import type { Schema } from '#server/db/schema.gen.ts'

export type InvitationRow = Selectable<Schema['invitations']>

/** A page of an account's invitations, newest first, with the total count. */
export const listInvitations = (db: Db, accountId: number, page: Page) =>
  paginate(
    db,
    db
      .selectFrom('invitations')
      .selectAll()
      .where('account_id', '=', accountId)
      .orderBy('created_at', 'desc')
      .orderBy('id'),
    page,
  )

interface InvitationKey {
  readonly accountId: number
  readonly id: string
}

export const findInvitation = (db: Db, { accountId, id }: InvitationKey): Promise<InvitationRow | undefined> =>
  db.selectFrom('invitations').selectAll().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst()

export const countOpenInvitations = (db: Db, accountId: number): Promise<number> =>
  countRows(
    db
      .selectFrom('invitations')
      .where('account_id', '=', accountId)
      .where('accepted_at', 'is', null)
      .where('revoked_at', 'is', null),
  )

/** undefined when the address already has a pending invitation. */
export const insertInvitation = (db: Db, row: Insertable<Schema['invitations']>): Promise<InvitationRow | undefined> =>
  db
    .insertInto('invitations')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

const updateOpen = (db: Db, accountId: number) =>
  db
    .updateTable('invitations')
    .where('account_id', '=', accountId)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)

interface NewLink extends InvitationKey {
  readonly token_hash: string
  readonly sent_at: Date
  readonly expires_at: Date
}

/** Replaces the link; undefined when the invitation is no longer pending. */
export const renewInvitation = (db: Db, { accountId, id, ...link }: NewLink): Promise<InvitationRow | undefined> =>
  updateOpen(db, accountId).set(link).where('id', '=', id).returningAll().executeTakeFirst()

/** Returns whether it was pending. */
export const revokeInvitation = (
  db: Db,
  { accountId, id, at }: InvitationKey & { readonly at: Date },
): Promise<boolean> => updatesAny(updateOpen(db, accountId).set({ revoked_at: at }).where('id', '=', id))

interface InvitedEmail {
  readonly accountId: number
  /** lower case */
  readonly email: string
  readonly at: Date
}

/** Deletes an expired invitation so that the address can be invited again. */
export const deleteExpiredInvitation = async (db: Db, { accountId, email, at }: InvitedEmail): Promise<void> => {
  await db
    .deleteFrom('invitations')
    .where((eb) => eb.and({ account_id: accountId, email }))
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '<=', at)
    .execute()
}

export const revokeInvitationTo = async (db: Db, { accountId, email, at }: InvitedEmail): Promise<void> => {
  await updateOpen(db, accountId).set({ revoked_at: at }).where('email', '=', email).execute()
}

/** A pending invitation of an account that is not deleted. Unscoped, as the visitor of a link is not signed in. */
export const findOpenInvitation = (db: Db, tokenHash: string, now: Date) =>
  unscoped(db)
    .selectFrom('invitations')
    .innerJoin('accounts', 'accounts.id', 'invitations.account_id')
    .where('token_hash', '=', tokenHash)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .where('accounts.deleted_at', 'is', null)
    .select(['invitations.email', 'invited_by_name as invitedByName', 'accounts.name as accountName'])
    .executeTakeFirst()

/** Consumes an invitation; undefined when it is invalid or another call has just consumed it. */
export const acceptInvitation = (db: Db, tokenHash: string, now: Date): Promise<InvitationRow | undefined> =>
  unscoped(db)
    .updateTable('invitations')
    .set({ accepted_at: now })
    .where('token_hash', '=', tokenHash)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
