import { type Db, deletesAny, type UserKey, unscoped } from '#server/db/database.ts'
import { type Page, paginate } from '#server/db/paginate.ts'
import { SESSION_LIMITS, type SessionTimes } from './session-tokens.ts'

export interface SessionRow extends SessionTimes {
  readonly id: string
  readonly accountId: number
  readonly userId: string
  readonly counter: number
  /** when its user came from the account's provider; null: not by single sign-on */
  readonly signedOnAt: Date | null
}

const SESSION_COLUMNS = [
  'id',
  'account_id as accountId',
  'user_id as userId',
  'counter',
  'created_at as createdAt',
  'last_refreshed_at as refreshedAt',
  'expires_at as expiresAt',
  'signed_on_at as signedOnAt',
] as const

interface NewSession extends SessionRow {
  readonly ip: string
  readonly userAgent: string | null
  /** null: no second factor was given */
  readonly secondFactorAt: Date | null
}

/** Other sessions that a user keeps; the ones used least recently end when a new one begins. */
const MAX_OTHER_SESSIONS = 99

const endOldSessions = async (db: Db, { id, accountId, userId }: NewSession): Promise<void> => {
  const old = await db
    .selectFrom('sessions')
    .select('id')
    .where((eb) => eb.and({ account_id: accountId, user_id: userId }))
    .where('id', '<>', id)
    .orderBy('last_refreshed_at', 'desc')
    .orderBy('id')
    .offset(MAX_OTHER_SESSIONS)
    .execute()
  for (const session of old) await deleteSession(db, session.id)
}

export const insertSession = async (db: Db, session: NewSession): Promise<void> => {
  await db
    .insertInto('sessions')
    .values({
      id: session.id,
      account_id: session.accountId,
      user_id: session.userId,
      counter: session.counter,
      created_at: session.createdAt,
      last_refreshed_at: session.refreshedAt,
      expires_at: session.expiresAt,
      ip: session.ip,
      user_agent: session.userAgent,
      second_factor_at: session.secondFactorAt,
      signed_on_at: session.signedOnAt,
      proved_at: session.createdAt,
    })
    .execute()
  await endOldSessions(db, session)
}

/** Unscoped, as a token names only its session. The same holds for every query by session id. */
export const findSession = (db: Db, id: string): Promise<SessionRow | undefined> =>
  unscoped(db).selectFrom('sessions').select(SESSION_COLUMNS).where('id', '=', id).executeTakeFirst()

/** Increments the counter if it still equals `counter`; undefined when another call has rotated the session. */
export const rotateSession = (
  db: Db,
  { id, counter, at }: { id: string; counter: number; at: Date },
): Promise<SessionRow | undefined> =>
  unscoped(db)
    .updateTable('sessions')
    .set({ counter: counter + 1, last_refreshed_at: at })
    .where((eb) => eb.and({ id, counter }))
    .returning(SESSION_COLUMNS)
    .executeTakeFirst()

export const deleteSession = async (db: Db, id: string): Promise<void> => {
  await unscoped(db).deleteFrom('sessions').where('id', '=', id).execute()
}

/** Notes that a session's user is known to the account's provider. */
export const markSignedOn = async (
  db: Db,
  { accountId, sessionId, at }: { readonly accountId: number; readonly sessionId: string; readonly at: Date },
): Promise<void> => {
  await db
    .updateTable('sessions')
    .set({ signed_on_at: at })
    .where((eb) => eb.and({ account_id: accountId, id: sessionId }))
    .execute()
}

/** Notes that a session's user has proved who they are. */
export const markProved = async (
  db: Db,
  { accountId, sessionId }: { readonly accountId: number; readonly sessionId: string },
  { at, isSecondFactor }: { readonly at: Date; readonly isSecondFactor: boolean },
): Promise<void> => {
  await db
    .updateTable('sessions')
    .set({ proved_at: at, ...(isSecondFactor ? { second_factor_at: at } : {}) })
    .where((eb) => eb.and({ account_id: accountId, id: sessionId }))
    .execute()
}

/** False: the user has no such session. */
export const deleteUserSession = (
  db: Db,
  { accountId, userId, sessionId }: UserKey & { readonly sessionId: string },
): Promise<boolean> =>
  deletesAny(db.deleteFrom('sessions').where((eb) => eb.and({ account_id: accountId, user_id: userId, id: sessionId })))

/** Ends all of a user's sessions. */
export const deleteUserSessions = async (db: Db, user: UserKey): Promise<void> => {
  await db.deleteFrom('sessions').where('account_id', '=', user.accountId).where('user_id', '=', user.userId).execute()
}

interface SessionKey extends UserKey {
  readonly sessionId: string
}

/** Ends all of a user's sessions except one. */
export const deleteOtherSessions = async (db: Db, { accountId, userId, sessionId }: SessionKey): Promise<void> => {
  await db
    .deleteFrom('sessions')
    .where((eb) => eb.and({ account_id: accountId, user_id: userId }))
    .where('id', '<>', sessionId)
    .execute()
}

/** A page of a user's active sessions, newest first, with the total count. `now` in epoch milliseconds. */
export const listActiveSessions = (db: Db, { accountId, userId }: UserKey, now: number, page: Page) =>
  paginate(
    db,
    db
      .selectFrom('sessions')
      .select(['id', 'created_at', 'last_refreshed_at', 'ip', 'user_agent'])
      .where((eb) => eb.and({ account_id: accountId, user_id: userId }))
      .where('expires_at', '>', new Date(now))
      .where('last_refreshed_at', '>', new Date(now - SESSION_LIMITS.idle))
      .orderBy('created_at', 'desc')
      .orderBy('id'),
    page,
  )

export type ActiveSession = Awaited<ReturnType<typeof listActiveSessions>>['items'][number]
