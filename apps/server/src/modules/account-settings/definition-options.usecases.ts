import { z } from 'zod'
import type { DefinitionChoice } from '#contract/account.ts'
import { periodStart, shiftPeriod } from '#domain/ranges/period.ts'
import type { RangeCalendar } from '#domain/ranges/resolve-range.ts'
import { findColumn, findReportType } from '#semantic/catalog/catalog.ts'
import type { Measure } from '#semantic/catalog/column.ts'
import type { Choice } from '#semantic/definitions/choice.ts'
import { readDefinitions } from '#semantic/definitions/read-definitions.ts'
import { CHOICES, type Definitions } from '#semantic/definitions/registry.ts'
import type { SemanticQuery } from '#semantic/query.ts'
import type { CallContext } from '#server/http/call.ts'
import { type AnalyticsSettings, analyticsSettings } from '#server/modules/analytics/analytics-settings.ts'
import { keptAnswer } from '#server/modules/analytics/kept-answer.ts'
import type { QuerySession } from '#server/modules/analytics/query-session.ts'

/** Half-open local days. */
interface Days {
  readonly from: string
  readonly until: string
}

/** The measure that shows what a choice does. */
const shownMeasure = ({ shownBy }: Choice): Measure => {
  const type = findReportType(shownBy.reportType)
  const column = type && findColumn(type, shownBy.columnId)
  if (column?.kind !== 'measure') throw new Error(`${shownBy.columnId} is no measure of ${shownBy.reportType}`)
  return column
}

const questionOf = ({ shownBy }: Choice, days: Days): SemanticQuery => ({
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

interface Counting {
  readonly choice: Choice
  /** those in force, which the other choices keep */
  readonly definitions: Definitions
  readonly days: Days
}

/** The number that shows the choice over these days by each of its ways, as reports would answer it; money in major units. */
const countByWays = async (
  session: QuerySession,
  { choice, definitions, days }: Counting,
): Promise<Record<string, number | null>> => {
  const counted: Record<string, number | null> = {}
  for (const way of Object.keys(choice.ways)) {
    const countedSo = session.countingBy(readDefinitions({ ...definitions, [choice.id]: way }))
    const [[value = null] = []] = await countedSo.rows(questionOf(choice, days))
    counted[way] = typeof value === 'number' ? value : null
  }
  return counted
}

/** Numbers of last month, by choice and way. */
const Counted = z.record(z.string(), z.record(z.string(), z.number().nullable()))
type Counted = z.infer<typeof Counted>

const countLastMonth = async (
  { deps, call }: Pick<CallContext, 'deps' | 'call'>,
  settings: AnalyticsSettings,
  days: Days,
): Promise<Counted> => {
  const question = { settings, about: ['definitions', days], signal: call.signal }
  const kept = await keptAnswer(deps, question, async (session) => {
    const counted: Counted = {}
    for (const choice of CHOICES)
      counted[choice.id] = await countByWays(session, { choice, definitions: settings.definitions, days })
    return counted
  })
  // without a load the numbers would be those of nothing
  return kept === null || kept.asOf === null ? {} : Counted.parse(JSON.parse(Buffer.from(kept.bytes).toString()))
}

/** The last whole calendar month of the account. */
const lastMonth = (calendar: RangeCalendar): Days => {
  const until = periodStart(calendar.today, 'month', calendar)
  return { from: shiftPeriod(until, 'month', -1), until }
}

const FORMATS = ['number', 'integer', 'currency', 'percent'] as const

const formatOf = (choice: Choice): DefinitionChoice['format'] => {
  const { format } = shownMeasure(choice)
  return FORMATS.find((one) => one === format) ?? 'number'
}

/** Every choice with its ways, the one in force, and what last month is by each. */
export const definitionChoices = async ({
  deps,
  caller,
  call,
}: Pick<CallContext, 'deps' | 'caller' | 'call'>): Promise<DefinitionChoice[]> => {
  const settings = await analyticsSettings(deps, caller)
  const days = lastMonth(settings.calendar)
  const counted = await countLastMonth({ deps, call }, settings, days)
  const inForce: Readonly<Record<string, string>> = settings.definitions
  return CHOICES.map((choice) => ({
    id: choice.id,
    title: choice.title,
    description: choice.description,
    chosen: inForce[choice.id] ?? choice.standard,
    ways: Object.entries(choice.ways).map(([value, { label, description }]) => ({
      value,
      label,
      description,
      lastMonth: counted[choice.id]?.[value] ?? null,
    })),
    format: formatOf(choice),
    range: days,
  }))
}
