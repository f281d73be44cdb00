import type { Insertable, Selectable } from 'kysely'
import { type Db, unscoped } from '#server/db/database.ts'
import { countRows } from '#server/db/paginate.ts'
import type { Schema } from '#server/db/schema.gen.ts'
import type { DashboardRow } from '#server/modules/dashboards/index.ts'

export type ViewLinkRow = Selectable<Schema['view_links']>

type Of = Pick<DashboardRow, 'account_id' | 'id'>

const linksOf = (db: Db, { account_id, id }: Of) =>
  db.selectFrom('view_links').where('account_id', '=', account_id).where('dashboard_id', '=', id)

/** Newest first. */
export const listLinks = (db: Db, dashboard: Of): Promise<ViewLinkRow[]> =>
  linksOf(db, dashboard).selectAll().orderBy('created_at', 'desc').orderBy('id').execute()

export const countLinks = (db: Db, dashboard: Of): Promise<number> => countRows(linksOf(db, dashboard))

export const insertLink = (db: Db, row: Insertable<Schema['view_links']>): Promise<ViewLinkRow> =>
  db.insertInto('view_links').values(row).returningAll().executeTakeFirstOrThrow()

/** The deleted link; undefined: there was none. */
export const deleteLink = (db: Db, { account_id, id }: Of, linkId: string): Promise<ViewLinkRow | undefined> =>
  db
    .deleteFrom('view_links')
    .where((eb) => eb.and({ account_id, dashboard_id: id, id: linkId }))
    .returningAll()
    .executeTakeFirst()

/** A link that has not expired. Unscoped, as only the token says which account it belongs to. */
export const findLink = (db: Db, tokenHash: string, now: Date): Promise<ViewLinkRow | undefined> =>
  unscoped(db)
    .selectFrom('view_links')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** The dashboard of a link while it is not in the trash and belongs to the person who created the link. */
export const findLinkedDashboard = (db: Db, link: ViewLinkRow): Promise<DashboardRow | undefined> =>
  db
    .selectFrom('dashboards')
    .selectAll()
    .where((eb) => eb.and({ account_id: link.account_id, user_id: link.user_id, id: link.dashboard_id }))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

const MINUTE_MS = 60_000

/** Records that a link was opened, at most once a minute. */
export const markViewed = async (db: Db, { account_id, id }: ViewLinkRow, now: number): Promise<void> => {
  await db
    .updateTable('view_links')
    .set({ last_viewed_at: new Date(now) })
    .where((eb) => eb.and({ account_id, id }))
    .where((row) => row.or([row('last_viewed_at', 'is', null), row('last_viewed_at', '<', new Date(now - MINUTE_MS))]))
    .execute()
}
