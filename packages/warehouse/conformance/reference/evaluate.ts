import type { Books } from './books.ts'
import { isCalculated } from './calculations.ts'
import { groupValue, readValues } from './columns.ts'
import { plusDays, plusMonths } from './days.ts'
import { readBooks } from './definitions.ts'
import { recordPasses } from './filter.ts'
import {
  type Around,
  computeCell,
  emptyGroups,
  type Group,
  groupRecords,
  shown,
  shownKey,
  sortGroups,
  sortValue,
} from './groups.ts'
import { meetsHistory } from './history.ts'
import { type TopValues, topValues, withRest } from './limits.ts'
import { computePivot, type ReferencePivot } from './pivot.ts'
import { endedKeys, previousRows } from './previous.ts'
import { inRange } from './ranges.ts'
import type { Answer, Context, Days, ReferenceRecord } from './report-type.ts'
import { type Asked, type AskedColumn, type ReferenceRequest, understand } from './request.ts'
import { compareInOrder, compareKeys, compareValues, exactSum, type Value } from './value.ts'
import { minorUnitsPerMajor, type ReferenceSettings } from './winery.ts'

export interface ReferenceAnswer {
  readonly rows: readonly (readonly Value[])[]
  readonly totals: readonly Value[]
  readonly others: readonly Value[] | null
  readonly rowCount: number
  readonly excluded: readonly { readonly currency: string; readonly rows: number }[]
  /** of a list whose totals count some of its records only */
  readonly notCounted: readonly { readonly kind: string; readonly records: number; readonly cells: readonly Value[] }[]
  readonly previous: readonly (readonly Value[] | null)[] | null
  readonly previousTotals: readonly Value[] | null
  readonly pivot: ReferencePivot | null
}

export interface ReferenceAccount {
  readonly books: Books
  readonly settings: ReferenceSettings
}

/** `days` replace the request's own range. */
const contextOf = (
  { books, settings }: ReferenceAccount,
  asked: Asked,
  days: Days | null,
  withoutClubOrders: boolean,
): Context => {
  const tomorrow = plusDays(settings.today, 1)
  const until = days === null || days.until > tomorrow ? tomorrow : days.until
  const columnId = asked.range?.columnId ?? ''
  const column = asked.type.columns[columnId]
  const isOfFact = column?.kind === 'dimension' && column.ofFact === true
  return {
    books,
    settings,
    withoutClubOrders,
    range: days === null || isOfFact ? null : { ...days, columnId },
    facts: { range: isOfFact ? days : null, filters: asked.factFilters },
    window: { from: days?.from ?? null, until },
  }
}

const passesFilters = ({ filters }: Asked, record: ReferenceRecord, { settings }: Context): boolean =>
  filters.every((some) => some.some((test) => recordPasses(test, record, minorUnitsPerMajor(settings.currency))))

/** Records that meet everything but the range and the currency. */
const filtered = (asked: Asked, context: Context): ReferenceRecord[] => {
  const isOfPerson = meetsHistory(asked.history, context)
  return asked.type
    .records(context)
    .filter(
      ({ channel }) => channel === undefined || !context.withoutClubOrders || (channel !== null && channel !== 'club'),
    )
    .filter((record) => passesFilters(asked, record, context) && isOfPerson(record))
}

const inCurrency = (records: readonly ReferenceRecord[], { settings }: Context): ReferenceRecord[] =>
  records.filter(({ currency }) => currency === undefined || currency === settings.currency)

/** The records that measures fold, in every currency: the type's own, or their sales. */
const measured = (
  { type, columns }: Asked,
  records: readonly ReferenceRecord[],
  context: Context,
): readonly ReferenceRecord[] => {
  const areSales = columns.some(({ column }) => column.kind === 'measure' && column.ofSales)
  return areSales && type.sales ? type.sales(records, context) : records
}

/** The records that would be in one of the groups. */
const inGroups = (
  { groupBy }: Asked,
  records: readonly ReferenceRecord[],
  groups: readonly Group[],
): ReferenceRecord[] =>
  records.filter((record) =>
    groups.some(({ key }) => groupBy.every((columnId, index) => groupValue(record, columnId) === key[index])),
  )

/** Records of other currencies, counted by currency. Filters on groups are about the account's currency and leave none out. */
const excludedOf = (
  asked: Asked,
  passed: readonly ReferenceRecord[],
  context: Context,
): { currency: string; rows: number }[] => {
  const counts = new Map<string, number>()
  for (const { currency } of measured(asked, inRange(passed, context), context)) {
    if (!currency || currency === context.settings.currency) continue
    counts.set(currency, (counts.get(currency) ?? 0) + 1)
  }
  return [...counts]
    .map(([currency, rows]) => ({ currency, rows }))
    .toSorted((a, b) => compareValues(a.currency, b.currency))
}

const sortRecords = (
  { type, sort }: Asked,
  records: readonly ReferenceRecord[],
  context: Context,
): ReferenceRecord[] => {
  const sortedBy = ({ values }: ReferenceRecord, columnId: string) =>
    sortValue(type, columnId, values[columnId] ?? null, context)
  return records.toSorted((a, b) => {
    for (const { columnId, direction } of sort) {
      const order = compareInOrder(sortedBy(a, columnId), sortedBy(b, columnId), direction)
      if (order !== 0) return order
    }
    return compareKeys(a.key, b.key)
  })
}

const recordRow = (asked: Asked, { values }: ReferenceRecord, { settings }: Context): Value[] =>
  asked.columns.map((column) => {
    const value = values[column.columnId] ?? null
    return shown(column, typeof value === 'number' ? value / column.column.scale : value, settings)
  })

const groupRow = (asked: Asked, { cells }: Group, { settings }: Context): Value[] =>
  asked.columns.map((column, index) => shown(column, cells[index] ?? null, settings))

const columnRule = ({ column }: AskedColumn) => (isCalculated(column) ? column.rule : null)

/** Filters on groups leave groups out, but not what their numbers are divided by. */
const aroundOf = ({ groupBy, groupFilters }: Asked, { all, groups }: FilteredRecords): Around => ({
  all,
  among: groupFilters.length === 0 ? null : { groupBy, keys: groups.map(({ key }) => key) },
})

/** A total is one row, which compares with no other; what runs up to it is its value. */
const hasTotal = (asked: AskedColumn): boolean => (columnRule(asked)?.kind ?? 'runningTotal') === 'runningTotal'

const totalsOf = (asked: Asked, found: FilteredRecords, context: Context): Value[] => {
  const { records } = found
  const answer: Answer = { ...aroundOf(asked, found), shown: records, groupBy: [], key: null }
  return asked.columns.map((column) =>
    column.isTotalled && hasTotal(column)
      ? shown(column, computeCell(column, records, context, answer), context.settings)
      : null,
  )
}

/** What the totals of a list leave out: open and canceled orders, where a column counts paid ones only. */
const notCountedOf = (
  asked: Asked,
  records: readonly ReferenceRecord[],
  context: Context,
): ReferenceAnswer['notCounted'] => {
  const isLimited = asked.columns.map(
    ({ column }) => column.kind === 'measure' && column.isAdditive && column.counts !== undefined,
  )
  if (!isLimited.includes(true)) return []
  const kinds = [
    ['open', 'isOpen'],
    ['canceled', 'isCanceled'],
  ] as const
  return kinds.flatMap(([kind, fact]) => {
    const left = records.filter(({ facts }) => facts[fact] === true)
    if (left.length === 0) return []
    const cells = asked.columns.map((column, index) => {
      const counts = column.column.kind === 'measure' ? column.column.counts : undefined
      if (!isLimited[index] || counts === undefined) return null
      const sum = exactSum(
        readValues(
          left.filter(({ facts }) => facts[counts] !== true),
          column.columnId,
        ),
      )
      return shown(column, sum / column.column.scale, context.settings)
    })
    return [{ kind, records: left.length, cells }]
  })
}

/** All measures over everything that is not among the rows kept. */
const othersOf = (
  asked: Asked,
  found: FilteredRecords,
  kept: readonly ReferenceRecord[],
  context: Context,
): Value[] => {
  const { records } = found
  const rest = records.filter((record) => !kept.includes(record))
  const answer: Answer = { ...aroundOf(asked, found), shown: records, groupBy: asked.groupBy, key: null }
  return asked.columns.map((column) => {
    const isMeasure = column.column.kind === 'measure' || column.aggregation !== 'None'
    return isMeasure && columnRule(column) === null
      ? shown(column, computeCell(column, rest, context, answer), context.settings)
      : null
  })
}

const onPage = <T>(all: readonly T[], { definition, page, pageSize }: ReferenceRequest): T[] =>
  all.slice(0, definition.top ?? all.length).slice((page - 1) * pageSize, page * pageSize)

interface FilteredRecords {
  /** records that pass the filters, in any currency */
  readonly passed: readonly ReferenceRecord[]
  /** those of the account's currency */
  readonly all: readonly ReferenceRecord[]
  /** those of them that are in one of the groups */
  readonly records: readonly ReferenceRecord[]
  readonly groups: readonly Group[]
}

/** Members are counted at the end of each month: a month, or its part within the range, is a question of its own. */
const monthsOf = (account: ReferenceAccount, { range, groupBy }: Asked): readonly Days[] | null => {
  if (!groupBy.includes('asOfMonth')) return null
  const tomorrow = plusDays(account.settings.today, 1)
  const until = range === null || range.until > tomorrow ? tomorrow : range.until
  const thisMonth = `${account.settings.today.slice(0, 7)}-01`
  // a month before the first member has nothing to count
  const [joined = thisMonth] = account.books.memberships.map(({ signup }) => signup.day).toSorted()
  const twentyYears = plusMonths(thisMonth, -239)
  const from = range?.from ?? (joined > twentyYears ? `${joined.slice(0, 7)}-01` : twentyYears)
  const months: Days[] = []
  for (let start = from, next = ''; start < until; start = next) {
    next = plusMonths(`${start.slice(0, 7)}-01`, 1)
    months.push({ from: start, until: next > until ? until : next })
  }
  return months.length === 0 ? [{ from, until }] : months
}

const findTopValues = (asked: Asked, context: Context): TopValues =>
  topValues(asked, inCurrency(filtered(asked, context), context), context)

const findGroups = (asked: Asked, context: Context, kept: TopValues): FilteredRecords => {
  const passed = filtered(asked, context)
  const all = withRest(inCurrency(passed, context), kept)
  if (!asked.isGrouped) return { passed, all, records: all, groups: [] }
  const groups = groupRecords(asked, all, context)
  return { passed, all, records: asked.groupFilters.length === 0 ? all : inGroups(asked, all, groups), groups }
}

const comparedTo = (
  account: ReferenceAccount,
  asked: Asked,
  kept: TopValues,
  withoutClubOrders: boolean,
): (FilteredRecords & { context: Context }) | null => {
  if (asked.range === null || asked.compareRange === null) return null
  const context = contextOf(account, asked, asked.compareRange, withoutClubOrders)
  const found = findGroups(asked, context, kept)
  return { ...found, groups: sortGroups(asked, found.groups, context), context }
}

/** The answer to a report request, worked out record by record. Throws `Refused`. */
export const evaluate = (
  given: ReferenceAccount,
  request: ReferenceRequest,
  withoutClubOrders = false,
): ReferenceAnswer => {
  const account = { ...given, books: readBooks(given.books, given.settings) }
  const asked = understand(request, account.settings, computeCell)
  const context = contextOf(account, asked, asked.range, withoutClubOrders)
  const kept = findTopValues(asked, context)
  const whole = findGroups(asked, context, kept)
  const months = monthsOf(account, asked)?.map((days) =>
    findGroups(asked, contextOf(account, asked, days, withoutClubOrders), kept),
  )
  const found = months === undefined ? whole : { ...whole, groups: months.flatMap(({ groups }) => groups) }
  const { passed, records } = found
  const earlier = comparedTo(account, asked, kept, withoutClubOrders)
  /** Groups that only the earlier range has. */
  const ended = (one: Asked, own: readonly Group[]): Group[] => {
    if (earlier === null || !asked.isGrouped) return []
    const before = groupRecords(one, earlier.records, earlier.context)
    return emptyGroups(one, endedKeys(one, own, before, { context, earlier: earlier.context }), context)
  }
  const groups = sortGroups(asked, [...found.groups, ...ended(asked, found.groups)], context)
  const shared = {
    totals: totalsOf(asked, found, context),
    excluded: excludedOf(asked, passed, context),
    previousTotals: earlier && totalsOf(asked, earlier, earlier.context),
    pivot:
      asked.pivot &&
      computePivot(asked, records, context, {
        ...asked.pivot,
        around: aroundOf(asked, found),
        ended: (one, own) => (asked.groupFilters.length === 0 ? ended(one, own) : []),
        present: (column, value) => shown(column, value, account.settings),
        presentKey: (columnId, value) => shownKey(asked.type, columnId, value, account.settings),
      }),
  }
  const { top } = request.definition
  if (!asked.isGrouped) {
    const all = sortRecords(asked, inRange(records, context), context)
    const rows = onPage(all, request).map((record) => recordRow(asked, record, context))
    const rowCount = Math.min(all.length, top ?? all.length)
    return {
      rows,
      rowCount,
      others: top !== null && all.length > top ? othersOf(asked, found, all.slice(0, top), context) : null,
      notCounted: notCountedOf(asked, all, context),
      previous: earlier && rows.map(() => null),
      ...shared,
    }
  }
  const page = onPage(groups, request)
  const hasOthers = top !== null && groups.length > top
  const topRecords = groups.slice(0, top ?? 0).flatMap((group) => group.records)
  return {
    rows: page.map((group) => groupRow(asked, group, context)),
    rowCount: Math.min(groups.length, top ?? groups.length),
    others: hasOthers ? othersOf(asked, found, topRecords, context) : null,
    notCounted: [],
    previous:
      earlier &&
      previousRows(asked, page, earlier.groups, { context, earlier: earlier.context }).map(
        (group) => group && groupRow(asked, group, earlier.context),
      ),
    ...shared,
  }
}
