import { sql } from 'kysely'
import type { AuditEntry } from '#contract/account.ts'
import type { Db } from '#server/db/database.ts'
import { paginate } from '#server/db/paginate.ts'
import type { Deps } from '#server/deps.ts'

interface AuditQuery {
  readonly accountId: number
  readonly userId?: string | undefined
  /** an action such as `dashboards.rename`, or a noun for all of its actions */
  readonly action?: string | undefined
  /** from 1 */
  readonly page: number
  readonly pageSize: number
}

const selectAuditLines = (db: Db, { accountId, userId, action }: AuditQuery) =>
  db
    .selectFrom('audit_log as line')
    .where('line.account_id', '=', accountId)
    .$if(userId !== undefined, (query) => query.where('line.user_id', '=', userId ?? ''))
    .$if(action !== undefined, (query) =>
      query.where(sql<boolean>`(line.action = ${action} or starts_with(line.action, ${`${action}.`}))`),
    )

/** A page of entries, newest first, with the names of existing users, and the total count. */
const listAudit = (db: Db, query: AuditQuery) =>
  paginate(
    db,
    selectAuditLines(db, query)
      .leftJoin('users', (join) =>
        join.onRef('users.account_id', '=', 'line.account_id').onRef('users.id', '=', 'line.user_id'),
      )
      .select(['line.id', 'line.at', 'line.action', 'line.target', 'line.user_id', 'line.ip', 'line.details'])
      .select(['line.api_key_id', 'line.api_key_name'])
      .select(['users.first_name', 'users.last_name'])
      .orderBy('line.at', 'desc')
      .orderBy('line.id', 'desc'),
    query,
  )

type AuditRow = Awaited<ReturnType<typeof listAudit>>['items'][number]

const presentEntry = (row: AuditRow): AuditEntry => ({
  id: row.id,
  atUtc: row.at.toISOString(),
  action: row.action,
  target: row.target,
  userId: row.user_id,
  userName: row.first_name === null ? null : `${row.first_name} ${row.last_name ?? ''}`.trim(),
  ip: row.ip,
  apiKeyId: row.api_key_id,
  apiKeyName: row.api_key_name,
  details: row.details,
})

/** A page of the audit log, newest first, and the total count. */
export const readAudit = async ({ db }: Deps, query: AuditQuery) => {
  const { items, total } = await listAudit(db, query)
  return { items: items.map(presentEntry), total }
}
