import type { NotUnderstood, Understood } from '#contract/ask.ts'
import { ReportDefinition } from '#contract/reports.ts'
import { ask, type NotUnderstood as GrammarRefusal } from '#insights/ask/ask.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { loadAnalyticsSettings } from '#server/modules/analytics/analytics-settings.ts'
import { demandAnswerable } from '#server/modules/saved-reports/check-definition.ts'
import { readByModel } from './model-reading.ts'
import { valuesOf } from './values.ts'

const refusal = ({ notUnderstood, suggestions }: GrammarRefusal): NotUnderstood => ({
  notUnderstood: [...notUnderstood],
  suggestions: suggestions.map(({ word, near }) => ({ word, near: [...near] })),
})

/**
 * A question in words as a report definition that can be answered. The grammar reads it first; a language model, where one
 * is set up, only what the grammar did not understand.
 *
 * Errors: `request.too_many` after twenty questions of a user within an hour.
 */
export const askQuestion = async (
  deps: Deps,
  caller: Caller,
  question: string,
  signal: AbortSignal,
): Promise<Understood | NotUnderstood> => {
  const { calendar } = await loadAnalyticsSettings(deps, caller)
  const values = await valuesOf(deps, caller, signal)
  const read = ask(question, { calendar, values })
  if ('notUnderstood' in read) return (await readByModel(deps, caller, { question, values, signal })) ?? refusal(read)
  const { definition: asked, explanation, ...view } = read
  const definition = ReportDefinition.parse(asked)
  demandAnswerable(deps, caller, definition)
  return { definition, ...view, explanation, readBy: 'grammar' }
}
