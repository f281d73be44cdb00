import { signedIn } from '#server/http/implement.ts'
import type { RoutesOf } from '#server/http/routes.ts'
import { askQuestion } from './ask.usecases.ts'

export const askRoutes: RoutesOf<'ask'> = {
  ask: signedIn.ask.ask.handler(({ input, context: { deps, caller }, signal }) =>
    askQuestion(deps, caller, input.question, signal ?? new AbortController().signal),
  ),
}
