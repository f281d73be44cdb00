import { type RoutesOf, signedIn } from '#server/http/implement.ts'
import { detailOf, listFor, markRead, saveFeedback, setInsightDismissed } from './insights.usecases.ts'
import { tryModel } from './model/try-model.usecases.ts'
import { saveSettings, settingsOf } from './settings.usecases.ts'

const { insights } = signedIn

export const insightsRoutes: RoutesOf<'insights'> = {
  list: insights.list.handler(({ input, context: { deps, caller } }) => listFor(deps, caller, input)),
  get: insights.get.handler(({ input, context: { deps, caller } }) => detailOf(deps, caller, input.id)),
  markRead: insights.markRead.handler(({ input, context: { deps, caller } }) => markRead(deps, caller, input.id)),
  feedback: insights.feedback.handler(({ input, context: { deps, caller } }) => saveFeedback(deps, caller, input)),
  dismiss: insights.dismiss.handler(({ input, context: { deps, caller } }) =>
    setInsightDismissed(deps, caller, input.id, true),
  ),
  restore: insights.restore.handler(({ input, context: { deps, caller } }) =>
    setInsightDismissed(deps, caller, input.id, false),
  ),
  settings: insights.settings.handler(({ context: { deps, caller } }) => settingsOf(deps, caller.accountId)),
  saveSettings: insights.saveSettings.handler(({ input, context: { deps, caller } }) =>
    saveSettings(deps, caller.accountId, input),
  ),
  tryModel: insights.tryModel.handler(({ input, context: { deps, caller } }) => tryModel(deps, caller, input)),
}
