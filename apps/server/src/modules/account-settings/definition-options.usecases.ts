import { z } from 'zod'
import type { DefinitionChoice } from '#contract/account.ts'
import { periodStart, shiftPeriod } from '#domain/ranges/period.ts'
import type { RangeCalendar } from '#domain/ranges/resolve-range.ts'
import { findColumn, findReportType } from '#semantic/catalog/catalog.ts'
import type { Measure } from '#semantic/catalog/column.ts'
import { DEFINITIONS, type Definition, type Definitions, readDefinitions } from '#semantic/definitions/definitions.ts'
import type { SemanticQuery } from '#semantic/query.ts'
import type { CallContext } from '#server/http/call.ts'
import {
  type AnalyticsSettings,
  getCachedResult,
  loadAnalyticsSettings,
  type QuerySession,
} from '#server/modules/analytics/index.ts'

/** Half-open local days. */
interface Days {
  readonly from: string
  readonly until: string
}

/** The measure that illustrates a definition. */
const getExampleMeasure = ({ shownBy }: Definition): Measure => {
  const type = findReportType(shownBy.reportType)
  const column = type && findColumn(type, shownBy.columnId)
  if (column?.kind !== 'measure') throw new Error(`${shownBy.columnId} is not a measure of ${shownBy.reportType}`)
  return column
}

const buildQuery = ({ shownBy }: Definition, days: Days): SemanticQuery => ({
  reportType: shownBy.reportType,
  columns: [{ columnId: shownBy.columnId, aggregation: 'None' }],
  grain: 'groups',
  groupBy: [],
  filter: null,
  range: { columnId: shownBy.rangeColumn, ...days },
  sort: [],
  top: null,
  page: null,
})

interface OptionQuery {
  readonly definition: Definition
  /** the current definitions, which the other definitions keep */
  readonly definitions: Definitions
  readonly days: Days
}

/** The illustrating measure under each option of a definition, as reports would compute it; money in major units. */
const computeByOption = async (
  session: QuerySession,
  { definition, definitions, days }: OptionQuery,
): Promise<Record<string, number | null>> => {
  const values: Record<string, number | null> = {}
  for (const option of Object.keys(definition.options)) {
    const optionSession = session.withDefinitions(readDefinitions({ ...definitions, [definition.id]: option }))
    const [[value = null] = []] = await optionSession.rows(buildQuery(definition, days))
    values[option] = typeof value === 'number' ? value : null
  }
  return values
}

/** Values of last month, by definition and option. */
const LastMonthValues = z.record(z.string(), z.record(z.string(), z.number().nullable()))
type LastMonthValues = z.infer<typeof LastMonthValues>

const computeLastMonth = async (
  { deps, call }: Pick<CallContext, 'deps' | 'call'>,
  settings: AnalyticsSettings,
  days: Days,
): Promise<LastMonthValues> => {
  const question = { settings, query: ['definitions', days], signal: call.signal }
  const kept = await getCachedResult(deps, question, async (session) => {
    const counted: LastMonthValues = {}
    for (const definition of DEFINITIONS)
      counted[definition.id] = await computeByOption(session, { definition, definitions: settings.definitions, days })
    return counted
  })
  // Before the first load there is no last month to show.
  return kept === null || kept.asOf === null
    ? {}
    : LastMonthValues.parse(JSON.parse(Buffer.from(kept.bytes).toString()))
}

/** The account's last complete calendar month. */
const lastMonthOf = (calendar: RangeCalendar): Days => {
  const until = periodStart(calendar.today, 'month', calendar)
  return { from: shiftPeriod(until, 'month', -1), until }
}

const FORMATS = ['number', 'integer', 'currency', 'percent'] as const

const getFormat = (definition: Definition): DefinitionChoice['format'] => {
  const { format } = getExampleMeasure(definition)
  return FORMATS.find((one) => one === format) ?? 'number'
}

/** Every definition with its options, the current one, and the value of last month under each. */
export const listDefinitionOptions = async ({
  deps,
  caller,
  call,
}: Pick<CallContext, 'deps' | 'caller' | 'call'>): Promise<DefinitionChoice[]> => {
  const settings = await loadAnalyticsSettings(deps, caller)
  const days = lastMonthOf(settings.calendar)
  const counted = await computeLastMonth({ deps, call }, settings, days)
  const inForce: Readonly<Record<string, string>> = settings.definitions
  return DEFINITIONS.map((definition) => ({
    id: definition.id,
    title: definition.title,
    description: definition.description,
    chosen: inForce[definition.id] ?? definition.standard,
    ways: Object.entries(definition.options).map(([value, { label, description }]) => ({
      value,
      label,
      description,
      lastMonth: counted[definition.id]?.[value] ?? null,
    })),
    format: getFormat(definition),
    range: days,
  }))
}
