import type { Understood } from '#contract/ask.ts'
import { Failure } from '#contract/errors.ts'
import { ReportDefinition } from '#contract/reports.ts'
import { explain } from '#insights/ask/explain.ts'
import type { ValueIndex } from '#insights/ask/value-index.ts'
import { findColumn, findReportType } from '#semantic/catalog/catalog.ts'
import type { ReportType } from '#semantic/catalog/report-type.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { loadAnalyticsSettings } from '#server/modules/analytics/analytics-settings.ts'
import { providerOf } from '#server/modules/insights/model/provider-of.ts'
import { readSettings } from '#server/modules/insights/store/settings.repo.ts'
import { demandAnswerable } from '#server/modules/saved-reports/check-definition.ts'
import { generateModelText, type ModelProvider } from '#server/platform/model-client.ts'
import { isGrounded } from './grounded.ts'
import { jsonIn, ModelAnswer } from './model-answer.ts'
import { INSTRUCTIONS, promptOf } from './model-prompt.ts'

interface Asked {
  readonly question: string
  readonly values: ValueIndex
  readonly signal: AbortSignal
}

const MAX_NAME = 200

/** Names as the catalog writes them, so that explanation and screens need not guess. */
const inOwnNames = (type: ReportType, answer: ModelAnswer): ModelAnswer => {
  const own = (name: string): string => findColumn(type, name)?.columnId ?? name
  const { relativeDateFilter } = answer
  return {
    ...answer,
    reportType: type.reportType,
    columns: answer.columns.map((column) => ({ ...column, columnId: own(column.columnId) })),
    filters: answer.filters.map((filter) => ({ ...filter, columnId: own(filter.columnId) })),
    groupColumns: answer.groupColumns.map(own),
    orderColumns: answer.orderColumns.map((sort) => ({ ...sort, columnId: own(sort.columnId) })),
    relativeDateFilter: relativeDateFilter && { ...relativeDateFilter, columnName: own(relativeDateFilter.columnName) },
  }
}

const isAnswerable = (deps: Deps, caller: Caller, definition: ReportDefinition): boolean => {
  try {
    demandAnswerable(deps, caller, definition)
    return true
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}

/** A provider that is down, slow or odd costs an answer and nothing else. */
const textOrNull = async (
  { log }: Pick<Deps, 'log'>,
  provider: ModelProvider,
  prompt: string,
  signal: AbortSignal,
): Promise<string | null> => {
  try {
    return await generateModelText(provider, { instructions: INSTRUCTIONS, prompt, temperature: 0 }, signal)
  } catch (error) {
    log.warn({ reason: error instanceof Error ? error.name : 'unknown' }, 'the language model gave no answer')
    return null
  }
}

/**
 * What the account's language model makes of a question, else that of the installation, when it names only what is there; null
 * otherwise, and where none is set up.
 */
export const readByModel = async (deps: Deps, caller: Caller, asked: Asked): Promise<Understood | null> => {
  const { accountId } = caller
  const provider = providerOf(deps, accountId, await readSettings(deps.db, accountId))
  if (provider === null) return null
  const { question, values, signal } = asked
  const { calendar } = await loadAnalyticsSettings(deps, caller)
  const text = await textOrNull(deps, provider, promptOf(question, calendar.today), signal)
  const answer = ModelAnswer.safeParse(text === null ? null : jsonIn(text))
  const type = answer.success ? findReportType(answer.data.reportType) : null
  if (!answer.success || type === null || !isGrounded(answer.data, question, values)) return null
  const { compare, ...parts } = inOwnNames(type, answer.data)
  const definition = ReportDefinition.parse({ ...parts, name: question.slice(0, MAX_NAME) })
  if (!isAnswerable(deps, caller, definition)) return null
  const view = compare === null ? {} : { compare }
  return { definition, ...view, explanation: explain(type, { definition: parts, ...view }, calendar), readBy: 'model' }
}
