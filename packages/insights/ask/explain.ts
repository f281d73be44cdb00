import { formatCode } from '#domain/code-labels.ts'
import { isCustomFieldKey } from '#domain/custom-fields.ts'
import { type ComparedWords, describeConditions } from '#domain/history-sentence.ts'
import { lookupTable } from '#domain/lookup-table.ts'
import { type CompareMode, comparisonName } from '#domain/ranges/comparison-mode.ts'
import { resolveComparison } from '#domain/ranges/comparison-range.ts'
import { addDays, isLocalDay, monthLabel, rangeLabel } from '#domain/ranges/local-day.ts'
import { isRelativeRange, parseFixedRange, type RangeChoice } from '#domain/ranges/relative-range.ts'
import { type RangeCalendar, type ResolvedRange, resolveRange } from '#domain/ranges/resolve-range.ts'
import { COMPARISON_LABELS, type Comparison, type FilterLevel } from '#domain/report-terms.ts'
import { inSentence, upperFirst } from '#domain/text.ts'
import { findColumn } from '#semantic/catalog/catalog.ts'
import type { ReportType } from '#semantic/catalog/report-type.ts'
import { describeHistory } from '#semantic/describe-history.ts'
import { SNAPSHOT_MEASURES } from './definition/build-definition.ts'

/** The parts of a definition that are explained; every column by its id. */
interface ExplainedDefinition {
  readonly columns: readonly { readonly columnId: string; readonly aggregation: string }[]
  readonly filters: readonly ExplainedFilter[]
  readonly filterOperator: 'And' | 'Or'
  readonly groupColumns: readonly string[]
  readonly orderColumns: readonly {
    readonly columnId: string
    readonly direction: 'asc' | 'desc'
    readonly by?: 'change' | undefined
  }[]
  readonly relativeDateFilter: { readonly relativeRange: string; readonly columnName: string } | null
  readonly top: number | null
  readonly calculations?: readonly { readonly columnId: string; readonly displayName: string }[]
  readonly dimensionFilters?: readonly ExplainedValues[]
  readonly history?: readonly Parameters<typeof describeHistory>[0][] | undefined
}

/** Any of the values, or none of them. */
interface ExplainedValues {
  readonly columnId: string
  readonly values: readonly (string | number)[]
  readonly exclude: boolean
}

interface ExplainedFilter {
  readonly columnId: string
  readonly comparison: Comparison
  readonly value: string | number | boolean | null
  readonly appliesTo?: FilterLevel | undefined
}

/** Whole periods ahead, of which the definition is the history. */
interface ExplainedForecast {
  readonly grain: string
  readonly from: string
  readonly until: string
}

interface Explainable {
  readonly definition: ExplainedDefinition
  readonly from?: string
  readonly until?: string
  readonly compare?: CompareMode
  readonly forecast?: ExplainedForecast
}

export const AGGREGATION_WORDS: Readonly<Record<string, string>> = lookupTable({
  Min: 'smallest ',
  Max: 'largest ',
  Avg: 'average ',
  Count: 'number of ',
})

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
]
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

const columnDisplayName = (type: ReportType, columnId: string): string =>
  inSentence(findColumn(type, columnId)?.displayName ?? columnId)

const joinWithAnd = (words: readonly string[], last = 'and'): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`

/** What stands for a value in a sentence: "Saturday", "Mar 3, 2026", "500". */
const wordsOf = (columnId: string, value: string | number | boolean): string => {
  if (columnId.endsWith('Weekday') && typeof value === 'number') return WEEKDAYS[value - 1] ?? String(value)
  if (columnId.endsWith('MonthOfYear') && typeof value === 'number') return MONTHS[value - 1] ?? String(value)
  if (typeof value === 'string' && isLocalDay(value)) return rangeLabel(value, addDays(value, 1))
  return columnId.endsWith('Month') && typeof value === 'string' ? monthLabel(value) : formatCode(columnId, value)
}

const OF_DAYS: Readonly<Partial<Record<Comparison, string>>> = {
  LessThan: 'is before',
  GreaterThan: 'is after',
  GreaterThanOrEqual: 'is on or after',
  LessThanOrEqual: 'is on or before',
}

/** A comparison and its value: "is at least 500", "is before Mar 3, 2026"; no value where the comparison has none. */
export const formatComparison = ({
  columnId,
  comparison,
  value,
}: ExplainedFilter): { readonly comparison: string; readonly value: string } => {
  const isDay = typeof value === 'string' && isLocalDay(value)
  return {
    comparison: (isDay ? OF_DAYS[comparison] : undefined) ?? COMPARISON_LABELS[comparison],
    value: value === null ? '' : wordsOf(columnId, value),
  }
}

type Condition = ExplainedFilter | ExplainedValues

/** "weekend", "not a refund": says enough without its column; null: it does not. */
const labelOfFlag = (condition: Condition): string | null => {
  const { columnId } = condition
  if ('values' in condition || isCustomFieldKey(columnId)) return null
  const { comparison } = condition
  return comparison === 'IsTrue' || comparison === 'IsFalse'
    ? inSentence(formatCode(columnId, comparison === 'IsTrue'))
    : null
}

const valuesOf = ({ columnId, values }: ExplainedValues, last: 'and' | 'or'): string =>
  joinWithAnd(
    values.map((one) => wordsOf(columnId, one)),
    last,
  )

const compared = (type: ReportType, condition: Condition, isOfGroups: boolean): ComparedWords => {
  const { columnId } = condition
  const name = columnDisplayName(type, columnId)
  if ('values' in condition) {
    const value = valuesOf(condition, 'or')
    return { columnId, column: name, comparison: condition.exclude ? 'is not' : 'is', value, isName: false }
  }
  const column = findColumn(type, columnId)
  const isTotal = isOfGroups && condition.appliesTo !== 'records'
  const total = isTotal && column?.kind === 'measure' && column.additive ? 'total ' : ''
  return { columnId, column: `${total}${name}`, ...formatComparison(condition), isName: false }
}

/** The rows are these periods of the range, so that they stand for it: "by order year, 2023 and 2025". */
const arePeriods = (
  type: ReportType,
  { columnId, exclude }: ExplainedValues,
  { groupColumns, relativeDateFilter }: ExplainedDefinition,
): boolean => {
  const column = findColumn(type, columnId)
  const of = column?.kind === 'dimension' ? column.part?.of : undefined
  return !exclude && groupColumns.includes(columnId) && of !== undefined && of === relativeDateFilter?.columnName
}

/** A running period next to an earlier one is compared up to today; only visits are on record ahead. */
const upToToday = (
  { reportType }: ReportType,
  { compare }: Explainable,
  range: ResolvedRange,
  { today }: RangeCalendar,
): string | null =>
  compare !== undefined && reportType !== 'Reservations' && range.from <= today && range.until > addDays(today, 1)
    ? rangeLabel(range.from, addDays(today, 1))
    : null

interface Days {
  readonly words: string
  readonly choice: RangeChoice
  /** filters that only express the range */
  readonly consumedFilters: readonly ExplainedFilter[]
}

const formatDays = ({ definition, from, until }: Explainable, calendar: RangeCalendar): Days | null => {
  const { relativeDateFilter, filters } = definition
  if (from !== undefined && until !== undefined)
    return { words: rangeLabel(from, until), choice: { from, until }, consumedFilters: [] }
  if (relativeDateFilter === null) return null
  const { relativeRange, columnName } = relativeDateFilter
  const fixed = parseFixedRange(relativeRange)
  if (fixed !== null) return { words: rangeLabel(fixed.from, fixed.until), choice: fixed, consumedFilters: [] }
  const range = isRelativeRange(relativeRange) ? resolveRange(relativeRange, calendar) : null
  if (range !== null && isRelativeRange(relativeRange))
    return { words: range.label, choice: relativeRange, consumedFilters: [] }
  const of = (comparison: Comparison) =>
    filters.find(
      (filter) => filter.columnId.toLowerCase() === columnName.toLowerCase() && filter.comparison === comparison,
    )
  const [low, high] = [of('GreaterThanOrEqual'), of('LessThan')]
  if (typeof low?.value === 'string' && typeof high?.value === 'string') {
    const choice = { from: low.value, until: high.value }
    return { words: rangeLabel(low.value, high.value), choice, consumedFilters: [low, high] }
  }
  if (low === undefined && typeof high?.value === 'string') {
    const last = addDays(high.value, -1)
    return { words: `up to ${rangeLabel(last, high.value)}`, choice: 'None', consumedFilters: [high] }
  }
  const isByMonth = definition.groupColumns.includes('asOfMonth')
  const isOfToday =
    isGrouped(definition) && !isByMonth && shownIds(definition).every((id) => SNAPSHOT_MEASURES.includes(id))
  return { words: isOfToday ? 'today' : 'all dates', choice: 'None', consumedFilters: [] }
}

const formatCompared = (compare: CompareMode | undefined, days: Days | null, calendar: RangeCalendar): string[] => {
  const range = compare === undefined || days === null ? null : resolveRange(days.choice, calendar)
  if (compare === undefined || days === null || range === null) return []
  const comparison = resolveComparison(days.choice, range, calendar, compare)
  return [`compared with ${comparisonName(comparison)} (${comparison.range.label})`]
}

/** Columns of a grouped report that are no groups. */
const shownIds = ({ columns, groupColumns }: ExplainedDefinition): readonly string[] =>
  columns.flatMap(({ columnId }) => (groupColumns.includes(columnId) ? [] : [columnId]))

const isGrouped = ({ groupColumns, columns }: ExplainedDefinition): boolean =>
  groupColumns.length > 0 || columns.some(({ aggregation }) => aggregation !== 'None')

/** Columns whose values stand before what they limit, in this order: "tasting room Chardonnay net sales". */
const ADJECTIVES = ['channel', 'vintage', 'brand', 'varietal', 'category']
const LIST_ADJECTIVES = ['standing', 'cancelledDate', ...ADJECTIVES]

/** The values of a filter that can be said as an adjective; null: it can't. */
const adjectiveOf = (type: ReportType, filter: Condition): string | null => {
  const { columnId } = filter
  if (!('values' in filter)) {
    if (columnId === 'standing' && filter.comparison === 'NotEqual' && filter.value === 'cancelled') return 'current'
    if (columnId === 'cancelledDate' && filter.comparison === 'IsNotNull') return 'former'
  }
  const values = 'values' in filter ? filter.values : [filter.value]
  const isOneOf = 'values' in filter ? !filter.exclude : filter.comparison === 'Equal'
  if (!isOneOf || !ADJECTIVES.includes(columnId)) return null
  const isCode = findColumn(type, columnId)?.type === 'enum'
  const names = values.map((value) => (isCode ? inSentence(formatCode(columnId, value ?? '')) : String(value)))
  return joinWithAnd(names, 'or')
}

/** What became of the members of a list, by the date that its range is of. */
const MEMBERS_BY_DATE: Readonly<Record<string, string>> = lookupTable({
  cancelledDate: 'members who canceled',
  signupDate: 'members who joined',
})

/** Of what people did, and not of the people themselves. */
const isOfDeeds = ({ reportType }: ReportType, { groupColumns }: ExplainedDefinition): boolean =>
  ['Orders', 'OrderLines', 'Reservations'].includes(reportType) && !groupColumns.includes('customerId')

/** What the rows are, and which measures they show. */
const formatSubject = (type: ReportType, definition: ExplainedDefinition): string => {
  if (!isGrouped(definition)) {
    const { columnName = '', relativeRange = 'None' } = definition.relativeDateFilter ?? {}
    if (type.reportType !== 'Memberships') return inSentence(type.title)
    return relativeRange === 'None' ? 'members' : (MEMBERS_BY_DATE[columnName] ?? 'members')
  }
  const groups = definition.groupColumns.filter((id) => !id.endsWith('Id'))
  const shownColumns = definition.columns
    .filter(({ columnId }) => !definition.groupColumns.includes(columnId))
    .map(({ columnId, aggregation }) => {
      const calculation = definition.calculations?.find((one) => one.columnId === columnId)
      const name = calculation === undefined ? columnDisplayName(type, columnId) : inSentence(calculation.displayName)
      return `${AGGREGATION_WORDS[aggregation] ?? ''}${name}`
    })
  const by = groups.length === 0 ? '' : ` by ${joinWithAnd(groups.map((id) => columnDisplayName(type, id)))}`
  return `${joinWithAnd(shownColumns)}${by}`
}

const formatSort = (type: ReportType, { orderColumns, top, calculations }: ExplainedDefinition): string[] => {
  const [first] = orderColumns
  if (first === undefined) return top === null ? [] : [`the first ${top} rows`]
  if (first.by === 'change') {
    const change = first.direction === 'desc' ? 'largest increase' : 'largest decrease'
    return [top === null ? `${change} first` : `the ${top} with the ${change}`]
  }
  const column = findColumn(type, first.columnId)
  const isDate = column?.type === 'dateTime' || column?.type === 'date'
  const isNumber = column?.type === 'number' || column?.type === 'currency'
  const isText = column?.kind === 'dimension' && !isDate && !isNumber
  if (isText)
    return [`by ${columnDisplayName(type, first.columnId)}${first.direction === 'desc' ? ', descending' : ''}`]
  const [most, least] = isDate ? ['latest', 'earliest'] : ['highest', 'lowest']
  const calculation = calculations?.find((one) => one.columnId === first.columnId)
  const name = calculation === undefined ? columnDisplayName(type, first.columnId) : inSentence(calculation.displayName)
  const end = `${first.direction === 'desc' ? most : least} ${name}`
  return [top === null ? `${end} first` : `the ${top} with the ${end}`]
}

/** The date column of the range if it is not the type's default. */
const formatDateColumn = (type: ReportType, columnName: string): string => {
  const column = findColumn(type, columnName)
  return column === null ? '' : `${inSentence(column.displayName)} `
}

/** "forecast of web net sales by month". */
const formatForecast = (type: ReportType, definition: ExplainedDefinition, { grain }: ExplainedForecast): string => {
  const measured = definition.columns.filter(({ columnId }) => !definition.groupColumns.includes(columnId))
  return `${joinWithAnd(measured.map(({ columnId }) => columnDisplayName(type, columnId)))} by ${grain}`
}

/** One sentence that explains an interpretation: measures, groups, limits, range, comparison and order. */
export const explain = (type: ReportType, asked: Explainable, calendar: RangeCalendar): string => {
  const { definition, compare } = asked
  const { history = [] } = definition
  const said = formatDays(asked, calendar)
  const resolved = said === null ? null : resolveRange(said.choice, calendar)
  const running = resolved && upToToday(type, asked, resolved, calendar)
  const days = said === null || running === null ? said : { ...said, words: running }
  const column = definition.relativeDateFilter?.columnName ?? ''
  const isDated = days !== null && days.choice !== 'None'
  const limits = definition.filters.filter(
    (filter) =>
      !days?.consumedFilters.includes(filter) &&
      !(
        filter.comparison === 'IsNotNull' &&
        ((isDated && filter.columnId === column) || definition.groupColumns.includes(filter.columnId))
      ),
  )
  const periods = definition.dimensionFilters?.find((one) => arePeriods(type, one, definition))
  const all = [...limits, ...(definition.dimensionFilters ?? []).filter((one) => one !== periods)]
  const isEither = definition.filterOperator === 'Or' && all.length > 1
  const adjectives = (isGrouped(definition) ? ADJECTIVES : LIST_ADJECTIVES).flatMap((columnId) => {
    const filter = isEither
      ? undefined
      : all.find((one) => one.columnId === columnId && adjectiveOf(type, one) !== null)
    return filter === undefined ? [] : [{ filter, words: adjectiveOf(type, filter) }]
  })
  const others = all.filter((one) => !adjectives.some(({ filter }) => filter === one))
  const operator = isEither ? 'or' : 'and'
  const flags = others.flatMap((one) => labelOfFlag(one) ?? [])
  const conditions = describeConditions(
    others
      .filter((one) => labelOfFlag(one) === null)
      .map((one) => compared(type, one, definition.groupColumns.length > 0)),
    operator,
  )
  const { forecast } = asked
  const subject = forecast === undefined ? formatSubject(type, definition) : formatForecast(type, definition, forecast)
  const whole = [
    ...(forecast === undefined ? [] : ['forecast of']),
    ...adjectives.map(({ words }) => words),
    subject,
    ...(flags.length === 0 ? [] : [`(${joinWithAnd(flags, operator)})`]),
    ...(conditions === '' ? [] : [conditions]),
    ...(history.length > 0 && isOfDeeds(type, definition) ? ['from customers'] : []),
    ...(history.length === 0
      ? []
      : [joinWithAnd(history.map((one, at) => describeHistory(one, [], history.slice(0, at))))]),
  ].join(' ')
  if (forecast !== undefined) return `${upperFirst(whole)}, ${rangeLabel(forecast.from, forecast.until)}.`
  const isConsumed = days !== null && days.consumedFilters.length > 0
  const isNamed = subject === MEMBERS_BY_DATE[column]
  // people who did something are all there are, amounts are those of all dates
  const isOfAnyDate = days?.choice === 'None' && !isConsumed && history.length > 0 && !isGrouped(definition)
  const of = !isNamed && (isConsumed || (column !== type.dateColumn && isDated)) ? formatDateColumn(type, column) : ''
  const parts = [
    upperFirst(whole),
    ...(days === null || isOfAnyDate ? [] : [`${of}${periods === undefined ? days.words : valuesOf(periods, 'and')}`]),
    ...formatCompared(compare, days, calendar),
    ...formatSort(type, definition),
  ]
  return `${parts.join(', ')}.`
}
