import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { userEmailChanged, userRemoved } from '#server/modules/users/index.ts'
import { subscribe } from '#server/platform/events.ts'

const schedulesTo = (db: Db, accountId: number, address: string) =>
  db
    .updateTable('report_schedules')
    .where('account_id', '=', accountId)
    .where(sql<boolean>`recipients @> ${JSON.stringify([address])}::jsonb`)

/** Replaces a recipient's email address. */
const replaceRecipient = async (
  db: Db,
  accountId: number,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> => {
  await schedulesTo(db, accountId, from)
    .set({ recipients: sql<string>`(recipients - ${from}::text) || ${JSON.stringify([to])}::jsonb` })
    .execute()
}

/** Removes a recipient; deletes schedules without recipients. */
const removeRecipient = async (db: Db, accountId: number, address: string): Promise<void> => {
  await schedulesTo(db, accountId, address)
    .set({ recipients: sql<string>`recipients - ${address}::text` })
    .execute()
  await deleteUnaddressed(db, accountId)
}

const deleteUnaddressed = async (db: Db, accountId: number): Promise<void> => {
  await db
    .deleteFrom('report_schedules')
    .where('account_id', '=', accountId)
    .where(sql<boolean>`recipients || channels = '[]'::jsonb`)
    .execute()
}

/** Removes a channel of Slack or Teams; deletes schedules that are sent nowhere else. */
export const removeScheduledChannel = async (db: Db, accountId: number, id: string): Promise<void> => {
  await db
    .updateTable('report_schedules')
    .set({ channels: sql<string>`channels - ${id}::text` })
    .where('account_id', '=', accountId)
    .execute()
  await deleteUnaddressed(db, accountId)
}

export const replaceScheduleRecipient = subscribe(userEmailChanged, ({ db }: Deps, { accountId, from, to }) =>
  replaceRecipient(db, accountId, { from, to }),
)

/** Transfers a removed user's schedules of shared reports and of dashboards, which are transferred before, and removes the user from all recipients. */
export const transferSchedules = subscribe(
  userRemoved,
  async ({ db }: Deps, { accountId, userId, newOwnerId, email }) => {
    const sharedReports = db
      .selectFrom('saved_reports')
      .select('id')
      .where((eb) => eb.and({ account_id: accountId, is_public: true }))
      .where('deleted_at', 'is', null)
    const transferredDashboards = db
      .selectFrom('dashboards')
      .select('id')
      .where('account_id', '=', accountId)
      .where('user_id', '<>', userId)
      .where('deleted_at', 'is', null)
    await db
      .updateTable('report_schedules')
      .set({ user_id: newOwnerId })
      .where((eb) => eb.and({ account_id: accountId, user_id: userId }))
      .where((row) => row.or([row('report_id', 'in', sharedReports), row('dashboard_id', 'in', transferredDashboards)]))
      .execute()
    await removeRecipient(db, accountId, email)
  },
)
