import type { Feedback } from '#contract/rest.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { type RoutesOf, signedIn } from '#server/http/implement.ts'

/** Stores a user's feedback on a page. Errors: `request.too_many` after five within a minute. */
const storeFeedback = async (
  deps: Pick<Deps, 'clock' | 'ids' | 'db'>,
  { accountId, userId }: Caller,
  feedback: Feedback,
): Promise<void> => {
  const { route, email, rating, comments } = feedback
  const row = { id: deps.ids.next(), account_id: accountId, user_id: userId, created_at: new Date(deps.clock.now()) }
  await deps.db
    .insertInto('feedback')
    .values({ ...row, route, email, rating, comments })
    .execute()
}

export const feedbackRoutes: RoutesOf<'feedback'> = {
  send: signedIn.feedback.send.handler(({ input, context: { deps, caller } }) => storeFeedback(deps, caller, input)),
}
