import type { Feedback } from '#contract/rest.ts'
import type { Deps } from '#server/container.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { CallInfo } from '#server/http/call.ts'
import type { Caller } from '#server/http/caller.ts'
import { writeAudit } from '#server/modules/auth/audit.repo.ts'
import { demandWithinLimit } from '#server/modules/auth/rate-limit.ts'

interface GivenFeedback {
  readonly caller: Caller
  readonly call: CallInfo
  readonly feedback: Feedback
}

/** Keeps what a user thinks of a page. Errors: `request.too_many` after five within a minute. */
export const keepFeedback = async (deps: Deps, { caller, call, feedback }: GivenFeedback): Promise<void> => {
  const { accountId, userId } = caller
  await demandWithinLimit(deps, 'feedback', userId)
  await inTransaction(deps.db, async (trx) => {
    const { route, email, rating, comments } = feedback
    const at = new Date(deps.clock.now())
    const row = { id: deps.ids.next(), account_id: accountId, user_id: userId, created_at: at }
    await trx
      .insertInto('feedback')
      .values({ ...row, route, email, rating, comments })
      .execute()
    await writeAudit(deps, trx, call, { action: 'feedback.sent', accountId, userId, details: { route, rating } })
  })
}
