import type { Deps } from '#server/deps.ts'
import { userRemoved } from '#server/modules/users/index.ts'
import { subscribe } from '#server/platform/events.ts'

/** Shared reports of a removed user are transferred; deleted ones stay and are deleted with the user. */
export const transferSharedReports = subscribe(
  userRemoved,
  async ({ db }: Pick<Deps, 'db'>, { accountId, userId, newOwnerId }) => {
    await db
      .updateTable('saved_reports')
      .set({ user_id: newOwnerId })
      .where('account_id', '=', accountId)
      .where('user_id', '=', userId)
      .where('is_public', '=', true)
      .where('deleted_at', 'is', null)
      .execute()
  },
)
