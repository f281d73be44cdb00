import type { Feedback } from '#contract/feedback.ts'
import { DAY_MS } from '#domain/clock.ts'
import { inTransaction } from '#server/db/database.ts'
import { countRows } from '#server/db/paginate.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { assertRoom } from '#server/platform/quotas.ts'

/** Stores a user's feedback on a page. Errors: `request.too_many` after five within a minute, `request.quota`. */
export const storeFeedback = async (deps: Deps, { accountId, userId }: Caller, feedback: Feedback): Promise<void> => {
  const { route, email, rating, comments } = feedback
  const now = deps.clock.now()
  const row = { id: deps.ids.next(), account_id: accountId, user_id: userId, created_at: new Date(now) }
  await inTransaction(deps.db, async (trx) => {
    const sentToday = trx
      .selectFrom('feedback')
      .where((eb) => eb.and({ account_id: accountId, user_id: userId }))
      .where('created_at', '>', new Date(now - DAY_MS))
    await assertRoom(trx, 'feedback', userId, () => countRows(sentToday))
    await trx
      .insertInto('feedback')
      .values({ ...row, route, email, rating, comments })
      .execute()
  })
}
