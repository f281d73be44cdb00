import { describeRange, type RangeCalendar } from '#domain/ranges/resolve-range.ts'
import { findColumn } from '#semantic/catalog/catalog.ts'
import type { ReportType } from '#semantic/catalog/report-type.ts'
import type { Limit } from '../read/meaning.ts'
import type { Answerable, AskedDefinition } from './answerable.ts'
import { findDateColumn, findLimit, findMeasure, groupColumns, measureIds } from './columns.ts'
import { measuredColumn } from './measure-id.ts'
import type { ParsedCondition, ParsedQuestion } from './parsed-question.ts'
import { invertDirection, invertFilter, isRefundList } from './refunds.ts'
import { entityOf } from './roles.ts'

const OVER_TIME = /(Day|Week|Month|Quarter|Year)$/

/** A line over time, bars otherwise, stacked bars if a second group splits them. */
const chartFor = (groups: readonly string[], measures: readonly string[]): AskedDefinition['chart'] => {
  const [measure] = measures
  const [first, second, third] = groups.filter((id) => !id.endsWith('Id'))
  if (measure === undefined || first === undefined || third !== undefined) return null
  if (second === undefined) return { kind: OVER_TIME.test(first) ? 'line' : 'bar', x: first, series: [measure] }
  const [x, divided] = OVER_TIME.test(second) ? [second, first] : [first, second]
  return { kind: 'stackedBar', x, series: [measure, divided] }
}

/** The definition for a report type, or the words that the type does not support. */
export type BuildResult =
  | { readonly answer: Answerable; readonly unsupported: readonly [] }
  | { readonly answer: null; readonly unsupported: readonly string[] }

type Filter = AskedDefinition['filters'][number]

/** Measures evaluated at the ends of the range, so that a date filter cannot replace the range. */
const RANGE_END_MEASURES = ['activeMembers', 'onHold', 'attritionRate', 'standing']

/** Measures at one instant: they cannot be grouped by periods of a date. */
const SNAPSHOT_MEASURES = ['activeMembers', 'onHold']

/** The additive measure that accompanies a non-additive one in a one-row answer, by report type. */
const COMPANION_MEASURES: Readonly<Record<string, string>> = {
  Orders: 'netSales',
  OrderLines: 'netSales',
  Customers: 'customerCount',
  Products: 'netSales',
  Inventory: 'available',
  Memberships: 'memberCount',
  MembershipHolds: 'holdCount',
  ClubReleases: 'netSales',
  Reservations: 'reservationCount',
}

const toFilter = ({ ids, comparison, value }: Limit): Filter => ({ columnId: ids[0] ?? '', comparison, value })

const canSum = (type: ReportType, columnId: string): boolean => {
  const column = findColumn(type, columnId)
  return column?.kind === 'measure' && column.additive && column.record !== null
}

/** A report without groups needs a summed column to return a single row. */
const singleRowColumns = (type: ReportType, ids: readonly string[]): AskedDefinition['columns'] => {
  const summed = ids.find((id) => canSum(type, id))
  const companion = COMPANION_MEASURES[type.reportType] ?? ''
  const isAggregated = ids.some((id) => measuredColumn(id).aggregation !== 'None')
  const all = summed === undefined && !isAggregated ? [...ids, companion] : ids
  const sum = summed ?? (isAggregated ? null : companion)
  return all.map((id) => {
    const displayName = findColumn(type, id)?.displayName
    return id === sum && displayName !== undefined
      ? { columnId: id, aggregation: 'Sum', displayName }
      : measuredColumn(id)
  })
}

/** Several values of one column are alternatives; alternatives across columns cannot be expressed. */
const findOperator = (filters: readonly Filter[]): 'And' | 'Or' | null => {
  const equals = filters.filter(({ comparison }) => comparison === 'Equal')
  const columns = new Set(equals.map(({ columnId }) => columnId))
  if (columns.size === equals.length) return 'And'
  return columns.size === 1 && equals.length === filters.length ? 'Or' : null
}

const ID_COLUMNS = ['customerId', 'productId', 'orderId', 'membershipId', 'reservationId', 'releaseId']

/** IDs keep rows distinct without being shown. */
const shownOrder = (ids: readonly string[]): string[] => {
  const shown = ids.filter((id) => !ID_COLUMNS.includes(id))
  return shown.length === ids.length ? [] : shown
}

interface Rows {
  readonly ids: readonly string[]
  readonly groups: readonly string[]
  readonly measures: readonly string[]
  readonly filters: readonly Filter[]
  readonly sort: AskedDefinition['orderColumns']
  readonly isList: boolean
}

/** A share is relative to the report's total: valid with one group, and not when a limited total is divided by period. */
const allowsShare = ({ groups, limits }: ParsedQuestion): boolean => {
  const [only, ...more] = groups
  return only !== undefined && more.length === 0 && !(only.kind === 'grain' && limits.length > 0)
}

/** Words that the report type does not support. */
const findUnsupported = (
  type: ReportType,
  parsed: ParsedQuestion,
  dateColumn: string | null,
  isGrouped: boolean,
): string[] => {
  const unsupported: string[] = []
  for (const measure of parsed.measures) if (findMeasure(type, measure.ids) === null) unsupported.push(measure.words)
  const hasSnapshot = parsed.measures.some(({ ids }) => ids.some((id) => SNAPSHOT_MEASURES.includes(id)))
  for (const group of parsed.groups) {
    const isPeriod = group.kind === 'grain' && hasSnapshot
    if (isPeriod || groupColumns(type, group, dateColumn) === null) unsupported.push(group.words)
  }
  const shares = allowsShare(parsed) ? [] : parsed.measures.filter(({ ids }) => ids.includes('share'))
  unsupported.push(...shares.map(({ words }) => words))
  for (const limit of parsed.limits) if (findLimit(type, limit, isGrouped) === null) unsupported.push(limit.words)
  for (const condition of parsed.conditions)
    if (conditionColumn(type, parsed, condition) === null) unsupported.push(condition.words)
  if (parsed.days !== null && dateColumn === null) unsupported.push(parsed.days.words)
  if (parsed.compare !== null && parsed.list !== null) unsupported.push(parsed.compare.words)
  if (parsed.list === null && parsed.measures.length === 0)
    unsupported.push(...parsed.groups.map(({ words }) => words), '')
  return unsupported
}

/** The column of a condition: the one named, else the only measure, else net sales. */
const conditionColumn = (
  type: ReportType,
  { measures, list }: ParsedQuestion,
  { ids, isMoney }: ParsedCondition,
): string | null => {
  const [only] = measures
  const candidates = ids ?? only?.ids ?? (list === null ? [] : ['netSales'])
  const column = findMeasure(type, candidates)
  return column === null || (isMoney && column.type !== 'currency') ? null : column.columnId
}

const listRows = (type: ReportType, parsed: ParsedQuestion, filters: readonly Filter[]): Rows => {
  const list = parsed.list === null ? null : entityOf(parsed.list.entity).list
  const measures = measureIds(type, parsed.measures).map((id) => measuredColumn(id).columnId)
  const limited = filters.map(({ columnId }) => columnId).filter((id) => findColumn(type, id)?.kind === 'measure')
  const own = list?.columns ?? []
  const ids = [...new Set([...own, ...measures, ...limited])]
  const ranked = measures[0] ?? findMeasure(type, ['netSales'])?.columnId
  const sort =
    parsed.rank !== null && ranked !== undefined
      ? [{ columnId: ranked, direction: invertDirection(parsed, parsed.rank.direction) }]
      : (list?.sort ?? [])
  const all = [...(list?.limits ?? []), ...filters]
  return { ids, groups: [], measures, filters: all, sort, isList: true }
}

const TIME = /(Day|Week|Month|Quarter|Year|Weekday|Hour|MonthOfYear)$/

const groupRows = (
  type: ReportType,
  parsed: ParsedQuestion,
  filters: readonly Filter[],
  dateColumn: string | null,
): Rows => {
  const groups = [...new Set(parsed.groups.flatMap((group) => groupColumns(type, group, dateColumn) ?? []))]
  const measures = [...new Set(measureIds(type, parsed.measures))]
  const isOverTime = groups.some((id) => TIME.test(id))
  const [first] = measures
  const direction = parsed.rank?.direction ?? (groups.length > 0 && !isOverTime ? 'desc' : null)
  const sort =
    first === undefined || direction === null ? [] : [{ columnId: measuredColumn(first).columnId, direction }]
  const clubFilters =
    type.reportType === 'Orders' && groups.includes('clubName')
      ? [{ columnId: 'clubName', comparison: 'IsNotNull' as const, value: null }]
      : []
  return {
    ids: [...groups, ...measures],
    groups,
    measures: measures.map((id) => measuredColumn(id).columnId),
    filters: [...filters, ...clubFilters],
    sort,
    isList: false,
  }
}

const dayFilters = (columnId: string, { days, part }: NonNullable<ParsedQuestion['days']>): Filter[] => {
  const until: Filter = { columnId, comparison: 'LessThan', value: days.until }
  return part === 'before' ? [until] : [{ columnId, comparison: 'GreaterThanOrEqual', value: days.from }, until]
}

/** Builds a definition on one report type if the type supports everything in the question. */
export const buildDefinition = (type: ReportType, parsed: ParsedQuestion, calendar: RangeCalendar): BuildResult => {
  const isGrouped = parsed.list === null
  const dateColumn = findDateColumn(type, parsed)
  const unsupported = findUnsupported(type, parsed, dateColumn, isGrouped)
  if (unsupported.length > 0) return { answer: null, unsupported }
  const limits = parsed.limits.flatMap((limit) => findLimit(type, limit, isGrouped) ?? []).map(toFilter)
  const conditions = parsed.conditions.map((condition): Filter => {
    const { comparison, value } = condition
    const filter = { columnId: conditionColumn(type, parsed, condition) ?? '', comparison, value }
    return isRefundList(parsed) ? invertFilter(filter) : filter
  })
  const filters = [...limits, ...conditions]
  const operator = findOperator(filters)
  if (operator === null) return { answer: null, unsupported: parsed.limits.map(({ words }) => words) }
  const rows = parsed.list === null ? groupRows(type, parsed, filters, dateColumn) : listRows(type, parsed, filters)
  if (operator === 'Or' && rows.filters.length > filters.length)
    return { answer: null, unsupported: parsed.limits.map(({ words }) => words) }
  if (parsed.list === null && rows.groups.length === 0 && conditions.length > 0)
    return { answer: null, unsupported: parsed.conditions.map(({ words }) => words) }
  if (parsed.rank !== null && parsed.list === null && rows.groups.length === 0)
    return { answer: null, unsupported: [parsed.rank.words] }
  return { answer: withDates(type, parsed, rows, { operator, dateColumn, calendar }), unsupported: [] }
}

interface DateContext {
  readonly operator: 'And' | 'Or'
  readonly dateColumn: string | null
  readonly calendar: RangeCalendar
}

/** Days as a named range if there is one, else as filters, so that the definition can be saved; else as range of the request. */
const withDates = (
  type: ReportType,
  parsed: ParsedQuestion,
  rows: Rows,
  { operator, dateColumn, calendar }: DateContext,
): Answerable => {
  const { days } = parsed
  const isInRequest =
    days !== null &&
    days.days.named === null &&
    days.part === 'in' &&
    (parsed.compare !== null ||
      operator === 'Or' ||
      [...rows.measures, ...rows.filters.map(({ columnId }) => columnId)].some((id) => RANGE_END_MEASURES.includes(id)))
  const rangeFilters =
    days !== null && dateColumn !== null && days.days.named === null && !isInRequest ? dayFilters(dateColumn, days) : []
  const relativeRange = days?.days.named ?? 'None'
  const definition: AskedDefinition = {
    reportType: type.reportType,
    name: '',
    columns: rows.isList || rows.groups.length > 0 ? rows.ids.map(measuredColumn) : singleRowColumns(type, rows.ids),
    columnOrder: shownOrder(rows.ids.map((id) => measuredColumn(id).columnId)),
    filters: [...rows.filters, ...rangeFilters],
    filterOperator: operator,
    groupColumns: rows.groups,
    orderColumns: rows.sort,
    relativeDateFilter: dateColumn === null ? null : { relativeRange, columnName: dateColumn },
    top: parsed.rank?.count ?? null,
    chart: chartFor(rows.groups, rows.measures),
  }
  const requestRange =
    isInRequest && days !== null ? describeRange(days.days.from, days.days.until, calendar.today) : null
  return {
    definition,
    ...(requestRange === null ? {} : { from: requestRange.from, until: requestRange.until }),
    ...(parsed.compare === null ? {} : { compare: parsed.compare.mode }),
  }
}
