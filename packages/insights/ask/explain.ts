import { labelOf } from '#domain/code-labels.ts'
import { type CompareMode, comparisonRange } from '#domain/ranges/comparison-range.ts'
import { describeRange, type RangeCalendar, resolveRange } from '#domain/ranges/resolve-range.ts'
import type { Comparison } from '#domain/report-terms.ts'
import { findColumn } from '#semantic/catalog/catalog.ts'
import type { ReportType } from '#semantic/catalog/report-type.ts'
import type { Answerable, AskedDefinition } from './build/answerable.ts'
import type { Want } from './build/want.ts'

type Filter = AskedDefinition['filters'][number]

const COMPARISON_WORDS: Readonly<Partial<Record<Comparison, string>>> = {
  Equal: 'is',
  NotEqual: 'is not',
  GreaterThan: 'is more than',
  GreaterThanOrEqual: 'is at least',
  LessThan: 'is less than',
  LessThanOrEqual: 'is at most',
  IsNotNull: 'is given',
  IsNull: 'is not given',
}

const COMPARE_WORDS: Readonly<Record<CompareMode, string>> = {
  previousPeriod: 'the period before',
  previousYear: 'the year before',
}

const nameOf = (type: ReportType, columnId: string): string => findColumn(type, columnId)?.displayName ?? columnId

const lowered = (name: string): string =>
  /^[A-Z]{2}/.test(name) ? name : `${name.charAt(0).toLowerCase()}${name.slice(1)}`

const namesOf = (type: ReportType, ids: readonly string[]): string => joined(ids.map((id) => lowered(nameOf(type, id))))

const joined = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

const filterWords = (type: ReportType, { columnId, comparison, value }: Filter): string => {
  const name = lowered(nameOf(type, columnId))
  if (comparison === 'IsTrue') return lowered(labelOf(columnId, true))
  if (comparison === 'IsFalse') return lowered(labelOf(columnId, false))
  const shown = value === null ? '' : ` ${labelOf(columnId, value)}`
  return `${name} ${COMPARISON_WORDS[comparison] ?? comparison}${shown}`
}

const isDay = (type: ReportType, { columnId, comparison }: Filter): boolean => {
  const column = findColumn(type, columnId)
  const isDate = column?.type === 'dateTime' || column?.type === 'date'
  return isDate && (comparison === 'GreaterThanOrEqual' || comparison === 'LessThan') && columnId !== 'lastOrderDate'
}

const daysWords = (want: Want, calendar: RangeCalendar): string => {
  if (want.days === null) return 'over all dates'
  const { days, part } = want.days
  if (part === 'before')
    return `up to ${describeRange(days.from, days.until, calendar.today).label.split(' – ')[1] ?? days.until}`
  return describeRange(days.from, days.until, calendar.today).label
}

const compareWords = (want: Want, compare: CompareMode | undefined, calendar: RangeCalendar): string[] => {
  if (compare === undefined || want.days === null) return []
  const { days } = want.days
  const choice = days.named ?? days
  const resolved = resolveRange(choice, calendar)
  if (resolved === null) return []
  return [`compared with ${COMPARE_WORDS[compare]} (${comparisonRange(choice, resolved, calendar, compare).label})`]
}

/** What the rows are, and what is told of each. */
const subjectWords = (type: ReportType, want: Want, { columns, groupColumns }: AskedDefinition): string => {
  if (want.list !== null) return `A list of ${lowered(type.title)}, one row each`
  const measures = columns.map(({ columnId }) => columnId).filter((id) => findColumn(type, id)?.kind === 'measure')
  const told = namesOf(type, measures)
  const groups = groupColumns.filter((id) => !id.endsWith('Id'))
  const by = groups.length === 0 ? '' : ` by ${namesOf(type, groups)}`
  return `${told.charAt(0).toUpperCase()}${told.slice(1)}${by}`
}

const sortWords = (type: ReportType, { orderColumns, top }: AskedDefinition): string[] => {
  const [first] = orderColumns
  if (first === undefined) return []
  const isDate = findColumn(type, first.columnId)?.kind === 'dimension'
  const [most, least] = isDate ? ['last', 'first'] : ['highest', 'lowest']
  const end = first.direction === 'desc' ? most : least
  const name = lowered(nameOf(type, first.columnId))
  return [top === null ? `${end} ${name} first` : `the ${top} with the ${end} ${name}`]
}

/** One sentence that says how a question was taken: measures, groups, limits, days, comparison and order. */
export const explain = (
  type: ReportType,
  want: Want,
  { definition, compare }: Answerable,
  calendar: RangeCalendar,
): string => {
  const filters = definition.filters.filter((filter) => !isDay(type, filter)).map((filter) => filterWords(type, filter))
  const where =
    filters.length === 0 ? [] : [`where ${filters.join(definition.filterOperator === 'Or' ? ' or ' : ' and ')}`]
  const dates = definition.relativeDateFilter === null ? [] : [daysWords(want, calendar)]
  const parts = [
    subjectWords(type, want, definition),
    ...where,
    ...dates,
    ...compareWords(want, compare, calendar),
    ...sortWords(type, definition),
  ]
  return `${parts.join(', ')}.`
}
