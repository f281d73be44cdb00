import { type RoutesOf, signedIn } from '#server/http/implement.ts'
import { askQuestion } from './ask.usecases.ts'
import { chipsOfReport, completeQuestion, composeQuestion } from './chips.usecases.ts'
import { forecastQuestion } from './forecast.usecases.ts'
import { forgetQuestion, listHistory, pinQuestion, reopenQuestion } from './history.usecases.ts'
import { suggestQuestions } from './suggestions.usecases.ts'

export const askRoutes: RoutesOf<'ask'> = {
  ask: signedIn.ask.ask.handler(({ input, context: { deps, caller, call } }) =>
    askQuestion(deps, caller, input, call.signal),
  ),
  compose: signedIn.ask.compose.handler(({ input, context: { deps, caller } }) =>
    'question' in input ? composeQuestion(deps, caller, input.question) : chipsOfReport(deps, caller, input.context),
  ),
  complete: signedIn.ask.complete.handler(async ({ input, context: { deps, caller, call } }) => ({
    completions: await completeQuestion(deps, caller, input, call.signal),
  })),
  forecast: signedIn.ask.forecast.handler(({ input, context: { deps, caller, call } }) =>
    forecastQuestion(deps, caller, input, call.signal),
  ),
  history: signedIn.ask.history.handler(({ context: { deps, caller } }) => listHistory(deps, caller)),
  reopen: signedIn.ask.reopen.handler(({ input, context: { deps, caller } }) => reopenQuestion(deps, caller, input.id)),
  pin: signedIn.ask.pin.handler(({ input, context: { deps, caller } }) => pinQuestion(deps, caller, input)),
  forget: signedIn.ask.forget.handler(({ input, context: { deps, caller } }) => forgetQuestion(deps, caller, input.id)),
  suggestions: signedIn.ask.suggestions.handler(({ context: { deps, caller, call } }) =>
    suggestQuestions(deps, caller, call.signal),
  ),
}
