import { signedIn } from '#server/http/implement.ts'
import type { RoutesOf } from '#server/http/routes.ts'
import { keepFeedback } from './feedback.usecases.ts'

export const feedbackRoutes: RoutesOf<'feedback'> = {
  send: signedIn.feedback.send.handler(({ input, context: { deps, caller } }) => keepFeedback(deps, caller, input)),
}
