import type { Insertable, Selectable } from 'kysely'
import { type Db, unscoped } from '#server/db/database.ts'
import { countRows } from '#server/db/paginate.ts'
import type { Schema } from '#server/db/schema.gen.ts'
import type { SavedReportRow } from '#server/modules/saved-reports/index.ts'

export type ReportLinkRow = Selectable<Schema['report_links']>

type Of = Pick<SavedReportRow, 'account_id' | 'id'>

const linksOf = (db: Db, { account_id, id }: Of) =>
  db.selectFrom('report_links').where('account_id', '=', account_id).where('report_id', '=', id)

/** Newest first. */
export const listLinks = (db: Db, report: Of): Promise<ReportLinkRow[]> =>
  linksOf(db, report).selectAll().orderBy('created_at', 'desc').orderBy('id').execute()

export const countLinks = (db: Db, report: Of): Promise<number> => countRows(linksOf(db, report))

export const insertLink = (db: Db, row: Insertable<Schema['report_links']>): Promise<ReportLinkRow> =>
  db.insertInto('report_links').values(row).returningAll().executeTakeFirstOrThrow()

/** The deleted link; undefined: there was none. */
export const deleteLink = (db: Db, { account_id, id }: Of, linkId: string): Promise<ReportLinkRow | undefined> =>
  db
    .deleteFrom('report_links')
    .where((eb) => eb.and({ account_id, report_id: id, id: linkId }))
    .returningAll()
    .executeTakeFirst()

/** Unscoped, as only the token says which account it belongs to. */
export const findLink = (db: Db, tokenHash: string): Promise<ReportLinkRow | undefined> =>
  unscoped(db).selectFrom('report_links').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()

const MINUTE_MS = 60_000

/** Records that a link was used, at most once a minute. */
export const markUsed = async (db: Db, { account_id, id }: ReportLinkRow, now: number): Promise<void> => {
  await db
    .updateTable('report_links')
    .set({ last_used_at: new Date(now) })
    .where((eb) => eb.and({ account_id, id }))
    .where((row) => row.or([row('last_used_at', 'is', null), row('last_used_at', '<', new Date(now - MINUTE_MS))]))
    .execute()
}
