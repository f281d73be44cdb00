import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Db, UserKey } from '#server/db/database.ts'
import type { Schema } from '#server/db/schema.gen.ts'

const hasRow = async <Table extends keyof Schema>(query: SelectQueryBuilder<Schema, Table, unknown>) =>
  (await query.select(sql<number>`1`.as('one')).limit(1).executeTakeFirst()) !== undefined

const succeededRuns = (db: Db, accountId: number) =>
  db.selectFrom('service_runs').where('account_id', '=', accountId).where('status', '=', 'succeeded')

/** Whether a sync or an import has succeeded, so that its columns or records were matched. */
export const hasLoaded = (db: Db, accountId: number): Promise<boolean> => hasRow(succeededRuns(db, accountId))

/** Whether a sync or an import brought rows of this table. */
export const hasBrought = (db: Db, accountId: number, table: 'reservations' | 'memberships'): Promise<boolean> =>
  hasRow(succeededRuns(db, accountId).where(sql<boolean>`(counts ->> ${table})::bigint > 0`))

/** Whether a month was compared with the platform, or a file was imported with the totals that it should have. */
export const hasCheckedNumber = async (db: Db, accountId: number): Promise<boolean> =>
  (await hasRow(
    db.selectFrom('audit_log').where('account_id', '=', accountId).where('action', '=', 'services.reconciliation'),
  )) || (await hasRow(succeededRuns(db, accountId).where(sql<boolean>`jsonb_typeof(request -> 'expected') = 'object'`)))

export const hasInvited = (db: Db, accountId: number): Promise<boolean> =>
  hasRow(db.selectFrom('invitations').where('account_id', '=', accountId).where('revoked_at', 'is', null))

/** Whether the user starred another dashboard than their first one, or changed the first. */
export const hasStarred = (db: Db, { accountId, userId }: UserKey): Promise<boolean> => {
  const isNotFirst = (row: ExpressionBuilder<Schema, 'dashboards'>) =>
    row.exists(
      row
        .selectFrom('dashboards as earlier')
        .select('earlier.id')
        .where((eb) => eb.and({ 'earlier.account_id': accountId, 'earlier.user_id': userId }))
        .where('earlier.deleted_at', 'is', null)
        .whereRef('earlier.id', '<>', 'dashboards.id')
        .whereRef('earlier.created_at', '<=', 'dashboards.created_at'),
    )
  return hasRow(
    db
      .selectFrom('dashboards')
      .where((eb) => eb.and({ account_id: accountId, user_id: userId }))
      .where('deleted_at', 'is', null)
      .where('is_default', '=', true)
      .where((row) => row.or([row('version', '>', 1), isNotFirst(row)])),
  )
}
