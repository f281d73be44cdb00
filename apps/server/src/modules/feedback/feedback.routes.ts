import { type RoutesOf, signedIn } from '#server/http/implement.ts'
import { storeFeedback } from './store-feedback.usecases.ts'

export const feedbackRoutes: RoutesOf<'feedback'> = {
  send: signedIn.feedback.send.handler(({ input, context: { deps, caller } }) => storeFeedback(deps, caller, input)),
}
