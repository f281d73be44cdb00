import { DAY_MS } from '#domain/clock.ts'
import { type UserKey, unscoped } from '#server/db/database.ts'
import { type Page, paginate } from '#server/db/paginate.ts'
import type { Deps } from '#server/deps.ts'
import { scheduledJob } from '#server/jobs/job.ts'

/** Tables whose deleted rows stay in their owner's trash, each with the column that identifies a row to callers. */
const TRASH = { dashboards: 'slug', saved_reports: 'id', alerts: 'id' } as const

type TrashTable = keyof typeof TRASH

/** A page of a user's trash, latest first, and the total count. */
export const listTrash = async ({ db }: Deps, table: TrashTable, { accountId, userId }: UserKey, page: Page) => {
  const trashed = db
    .selectFrom(table)
    .select([`${TRASH[table]} as key`, 'name', 'deleted_at'])
    .where((eb) => eb.and({ account_id: accountId, user_id: userId }))
    .where('deleted_at', 'is not', null)
    .orderBy('deleted_at', 'desc')
    .orderBy('id')
  const { items: rows, total } = await paginate(db, trashed, page)
  const items = rows.map(({ key, name, deleted_at }) => ({
    key,
    name,
    deletedDateUtc: deleted_at?.toISOString() ?? '',
  }))
  return { items, total }
}

const RETENTION_MS = 30 * DAY_MS

/** Permanently deletes what has been in the trash for 30 days. Covers all accounts, hence unscoped. */
const emptyTrashJob = (table: TrashTable, name: string, schedule: string) =>
  scheduledJob({ name, schedule }, async ({ db, clock }: Deps) => {
    await unscoped(db)
      .deleteFrom(table)
      .where('deleted_at', '<', new Date(clock.now() - RETENTION_MS))
      .execute()
  })

export const emptyDashboardTrashJob = emptyTrashJob('dashboards', 'empty-dashboard-trash', '20 3 * * *')
export const emptyAlertTrashJob = emptyTrashJob('alerts', 'empty-alert-trash', '30 3 * * *')
export const emptyReportTrashJob = emptyTrashJob('saved_reports', 'empty-report-trash', '25 3 * * *')
