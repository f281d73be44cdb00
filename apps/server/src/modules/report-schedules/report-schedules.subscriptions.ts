import type { Deps } from '#server/deps.ts'
import { userEmailChanged, userRemoved } from '#server/modules/users/index.ts'
import { subscribe } from '#server/platform/events.ts'
import { removeRecipient, replaceRecipient } from './recipients.repo.ts'

export const replaceScheduleRecipient = subscribe(
  userEmailChanged,
  ({ db }: Pick<Deps, 'db'>, { accountId, from, to }) => replaceRecipient(db, accountId, { from, to }),
)

/** Transfers a removed user's schedules of shared reports, and removes the user from all recipients. */
export const transferSchedules = subscribe(
  userRemoved,
  async ({ db }: Pick<Deps, 'db'>, { accountId, userId, newOwnerId, email }) => {
    const sharedReports = db
      .selectFrom('saved_reports')
      .select('id')
      .where('account_id', '=', accountId)
      .where('is_public', '=', true)
      .where('deleted_at', 'is', null)
    await db
      .updateTable('report_schedules')
      .set({ user_id: newOwnerId })
      .where('account_id', '=', accountId)
      .where('user_id', '=', userId)
      .where('report_id', 'in', sharedReports)
      .execute()
    await removeRecipient(db, accountId, email)
  },
)
