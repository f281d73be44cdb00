import { addYears, type LocalDay } from '#domain/ranges/local-day.ts'
import { fixedRangeText } from '#domain/ranges/relative-range.ts'
import type { NounName } from '#domain/report-terms.ts'
import { upperFirst } from '#domain/text.ts'
import { findColumn } from '#semantic/catalog/catalog.ts'
import { COST_MEASURES } from '#semantic/catalog/costs.ts'
import { MILESTONES, monthsColumnOf } from '#semantic/catalog/months-since.ts'
import type { ReportType } from '#semantic/catalog/report-type.ts'
import {
  type FilterSlot,
  filterSlot,
  type GroupSlot,
  type LimitSlot,
  type RangeSlot,
  type Slots,
} from '../slots/slots.ts'
import type { Answerable, AskedDefinition, AskedFilter, Focus } from './answerable.ts'
import { combineFilters } from './combine-filters.ts'
import { joinOf, withComparedValues } from './compared-values.ts'
import {
  type FoundMeasure,
  findDateColumn,
  findFilters,
  findMeasure,
  groupColumns,
  nounList,
  type ResolvedParts,
} from './find-columns.ts'
import { missing as lacking, type Missing } from './missing.ts'
import { invertDirection, invertFilter, isOfRefunds } from './refunds.ts'
import { chartFor, shareColumn, shownOrder, singleRowColumns, stepColumn, sumsUp } from './shown-columns.ts'

/** The definition for a report type, or what the type does not have for it. */
export type BuildResult =
  | { readonly answer: Answerable; readonly cost: number }
  | { readonly answer: null; readonly unsupported: readonly Missing[] }

/** Measures at one instant: they cannot be grouped by periods of a date. */
export const SNAPSHOT_MEASURES = ['activeMembers', 'onHold']

export const isTime = (id: string): boolean =>
  /^monthsSince|(Day|Week|Month|Quarter|Year|Weekday|Hour|MonthOfYear|^dayPart)$/.test(id)

/** The column of a limit: the one named, else the only measure, else net sales. */
const limitColumn = (
  type: ReportType,
  { measures, list, limitsRecords }: Slots,
  { ids, isMoney, isPercent }: LimitSlot,
) => {
  const [only] = measures
  const sales = list === null && !limitsRecords ? [] : ['netSales']
  const isCount = limitsRecords && only?.noun !== null
  const candidates = ids ?? (isCount ? sales : (only?.ids ?? sales))
  const slot = { ids: candidates, noun: null, words: '' }
  // a number of the account's own is added up
  const found = findMeasure(type, slot) ?? findMeasure(type, { ...slot, aggregation: 'Sum' })
  if (found === null || (isMoney && found.column.type !== 'currency')) return null
  // one order is one order
  if (list !== null && found.columnId === 'orderCount' && type.reportType === 'Orders') return null
  return isPercent && found.column.type !== 'percent' ? null : found.columnId
}

const busyIn = (channel: string, isNegated: boolean): FilterSlot => ({
  ...filterSlot('busiest', { ids: ['channel'], comparison: 'Equal', value: channel }),
  isNegated,
  isOptional: true,
})

/** Who joins and who leaves a month have different dates, and members are counted at its end: all by the month itself. */
const monthsOf = (measures: readonly FoundMeasure[], group: GroupSlot): readonly string[] | null => {
  const hasMeasure = (id: string) => measures.some(({ columnId }) => columnId === id)
  const isOfMonths = ['signups', 'cancellations'].every(hasMeasure) || SNAPSHOT_MEASURES.some(hasMeasure)
  return isOfMonths && group.kind === 'grain' && group.grain === 'Month' ? ['asOfMonth'] : null
}

const filtersBy = ({ filters }: Slots, columnId: string): boolean =>
  filters.some((slot) => slot.filters.some(({ ids }) => ids[0] === columnId))

/** All orders of a club run are of one day, which says nothing about how busy it was, and web orders come at any hour. */
const busyFilters = (slots: Slots, groups: readonly string[]): FilterSlot[] => {
  if (!slots.isBusiest || filtersBy(slots, 'channel')) return []
  if (groups.some((id) => id.endsWith('Hour'))) return [busyIn('pos', false)]
  return groups.some((id) => /(Day|Weekday)$/.test(id)) ? [busyIn('club', true)] : []
}

const BOOKED = filterSlot('', { ids: ['status'], comparison: 'Equal', value: 'reserved' })

/** Reservations to come are those that are booked, from today. */
const withBookings = (slots: Slots, today: LocalDay): Slots => {
  const { list, range, filters, measures } = slots
  if (list?.noun !== 'reservation') return slots
  const isBooked = filters.some((slot) => slot.filters.some(({ value }) => value === 'reserved'))
  if (range === null && isBooked)
    return { ...slots, range: { days: { from: today, until: addYears(today, 1), named: null }, part: 'in', words: '' } }
  if (!isInFuture(range, today)) return slots
  return {
    ...slots,
    // guests are known after a visit
    measures: measures.map((one) => (one.ids[0] === 'guests' ? { ...one, ids: ['bookedGuests'] } : one)),
    filters: filtersBy(slots, 'status') ? filters : [...filters, BOOKED],
  }
}

const isInFuture = (range: Slots['range'], today: LocalDay): range is RangeSlot =>
  range !== null && range.part === 'in' && range.days.from > today

/** Everything that the type has for the slots, or what it lacks. */
const findAll = (type: ReportType, slots: Slots): ResolvedParts | readonly Missing[] => {
  const unsupported: Missing[] = []
  const isGrouped = slots.list === null
  const dateColumn = findDateColumn(type, slots)
  const measures = slots.measures.flatMap((slot) => {
    const found = findMeasure(type, slot)
    if (found === null) unsupported.push(...lacking('measure', slot.words))
    return found ?? []
  })
  const hasSnapshot = measures.some(({ columnId }) => SNAPSHOT_MEASURES.includes(columnId))
  const isOfCancellations = measures.some(({ columnId }) => ['cancellations', 'attritionRate'].includes(columnId))
  const groups = slots.groups.flatMap((group) => {
    const found =
      monthsOf(measures, group) ??
      (group.kind === 'grain' && hasSnapshot ? null : groupColumns(type, group, dateColumn))
    // the reason of a cancellation is no reason of a hold
    const ids = found?.includes('cancellationReason') && !isOfCancellations ? null : found
    if (ids === null) unsupported.push(...lacking('group', group.words))
    return ids ?? []
  })
  const filters = [...slots.filters, ...busyFilters(slots, groups)].flatMap((slot) => {
    const found = findFilters(type, slot, isGrouped)
    if (found === null) unsupported.push(...lacking('filter', slot.words))
    return found ?? []
  })
  const limits = slots.limits.flatMap((slot): AskedFilter[] => {
    const columnId = limitColumn(type, slots, slot)
    if (columnId === null) unsupported.push(...lacking('limit', slot.words))
    if (columnId === null) return []
    const filter: AskedFilter = { columnId, comparison: slot.comparison, value: slot.value }
    const level: AskedFilter = slots.limitsRecords || slot.isOfRecords ? { ...filter, appliesTo: 'records' } : filter
    const isAmount = findColumn(type, columnId)?.type === 'currency'
    return [isOfRefunds(slots) && isAmount ? invertFilter(level) : level]
  })
  if (type.history === undefined)
    unsupported.push(...lacking('filter', ...(slots.histories ?? []).map(({ words }) => words)))
  if (slots.range !== null && dateColumn === null) unsupported.push(...lacking('dates', slots.range.words))
  if (slots.compare !== null && slots.list !== null) unsupported.push(...lacking('comparison', slots.compare.words))
  // each month end is a count of its own
  if (slots.compare !== null && groups.includes('asOfMonth')) unsupported.push(...lacking('group', slots.compare.words))
  if (slots.list === null && slots.measures.length === 0)
    unsupported.push(...lacking('unnamed', ...slots.groups.map(({ words }) => words), ''))
  const isOfGiftCards = filters.some((one) => one.filters.some(({ value }) => value === 'gift_card'))
  const sales = slots.measures.find(({ ids }) => ids.includes('netSales'))
  // gift cards are no sales until they are redeemed
  if (isOfGiftCards && sales !== undefined) unsupported.push(...lacking('measure', sales.words))
  // "club share of net sales by quarter" is of each quarter, and what is filtered has only the club's
  const share = measures.findIndex(({ columnId }) => columnId === 'share')
  if (share >= 0 && slots.filters.length > 0 && groups.some(isTime))
    unsupported.push(...lacking('share', slots.measures[share]?.words ?? ''))
  if (slots.share !== null && !sumsUp(measures[0])) unsupported.push(...lacking('share', slots.share.words))
  if (unsupported.length > 0) return unsupported
  const cost = measures.reduce((sum, { rank }) => sum + rank * 0.1, 0)
  const { periods } = slots.range ?? {}
  if (periods !== undefined && hasSnapshot) return lacking('comparison', slots.range?.words ?? '')
  const ofPeriods =
    periods === undefined
      ? []
      : (groupColumns(type, { kind: 'grain', grain: upperFirst(periods.grain), words: '' }, dateColumn) ?? [])
  return {
    measures,
    groups: [...new Set(groups)],
    filters: filters.flatMap((one) => one.filters),
    values: [
      ...filters.flatMap((one) => one.values),
      ...ofPeriods.map((columnId) => ({ columnId, values: periods?.names ?? [], exclude: false })),
    ],
    limits,
    dateColumn,
    cost,
  }
}

const firstFilteredColumn = ({ choices, filters: all }: FilterSlot): string | undefined =>
  choices[0]?.columnId ?? (all.length === 1 && all[0]?.comparison === 'Equal' ? all[0].ids[0] : undefined)

const isOfCustomers = ({ list, groups, measures }: Slots): boolean =>
  list?.noun === 'customer' ||
  groups.some((group) => group.kind === 'noun' && group.noun === 'customer') ||
  measures.some(({ noun }) => noun === 'customer')

/** A value left out where another one of its column is asked for: every record has only one. */
const isOpposed = (slot: FilterSlot, { filters }: Slots): boolean => {
  const column = slot.isNegated ? firstFilteredColumn(slot) : undefined
  return column !== undefined && filters.some((other) => !other.isNegated && firstFilteredColumn(other) === column)
}

/** "customers who bought Chardonnay but not Pinot Noir": a condition on several records of a customer, which no filter is. */
const opposedWords = (slots: Slots): string | null =>
  slots.comparesValues || !isOfCustomers(slots)
    ? null
    : (slots.filters.find((slot) => isOpposed(slot, slots))?.words ?? null)

/** "merch, not counting wine": what is left out is no part of it. */
const withoutOpposed = (slots: Slots): Slots =>
  slots.comparesValues || isOfCustomers(slots)
    ? slots
    : { ...slots, filters: slots.filters.filter((slot) => !isOpposed(slot, slots)) }

/** What a limit, a rank or a list cannot be without. */
const findMissing = (
  type: ReportType,
  slots: Slots,
  { groups, measures, limits }: ResolvedParts,
): readonly Missing[] => {
  const isRows = slots.list !== null || groups.length > 0
  if (slots.rank !== null && !isRows) return lacking('rank', slots.rank.words)
  if (slots.rank?.isOfDate && slots.list === null) return lacking('rank', slots.rank.words)
  const isListRanked = slots.list !== null && slots.rank !== null && !slots.rank.isOfDate
  const canRank = measures.length > 0 || limits.length > 0 || findColumn(type, 'netSales') !== null
  if (isListRanked && !canRank) return lacking('rank', slots.rank.words)
  const opposed = opposedWords(slots)
  if (opposed !== null) return lacking('purchases', opposed)
  const isOfRecords = limits.every(({ appliesTo }) => appliesTo === 'records')
  if (limits.length > 0 && !isRows && !isOfRecords) return lacking('limit', ...slots.limits.map(({ words }) => words))
  return slots.list === null && measures.length === 0 ? lacking('unnamed', '') : []
}

/** People in each month since they began are counted month by month: several months together say nothing. */
const withMonths = (type: ReportType, found: ResolvedParts): ResolvedParts => {
  const months = monthsColumnOf(type)
  const isGiven = [...found.filters, ...found.values].some(({ columnId }) => columnId === months)
  if (months === null || isGiven || found.groups.includes(months)) return found
  const shown = { columnId: months, values: [...MILESTONES], exclude: false }
  return { ...found, groups: [...found.groups, months], values: [...found.values, shown] }
}

/** Builds a definition on one report type if the type supports everything in the question. */
export const buildDefinition = (type: ReportType, asked: Slots, today: LocalDay): BuildResult => {
  const slots = withBookings(withoutOpposed(asked), today)
  const { range, list } = slots
  // only visits are booked ahead
  const isNoun = (name: NounName) => slots.list?.noun === name || slots.measures.every(({ noun }) => noun === name)
  const isOfGuests =
    slots.measures.length > 0 &&
    slots.measures.every(({ ids, noun }) => ids[0] === 'bookedGuests' || noun === 'reservation')
  const isBooked = (isNoun('reservation') || isOfGuests) && type.reportType === 'Reservations'
  const isPlanned = isNoun('holdEnd') && type.reportType === 'MembershipHolds'
  if (isInFuture(range, today) && !isBooked && !isPlanned)
    return { answer: null, unsupported: lacking('ahead', range.words) }
  if (slots.intent === 'forecast') {
    const others = slots.measures.filter((slot) => findMeasure(type, slot) === null).map(({ words }) => words)
    return { answer: null, unsupported: [...lacking('measure', ...others), ...lacking('forecast', range?.words ?? '')] }
  }
  const all = findAll(type, slots)
  if (!('measures' in all)) return { answer: null, unsupported: all }
  const found = withMonths(type, withComparedValues(type, slots, all))
  const missing = findMissing(type, slots, found)
  if (missing.length > 0) return { answer: null, unsupported: missing }
  const listed = list === null ? null : nounList(list.noun)
  const join = joinOf(slots, found)
  if ('lack' in join) return { answer: null, unsupported: lacking('alternatives', join.lack) }
  const combined = combineFilters(found.filters, found.values)
  const dated = range !== null && found.dateColumn !== null && range.part === 'before'
  const before: AskedFilter[] =
    dated && found.dateColumn !== null
      ? [{ columnId: found.dateColumn, comparison: 'LessThan', value: range.days.until }]
      : []
  const others = [...(listed?.limits ?? []), ...found.limits, ...before]
  if (join.operator === 'Or' && others.length > 0)
    return { answer: null, unsupported: lacking('alternatives', slots.alternatives?.words ?? '') }
  const rows = listed === null ? groupedRows(type, slots, found) : listedRows(type, slots, found, listed)
  const isToCome = isBooked && list !== null && slots.rank === null && range !== null && range.days.from >= today
  const definition: AskedDefinition = {
    reportType: type.reportType,
    name: '',
    ...rows,
    ...(isToCome ? { orderColumns: [{ columnId: 'reservationDate', direction: 'asc' }] } : {}),
    filters: [...combined.filters, ...others],
    filterOperator: join.operator,
    dimensionFilters: combined.dimensionFilters,
    ...(slots.histories === undefined ? {} : { history: slots.histories.map(({ condition }) => condition) }),
    relativeDateFilter:
      found.dateColumn === null ? null : { relativeRange: rangeText(range), columnName: found.dateColumn },
    top: slots.rank?.count ?? null,
  }
  const focus = focusOf(slots)
  return {
    answer: {
      definition: withNames(type, slots, definition),
      ...(slots.compare === null ? {} : { compare: slots.compare.mode }),
      ...(focus === null ? {} : { focus }),
    },
    cost: found.cost,
  }
}

const rangeText = (range: Slots['range']): string => {
  if (range === null || range.part === 'before') return 'None'
  return range.days.named ?? fixedRangeText(range.days)
}

const focusOf = ({ focus }: Slots): Focus | null => {
  if (focus === undefined) return null
  const { column, slot } = focus
  const named = slot.choices.find(({ columnId }) => columnId === column)?.values ?? []
  const values = slot.filters.flatMap(({ value, comparison }): (string | number | boolean)[] =>
    comparison === 'IsTrue' ? [true] : comparison === 'IsFalse' ? [false] : value === null ? [] : [value],
  )
  return { columnId: column, values: [...named, ...values] }
}

/** Records without a name never win a ranking, and sales by club are those of the club's orders. */
const withNames = (type: ReportType, { rank }: Slots, definition: AskedDefinition): AskedDefinition => {
  const named = definition.groupColumns.filter((id) => {
    const column = findColumn(type, id)
    const isName = column?.kind === 'dimension' && column.type === 'text' && column.part === undefined && !column.isId
    const isClub = type.reportType === 'Orders' && id === 'clubName'
    return isName && (rank !== null || isClub)
  })
  if (definition.filterOperator === 'Or') return definition
  const given = named.map((columnId) => ({ columnId, comparison: 'IsNotNull' as const, value: null }))
  return { ...definition, filters: [...definition.filters, ...given] }
}

type Rows = Pick<
  AskedDefinition,
  'columns' | 'columnOrder' | 'calculations' | 'groupColumns' | 'orderColumns' | 'chart'
>

const listedRows = (
  type: ReportType,
  slots: Slots,
  found: ResolvedParts,
  list: NonNullable<ReturnType<typeof nounList>>,
): Rows => {
  const measured = found.measures.filter(({ calculation }) => calculation === null).map(({ columnId }) => columnId)
  const limited = [...found.filters, ...found.limits]
    .map(({ columnId }) => columnId)
    .filter((id) => findColumn(type, id)?.kind === 'measure')
  const ids = [...new Set([...list.columns, ...measured, ...limited])]
  const byMeasure = measured[0] ?? limited[0] ?? findColumn(type, 'netSales')?.columnId
  const ranked = slots.rank?.isOfDate ? (found.dateColumn ?? undefined) : byMeasure
  const { rank } = slots
  return {
    columns: ids.map((columnId) => ({ columnId, aggregation: 'None' })),
    columnOrder: shownOrder(ids),
    calculations: [],
    groupColumns: [],
    orderColumns:
      rank !== null && ranked !== undefined
        ? [{ columnId: ranked, direction: invertDirection(slots, rank.direction) }]
        : list.sort,
    chart: null,
  }
}

/** Profit and margin cover sales with a known cost only: how many these are is shown next to them. */
const coverageOf = (type: ReportType, measures: readonly FoundMeasure[]): FoundMeasure | null => {
  const isOfCost = measures.some(({ column }) => COST_MEASURES.includes(column.columnId))
  return isOfCost ? findMeasure(type, { ids: ['costCoverage'], noun: null, words: '' }) : null
}

/** "Worst" is an opinion, "lowest" is none: the worst refund rate is the highest. */
const OPINION = /\b(?:best|strongest|worst|weakest|poorest)\b/i

const rankDirection = ({ rank }: Slots, first: FoundMeasure | undefined): 'asc' | 'desc' | null => {
  if (rank === null) return null
  const { column, calculation = null } = first ?? {}
  const isLowGood = calculation === null && column?.kind === 'measure' && column.goodDirection === 'down'
  if (!isLowGood || !OPINION.test(rank.words)) return rank.direction
  return rank.direction === 'asc' ? 'desc' : 'asc'
}

const groupedRows = (type: ReportType, slots: Slots, { groups, measures }: ResolvedParts): Rows => {
  const share = slots.share === null ? null : shareColumn(type, measures[0])
  const coverage = coverageOf(type, measures)
  const step = slots.step === null ? null : stepColumn(measures[0])
  const all = [...measures, ...[share, step, coverage].flatMap((one) => one ?? [])]
  const columns = [...new Map(all.map((one) => [`${one.columnId}.${one.aggregation}`, one])).values()]
  const [first] = columns
  const isOverTime = groups.some(isTime)
  const isOfChange = slots.rank?.isOfChange === true && slots.compare !== null
  const direction = rankDirection(slots, first) ?? (groups.length > 0 && !isOverTime ? 'desc' : null)
  const measured = columns.map(({ columnId, aggregation }) => ({ columnId, aggregation }))
  const shown = [...groups.map((columnId) => ({ columnId, aggregation: 'None' as const })), ...measured]
  return {
    columns: groups.length > 0 ? shown : singleRowColumns(type, columns),
    columnOrder: shownOrder(shown.map(({ columnId }) => columnId)),
    calculations: columns.flatMap(({ calculation }) => calculation ?? []),
    groupColumns: groups,
    orderColumns:
      first === undefined || direction === null
        ? []
        : [{ columnId: first.columnId, direction, ...(isOfChange ? { by: 'change' as const } : {}) }],
    chart: chartFor(
      groups,
      measured.map(({ columnId }) => columnId),
      slots.rank !== null,
    ),
  }
}
