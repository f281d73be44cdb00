import { type RoutesOf, signedIn } from '#server/http/implement.ts'
import { getInsightDetail, listFor, markRead, saveFeedback, setInsightDismissed } from './insights.usecases.ts'
import { tryModel } from './model/try-model.usecases.ts'
import { getInsightOutcome } from './outcome.usecases.ts'
import { assign, assigneesFor, listInsightHistory, setActed, setDone, snooze } from './progress.usecases.ts'
import { readInsightSettings, saveSettings } from './settings.usecases.ts'

const { insights } = signedIn

export const insightsRoutes: RoutesOf<'insights'> = {
  list: insights.list.handler(({ input, context: { deps, caller } }) => listFor(deps, caller, input)),
  get: insights.get.handler(({ input, context: { deps, caller } }) => getInsightDetail(deps, caller, input.id)),
  markRead: insights.markRead.handler(({ input, context: { deps, caller } }) => markRead(deps, caller, input.id)),
  feedback: insights.feedback.handler(({ input, context: { deps, caller } }) => saveFeedback(deps, caller, input)),
  dismiss: insights.dismiss.handler(({ input, context: { deps, caller } }) =>
    setInsightDismissed(deps, caller, input.id, true),
  ),
  restore: insights.restore.handler(({ input, context: { deps, caller } }) =>
    setInsightDismissed(deps, caller, input.id, false),
  ),
  assignees: insights.assignees.handler(({ context: { deps, caller } }) => assigneesFor(deps, caller)),
  snooze: insights.snooze.handler(({ input, context: { deps, caller } }) => snooze(deps, caller, input)),
  assign: insights.assign.handler(({ input, context: { deps, caller } }) => assign(deps, caller, input)),
  setDone: insights.setDone.handler(({ input, context: { deps, caller } }) => setDone(deps, caller, input)),
  setActed: insights.setActed.handler(({ input, context: { deps, caller } }) => setActed(deps, caller, input)),
  outcome: insights.outcome.handler(({ input, signal, context: { deps, caller } }) =>
    getInsightOutcome(deps, caller, input.id, signal),
  ),
  history: insights.history.handler(({ input, context: { deps, caller } }) =>
    listInsightHistory(deps, caller, input.id),
  ),
  settings: insights.settings.handler(({ context: { deps, caller } }) => readInsightSettings(deps, caller.accountId)),
  saveSettings: insights.saveSettings.handler(({ input, context: { deps, caller } }) =>
    saveSettings(deps, caller.accountId, input),
  ),
  tryModel: insights.tryModel.handler(({ input, context: { deps, caller } }) => tryModel(deps, caller, input)),
}
