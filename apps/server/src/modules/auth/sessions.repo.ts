import { type Db, unscoped } from '#server/db/database.ts'
import { SESSION_LIMITS, type SessionTimes } from './session-tokens.ts'

export interface SessionRow extends SessionTimes {
  readonly id: string
  readonly accountId: number
  readonly userId: string
  readonly counter: number
}

const SESSION_COLUMNS = [
  'id',
  'account_id as accountId',
  'user_id as userId',
  'counter',
  'created_at as createdAt',
  'last_refreshed_at as refreshedAt',
  'expires_at as expiresAt',
] as const

interface NewSession extends SessionRow {
  readonly ip: string
  readonly userAgent: string | null
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
    })
    .execute()
}

/** A token names its session and nothing else, hence unscoped, here and wherever the session id is the key. */
export const findSession = (db: Db, id: string): Promise<SessionRow | undefined> =>
  unscoped(db).selectFrom('sessions').select(SESSION_COLUMNS).where('id', '=', id).executeTakeFirst()

/** Raises the counter if it still is `counter`; undefined when another call was first. */
export const rotateSession = (
  db: Db,
  { id, counter, at }: { id: string; counter: number; at: Date },
): Promise<SessionRow | undefined> =>
  unscoped(db)
    .updateTable('sessions')
    .set({ counter: counter + 1, last_refreshed_at: at })
    .where('id', '=', id)
    .where('counter', '=', counter)
    .returning(SESSION_COLUMNS)
    .executeTakeFirst()

export const deleteSession = async (db: Db, id: string): Promise<void> => {
  await unscoped(db).deleteFrom('sessions').where('id', '=', id).execute()
}

/** Ends all sessions of a user. */
export const deleteSessionsOf = async (db: Db, user: { accountId: number; userId: string }): Promise<void> => {
  await db.deleteFrom('sessions').where('account_id', '=', user.accountId).where('user_id', '=', user.userId).execute()
}

interface OwnSession {
  readonly accountId: number
  readonly userId: string
  readonly sessionId: string
}

/** Ends all sessions of a user but one. */
export const deleteOtherSessions = async (db: Db, { accountId, userId, sessionId }: OwnSession): Promise<void> => {
  await db
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('id', '<>', sessionId)
    .execute()
}

interface LiveSessions {
  readonly accountId: number
  readonly userId: string
  /** epoch milliseconds */
  readonly now: number
  /** from 1 */
  readonly page: number
  readonly pageSize: number
}

/** A page of the sessions of a user that are not over, newest first, and how many there are. */
export const listLiveSessions = async (db: Db, { accountId, userId, now, page, pageSize }: LiveSessions) => {
  const live = db
    .selectFrom('sessions')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('expires_at', '>', new Date(now))
    .where('last_refreshed_at', '>', new Date(now - SESSION_LIMITS.idle))
  const rows = await live
    .select(['id', 'created_at', 'last_refreshed_at', 'ip', 'user_agent'])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  const { total } = await live.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

export type LiveSession = Awaited<ReturnType<typeof listLiveSessions>>['rows'][number]
