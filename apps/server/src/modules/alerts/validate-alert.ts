import type { z } from 'zod'
import type { AlertInput } from '#contract/alerts.ts'
import { failFields } from '#contract/errors.ts'
import type { ResultColumn } from '#contract/reports.ts'
import { type AlertUnit, isForecastRange, isGrowingRange } from '#domain/alerts.ts'
import { resolveReport } from '#reports/kit/resolve-report.ts'
import type { SemanticQuery } from '#semantic/query.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { type AnalyticsSettings, presentColumns, resolveAnalyticsSettings } from '#server/modules/analytics/index.ts'
import { findDayColumn, findDefinition, rejectInvalidQueries } from '#server/modules/reports/index.ts'
import { assertAnswerable } from '#server/modules/saved-reports/index.ts'
import { watchedRequest } from './watched-report.ts'

type Input = z.output<typeof AlertInput>

/** In characters of JSON, as for saved reports. */
const MAX_DEFINITION = 20_000

const forecastProblem = (
  { definition, scope }: Input,
  { additive }: ResultColumn,
  query: SemanticQuery,
  settings: AnalyticsSettings,
): string | null => {
  if (scope === 'rows') return 'Only totals can be forecast. Watch the total, or set a limit.'
  if (!additive) return 'Only amounts and counts can be forecast. Set a limit or a change instead.'
  if (!isForecastRange(definition.relativeDateFilter?.relativeRange ?? 'None'))
    return 'Only yesterday, last week, and last month can be forecast. Choose one of them.'
  const day = query.range === null ? null : findDayColumn(definition, query.range.columnId, settings)
  const isOfAllRecords = query.having === undefined && query.top === null && query.groupLimits === undefined
  return day !== null && isOfAllRecords ? null : 'There’s no forecast for this report. Set a limit or a change instead.'
}

const findProblem = (
  input: Input,
  column: ResultColumn | undefined,
  query: SemanticQuery,
  settings: AnalyticsSettings,
) => {
  const { condition, scope, definition } = input
  if (column === undefined || column.kind !== 'measure')
    return { field: 'column', message: 'Choose a column with a number to watch' }
  const range = definition.relativeDateFilter?.relativeRange ?? 'None'
  if (condition.kind === 'below' && column.additive && isGrowingRange(range)) {
    const message = 'This period isn’t over, so its number starts near zero. Choose a finished one, such as yesterday.'
    return { field: 'definition.relativeDateFilter.relativeRange', message }
  }
  if (condition.kind === 'change' && query.range === null)
    return { field: 'definition.relativeDateFilter.relativeRange', message: 'Choose dates to compare' }
  if (condition.kind === 'change' && scope === 'rows' && query.grain === 'records')
    return { field: 'scope', message: 'Single records can’t be compared. Group the report, or watch its total.' }
  if (condition.kind !== 'forecast') return null
  const message = forecastProblem(input, column, query, settings)
  return message === null ? null : { field: 'condition.kind', message }
}

/**
 * The watched column of an alert and how its numbers are stored.
 *
 * @throws Failure `report.invalid` and `request.invalid` naming each field at fault
 */
export const validateAlert = async (
  deps: Deps,
  caller: Caller,
  input: Input,
): Promise<{ readonly column: ResultColumn; readonly unit: AlertUnit }> => {
  const { definition } = input
  if (JSON.stringify(definition).length > MAX_DEFINITION)
    throw failFields('request.invalid', [{ field: 'definition.columns', message: 'This report is too large' }])
  assertAnswerable(deps, caller, definition)
  const settings = resolveAnalyticsSettings(caller, { now: deps.clock.now() })
  const { query } = await rejectInvalidQueries(async () => {
    const request = watchedRequest(await findDefinition(deps, caller, definition), input)
    return resolveReport(request, settings.calendar, settings.customFields)
  })
  const isPresent = input.column < definition.columns.length
  const [column] = isPresent ? presentColumns(query) : []
  const problem = findProblem(input, column, query, settings)
  if (problem !== null || column === undefined) throw failFields('request.invalid', problem === null ? [] : [problem])
  return { column, unit: column.format === 'currency' ? 'money' : 'number' }
}
