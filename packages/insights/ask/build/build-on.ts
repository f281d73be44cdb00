import { describeRange, type RangeCalendar } from '#domain/ranges/resolve-range.ts'
import { findColumn } from '#semantic/catalog/catalog.ts'
import type { ReportType } from '#semantic/catalog/report-type.ts'
import type { Limit } from '../read/meaning.ts'
import type { Answerable, AskedDefinition } from './answerable.ts'
import { chartFor } from './chart-for.ts'
import { dateColumnOf, groupColumns, limitOn, measureOf } from './columns-of.ts'
import { isOfRefunds, mirrored, mirroredDirection } from './refunds.ts'
import { entityOf } from './roles.ts'
import type { Want, WantedCondition } from './want.ts'

/** What the type can do of a question: all of it, or the words that it cannot. */
export type Built =
  | { readonly answer: Answerable; readonly missing: readonly [] }
  | { readonly answer: null; readonly missing: readonly string[] }

type Filter = AskedDefinition['filters'][number]

/** Measures that look at the ends of the days asked for, so that no filter can stand for the days. */
const OF_RANGE_ENDS = ['activeMembers', 'onHold', 'attritionRate', 'standing']

/** Measures of one moment: periods of a date do not divide them. */
const AT_RANGE_END = ['activeMembers', 'onHold']

/** What makes one row of a measure that is no sum: the first that the type has. */
const COMPANIONS: Readonly<Record<string, string>> = {
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

/** One row over everything is said by a sum. */
const asOneRow = (type: ReportType, ids: readonly string[]): AskedDefinition['columns'] => {
  const summed = ids.find((id) => canSum(type, id))
  const companion = COMPANIONS[type.reportType] ?? ''
  const all = summed === undefined ? [...ids, companion] : ids
  const sum = summed ?? companion
  return all.map((columnId) => ({ columnId, aggregation: columnId === sum ? 'Sum' : 'None' }))
}

const plain = (ids: readonly string[]): AskedDefinition['columns'] =>
  ids.map((columnId) => ({ columnId, aggregation: 'None' }))

/** Several values of one column are alternatives; alternatives of several columns no definition can hold. */
const operatorOf = (filters: readonly Filter[]): 'And' | 'Or' | null => {
  const equals = filters.filter(({ comparison }) => comparison === 'Equal')
  const columns = new Set(equals.map(({ columnId }) => columnId))
  if (columns.size === equals.length) return 'And'
  return columns.size === 1 && equals.length === filters.length ? 'Or' : null
}

const ID_COLUMNS = ['customerId', 'productId', 'orderId', 'membershipId', 'reservationId', 'releaseId']

/** Ids tell rows apart without being shown. */
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

/** A share is of all that the report holds: by one column, and of what is limited only where that is divided further. */
const isWholeOfShare = ({ groups, limits }: Want): boolean => {
  const [only, ...more] = groups
  return only !== undefined && more.length === 0 && !(only.kind === 'grain' && limits.length > 0)
}

/** Words that the type has nothing for. */
const missingOn = (type: ReportType, want: Want, dateColumn: string | null, isGrouped: boolean): string[] => {
  const missing: string[] = []
  for (const measure of want.measures) if (measureOf(type, measure.ids) === null) missing.push(measure.words)
  const isOfEnds = want.measures.some(({ ids }) => ids.some((id) => AT_RANGE_END.includes(id)))
  for (const group of want.groups) {
    const isPeriod = group.kind === 'grain' && isOfEnds
    if (isPeriod || groupColumns(type, group, dateColumn) === null) missing.push(group.words)
  }
  const shares = isWholeOfShare(want) ? [] : want.measures.filter(({ ids }) => ids.includes('share'))
  missing.push(...shares.map(({ words }) => words))
  for (const limit of want.limits) if (limitOn(type, limit, isGrouped) === null) missing.push(limit.words)
  for (const condition of want.conditions)
    if (conditionColumn(type, want, condition) === null) missing.push(condition.words)
  if (want.days !== null && dateColumn === null) missing.push(want.days.words)
  if (want.compare !== null && want.list !== null) missing.push(want.compare.words)
  if (want.list === null && want.measures.length === 0) missing.push(...want.groups.map(({ words }) => words), '')
  return missing
}

/** The column that an amount limits: the one named, else the only measure there is, else what is bought. */
const conditionColumn = (
  type: ReportType,
  { measures, list }: Want,
  { ids, isMoney }: WantedCondition,
): string | null => {
  const [only] = measures
  const wanted = ids ?? only?.ids ?? (list === null ? [] : ['netSales'])
  const column = measureOf(type, wanted)
  return column === null || (isMoney && column.type !== 'currency') ? null : column.columnId
}

const listRows = (type: ReportType, want: Want, filters: readonly Filter[]): Rows => {
  const list = want.list === null ? null : entityOf(want.list.entity).list
  const measures = want.measures.flatMap(({ ids }) => measureOf(type, ids)?.columnId ?? [])
  const limited = filters.map(({ columnId }) => columnId).filter((id) => findColumn(type, id)?.kind === 'measure')
  const own = list?.columns ?? []
  const ids = [...new Set([...own, ...measures, ...limited])]
  const ranked = measures[0] ?? measureOf(type, ['netSales'])?.columnId
  const sort =
    want.rank !== null && ranked !== undefined
      ? [{ columnId: ranked, direction: mirroredDirection(want, want.rank.direction) }]
      : (list?.sort ?? [])
  const all = [...(list?.limits ?? []), ...filters]
  return { ids, groups: [], measures, filters: all, sort, isList: true }
}

const TIME = /(Day|Week|Month|Quarter|Year|Weekday|Hour|MonthOfYear)$/

const groupRows = (type: ReportType, want: Want, filters: readonly Filter[], dateColumn: string | null): Rows => {
  const groups = [...new Set(want.groups.flatMap((group) => groupColumns(type, group, dateColumn) ?? []))]
  const measures = [...new Set(want.measures.flatMap(({ ids }) => measureOf(type, ids)?.columnId ?? []))]
  const isOverTime = groups.some((id) => TIME.test(id))
  const [first] = measures
  const direction = want.rank?.direction ?? (groups.length > 0 && !isOverTime ? 'desc' : null)
  const sort = first === undefined || direction === null ? [] : [{ columnId: first, direction }]
  const ofClubs =
    type.reportType === 'Orders' && groups.includes('clubName')
      ? [{ columnId: 'clubName', comparison: 'IsNotNull' as const, value: null }]
      : []
  return { ids: [...groups, ...measures], groups, measures, filters: [...filters, ...ofClubs], sort, isList: false }
}

const dayFilters = (columnId: string, { days, part }: NonNullable<Want['days']>): Filter[] => {
  const until: Filter = { columnId, comparison: 'LessThan', value: days.until }
  return part === 'before' ? [until] : [{ columnId, comparison: 'GreaterThanOrEqual', value: days.from }, until]
}

/** Answers a question with one report type, where that has all that it asks for. */
export const buildOn = (type: ReportType, want: Want, calendar: RangeCalendar): Built => {
  const isGrouped = want.list === null
  const dateColumn = dateColumnOf(type, want)
  const missing = missingOn(type, want, dateColumn, isGrouped)
  if (missing.length > 0) return { answer: null, missing }
  const limits = want.limits.flatMap((limit) => limitOn(type, limit, isGrouped) ?? []).map(toFilter)
  const conditions = want.conditions.map((condition): Filter => {
    const { comparison, value } = condition
    const filter = { columnId: conditionColumn(type, want, condition) ?? '', comparison, value }
    return isOfRefunds(want) ? mirrored(filter) : filter
  })
  const filters = [...limits, ...conditions]
  const operator = operatorOf(filters)
  if (operator === null) return { answer: null, missing: want.limits.map(({ words }) => words) }
  const rows = want.list === null ? groupRows(type, want, filters, dateColumn) : listRows(type, want, filters)
  if (operator === 'Or' && rows.filters.length > filters.length)
    return { answer: null, missing: want.limits.map(({ words }) => words) }
  if (want.list === null && rows.groups.length === 0 && conditions.length > 0)
    return { answer: null, missing: want.conditions.map(({ words }) => words) }
  if (want.rank !== null && want.list === null && rows.groups.length === 0)
    return { answer: null, missing: [want.rank.words] }
  return { answer: dated(type, want, rows, { operator, dateColumn, calendar }), missing: [] }
}

interface Dating {
  readonly operator: 'And' | 'Or'
  readonly dateColumn: string | null
  readonly calendar: RangeCalendar
}

/** Days by their name where they have one, else as filters, so that the definition can be kept; beside it where it cannot hold them. */
const dated = (type: ReportType, want: Want, rows: Rows, { operator, dateColumn, calendar }: Dating): Answerable => {
  const { days } = want
  const isBeside =
    days !== null &&
    days.days.named === null &&
    days.part === 'in' &&
    (want.compare !== null ||
      operator === 'Or' ||
      [...rows.measures, ...rows.filters.map(({ columnId }) => columnId)].some((id) => OF_RANGE_ENDS.includes(id)))
  const asFilters =
    days !== null && dateColumn !== null && days.days.named === null && !isBeside ? dayFilters(dateColumn, days) : []
  const relativeRange = days?.days.named ?? 'None'
  const definition: AskedDefinition = {
    reportType: type.reportType,
    name: '',
    columns: rows.isList || rows.groups.length > 0 ? plain(rows.ids) : asOneRow(type, rows.ids),
    columnOrder: shownOrder(rows.ids),
    filters: [...rows.filters, ...asFilters],
    filterOperator: operator,
    groupColumns: rows.groups,
    orderColumns: rows.sort,
    relativeDateFilter: dateColumn === null ? null : { relativeRange, columnName: dateColumn },
    top: want.rank?.count ?? null,
    chart: chartFor(rows.groups, rows.measures),
  }
  const given = isBeside && days !== null ? describeRange(days.days.from, days.days.until, calendar.today) : null
  return {
    definition,
    ...(given === null ? {} : { from: given.from, until: given.until }),
    ...(want.compare === null ? {} : { compare: want.compare.mode }),
  }
}
