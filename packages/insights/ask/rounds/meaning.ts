import { lookupTable } from '#domain/lookup-table.ts'
import type { CompareMode } from '#domain/ranges/comparison-mode.ts'
import { isRelativeRange, parseFixedRange } from '#domain/ranges/relative-range.ts'
import { type RangeCalendar, resolveRange } from '#domain/ranges/resolve-range.ts'
import { findReportType } from '#semantic/catalog/catalog.ts'
import { describeHistory } from '#semantic/describe-history.ts'
import type { AskedDefinition, AskedForecast } from '../definition/answerable.ts'

/** What a definition asks for, whatever its form: names, charts, charted order and companion columns aside. */
export interface Meaning {
  /** of the rows: a list of these records; null for groups */
  readonly list: string | null
  readonly measures: readonly string[]
  readonly groups: readonly string[]
  /** each with its column, comparison and values, sorted */
  readonly filters: readonly string[]
  /** half-open local days; null without */
  readonly days: string | null
  readonly top: number | null
  /** of rankings: the column and direction; null for the usual order */
  readonly sort: string | null
  readonly compare: CompareMode | null
  /** half-open local days ahead; null: no forecast */
  readonly forecast: string | null
}

export interface Asked {
  readonly definition: Pick<
    AskedDefinition,
    | 'reportType'
    | 'columns'
    | 'filters'
    | 'filterOperator'
    | 'groupColumns'
    | 'orderColumns'
    | 'relativeDateFilter'
    | 'top'
  > &
    Partial<Pick<AskedDefinition, 'calculations' | 'dimensionFilters' | 'history'>>
  readonly compare?: CompareMode | null
  readonly forecast?: AskedForecast
  /** what the people did, in the words of `describeHistory` */
  readonly histories?: readonly string[]
}

/** Columns that are the same under two names. */
const SAME: Readonly<Record<string, string>> = lookupTable({
  quantity: 'unitsSold',
  itemCount: 'unitsSold',
  lineDiscount: 'discount',
  bottles: 'unitsSold',
})
/** A customer on file is not one who ordered. */
const QUALIFIED = ['customerCount']

const sameName = (id: string): string => SAME[id] ?? id

const formatDays = (range: string, calendar: RangeCalendar): string | null => {
  const fixed = parseFixedRange(range)
  const days = fixed ?? (isRelativeRange(range) ? resolveRange(range, calendar) : null)
  return days === null ? null : `${days.from}..${days.until}`
}

type Expression = NonNullable<AskedDefinition['calculations']>[number]

/** `netSales/orderCount`, `unitsSold/12`, `share(orderCount)`. */
const formatFormula = ({ kind, of }: Expression): string => {
  if (!('operator' in of))
    return kind === 'shareOfTotal' ? `share(${sameName(of.columnId)})` : `${kind}(${sameName(of.columnId)})`
  const right = 'value' in of.right ? String(of.right.value) : sameName(of.right.columnId)
  return `${sameName(of.left.columnId)}${of.operator === 'divide' ? '/' : ` ${of.operator} `}${right}`
}

/** Values of one column are alternatives, whether as filters or as a set. */
const valueFilters = ({ filters, dimensionFilters = [] }: Asked['definition']): string[] => {
  const sets = new Map<string, Set<string>>()
  const add = (columnId: string, exclude: boolean, value: unknown): void => {
    const key = `${columnId} ${exclude ? 'not in' : 'in'}`
    sets.set(key, (sets.get(key) ?? new Set()).add(String(value)))
  }
  const others: string[] = []
  for (const { columnId, comparison, value } of filters) {
    if (comparison === 'Equal' || comparison === 'NotEqual') add(columnId, comparison === 'NotEqual', value)
    else others.push(`${sameName(columnId)} ${comparison} ${value ?? ''}`.trim())
  }
  for (const { columnId, values, exclude } of dimensionFilters)
    for (const value of values) add(columnId, exclude, value)
  return [...[...sets].map(([key, values]) => `${key} ${[...values].sort().join('|')}`), ...others].sort()
}

/** Sales of a product by its title or by its ID are the same rows. */
const shownGroups = (groups: readonly string[]): string[] =>
  groups.filter((id) => !id.endsWith('Id') && !(id === 'sku' && groups.includes('productTitle'))).sort()

const TIME = /(Day|Week|Month|Quarter|Year|Weekday|Hour|MonthOfYear|^dayPart)$/

/** The meaning of a definition on a calendar. Filters that limit its own date count as its days. */
export const canonicalMeaning = (
  { definition, compare = null, forecast, histories = [] }: Asked,
  calendar: RangeCalendar,
): Meaning => {
  const { reportType, columns, groupColumns, orderColumns, relativeDateFilter, calculations = [], top } = definition
  const isGrouped = groupColumns.length > 0 || columns.some(({ aggregation }) => aggregation !== 'None')
  const type = findReportType(reportType)
  const formulas = new Map(calculations.map((one) => [one.columnId, formatFormula(one)]))
  const formulaName = (id: string) => formulas.get(id) ?? sameName(id)
  const measures = columns
    .filter(({ columnId }) => !groupColumns.includes(columnId))
    .map(({ columnId, aggregation }) => {
      const name = QUALIFIED.includes(columnId) ? `${reportType}.${columnId}` : formulaName(columnId)
      return aggregation === 'None' || aggregation === 'Sum' ? name : `${aggregation}(${name})`
    })
  const [order] = orderColumns
  const usual = groupColumns.some((id) => TIME.test(id)) ? null : `${measures[0]} desc`
  const sorted = order === undefined || order.by === 'change' ? 'change' : formulaName(order.columnId)
  const sort = order === undefined || !isGrouped ? null : `${sorted} ${order.direction}`
  const dateColumn = relativeDateFilter?.columnName ?? null
  const hasOwnDate = dateColumn !== null && dateColumn !== type?.dateColumn
  const days = relativeDateFilter === null ? null : formatDays(relativeDateFilter.relativeRange, calendar)
  // groups without a name are left out of rankings
  const isOfGroup = (filter: string) => groupColumns.some((id) => filter === `${id} IsNotNull`)
  const did = [...(definition.history ?? []).map((one) => describeHistory(one)), ...histories]
  const filters = [...valueFilters(definition).filter((one) => !isOfGroup(one)), ...did].sort()
  return {
    list: isGrouped ? null : reportType,
    measures,
    groups: forecast === undefined ? shownGroups(groupColumns) : [],
    filters: hasOwnDate && days !== null ? [...filters, `on ${dateColumn}`].sort() : filters,
    // of a forecast the range is only that of the history shown
    days: forecast === undefined ? days : null,
    top,
    sort: sort === usual ? null : sort,
    compare: compare ?? null,
    forecast: forecast === undefined ? null : `${forecast.from}..${forecast.until}`,
  }
}

/** Whether an answer is what was expected; it may show more measures than were asked for. */
export const isSameMeaning = (actual: Meaning, expected: Meaning): boolean => {
  const list = (texts: readonly string[]) => texts.join(' · ')
  const hasMeasures = expected.list !== null || expected.measures.every((one) => actual.measures.includes(one))
  return (
    actual.list === expected.list &&
    hasMeasures &&
    list(actual.groups) === list(expected.groups) &&
    list(actual.filters) === list(expected.filters) &&
    actual.days === expected.days &&
    actual.top === expected.top &&
    (actual.sort === expected.sort || (expected.sort === null && actual.top === null)) &&
    actual.compare === expected.compare &&
    actual.forecast === expected.forecast
  )
}
