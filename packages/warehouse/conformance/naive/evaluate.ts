import type { Books } from './books.ts'
import { shown } from './cell.ts'
import { plusDays } from './days.ts'
import { recordPasses } from './filter.ts'
import { cellOf, type Group, groupsOf, inRange, isKey, sortGroups } from './groups.ts'
import { previousRows } from './previous.ts'
import type { Days } from './ranges.ts'
import type { Context, NaiveRecord } from './report-type.ts'
import { type Asked, type NaiveRequest, understand } from './request.ts'
import { minorUnitsOf, type NaiveSettings } from './settings.ts'
import { compareInOrder, compareKeys, compareValues, type Value } from './value.ts'

export interface NaiveAnswer {
  readonly rows: readonly (readonly Value[])[]
  readonly totals: readonly Value[]
  readonly others: readonly Value[] | null
  readonly rowCount: number
  readonly excluded: readonly { readonly currency: string; readonly rows: number }[]
  readonly previous: readonly (readonly Value[] | null)[] | null
  readonly previousTotals: readonly Value[] | null
}

export interface NaiveAccount {
  readonly books: Books
  readonly settings: NaiveSettings
}

const contextOf = (
  { books, settings }: NaiveAccount,
  range: (Days & { columnId: string }) | null,
  withoutClubOrders: boolean,
): Context => {
  const tomorrow = plusDays(settings.today, 1)
  const until = range === null || range.until > tomorrow ? tomorrow : range.until
  return { books, settings, withoutClubOrders, range, window: { from: range?.from ?? null, until } }
}

const passesFilters = ({ filters }: Asked, record: NaiveRecord, { settings }: Context): boolean =>
  filters.every((some) => some.some((test) => recordPasses(test, record, minorUnitsOf(settings.currency))))

/** Records that meet everything but the range and the currency. */
const filtered = (asked: Asked, context: Context): NaiveRecord[] =>
  asked.type
    .records(context)
    .filter(
      ({ channel }) => channel === undefined || !context.withoutClubOrders || (channel !== null && channel !== 'club'),
    )
    .filter((record) => passesFilters(asked, record, context))

const inCurrency = (records: readonly NaiveRecord[], { settings }: Context): NaiveRecord[] =>
  records.filter(({ currency }) => currency === undefined || currency === settings.currency)

/** Records of other currencies, counted by currency. */
const excludedOf = (asked: Asked, context: Context): { currency: string; rows: number }[] => {
  const counts = new Map<string, number>()
  for (const { currency } of inRange(filtered(asked, context), context)) {
    if (!currency || currency === context.settings.currency) continue
    counts.set(currency, (counts.get(currency) ?? 0) + 1)
  }
  return [...counts]
    .map(([currency, rows]) => ({ currency, rows }))
    .toSorted((a, b) => compareValues(a.currency, b.currency))
}

const sortRecords = ({ sort }: Asked, records: readonly NaiveRecord[]): NaiveRecord[] =>
  records.toSorted((a, b) => {
    for (const { columnId, direction } of sort) {
      const order = compareInOrder(a.values[columnId] ?? null, b.values[columnId] ?? null, direction)
      if (order !== 0) return order
    }
    return compareKeys(a.key, b.key)
  })

const recordRow = (asked: Asked, { values }: NaiveRecord, { settings }: Context): Value[] =>
  asked.columns.map((column) => {
    const value = values[column.columnId] ?? null
    return shown(column, typeof value === 'number' ? value / column.column.scale : value, settings)
  })

const groupRow = (asked: Asked, { cells }: Group, { settings }: Context): Value[] =>
  asked.columns.map((column, place) => shown(column, cells[place] ?? null, settings))

const totalsOf = (asked: Asked, records: readonly NaiveRecord[], context: Context): Value[] =>
  asked.columns.map((column) =>
    column.isTotalled ? shown(column, cellOf(column, records, context), context.settings) : null,
  )

/** All measures over everything that is not in the groups kept. */
const othersOf = (asked: Asked, records: readonly NaiveRecord[], kept: readonly Group[], context: Context): Value[] => {
  const rest = records.filter((record) => !kept.some((group) => group.records.includes(record)))
  return asked.columns.map((column) =>
    isKey(asked, column) ? null : shown(column, cellOf(column, rest, context), context.settings),
  )
}

const onPage = <T>(all: readonly T[], { definition, page, pageSize }: NaiveRequest): T[] =>
  all.slice(0, definition.top ?? all.length).slice((page - 1) * pageSize, page * pageSize)

interface Found {
  readonly records: readonly NaiveRecord[]
  readonly groups: readonly Group[]
}

const findGroups = (asked: Asked, context: Context): Found => {
  const records = inCurrency(filtered(asked, context), context)
  return { records, groups: asked.isGrouped ? sortGroups(asked, groupsOf(asked, records, context)) : [] }
}

const comparedTo = (
  account: NaiveAccount,
  asked: Asked,
  withoutClubOrders: boolean,
): (Found & { context: Context }) | null => {
  if (asked.range === null || asked.compareRange === null) return null
  const context = contextOf(account, { ...asked.range, ...asked.compareRange }, withoutClubOrders)
  return { ...findGroups(asked, context), context }
}

/** The answer to a report request, worked out record by record. Throws `Refused`. */
export const evaluate = (account: NaiveAccount, request: NaiveRequest, withoutClubOrders = false): NaiveAnswer => {
  const asked = understand(request, account.settings)
  const context = contextOf(account, asked.range, withoutClubOrders)
  const { records, groups } = findGroups(asked, context)
  const earlier = comparedTo(account, asked, withoutClubOrders)
  const shared = {
    totals: totalsOf(asked, records, context),
    excluded: excludedOf(asked, context),
    previousTotals: earlier && totalsOf(asked, earlier.records, earlier.context),
  }
  const { top } = request.definition
  if (!asked.isGrouped) {
    const all = sortRecords(asked, inRange(records, context))
    const rows = onPage(all, request).map((record) => recordRow(asked, record, context))
    const rowCount = Math.min(all.length, top ?? all.length)
    return { rows, rowCount, others: null, previous: earlier && rows.map(() => null), ...shared }
  }
  const page = onPage(groups, request)
  const hasOthers = top !== null && groups.length > top
  return {
    rows: page.map((group) => groupRow(asked, group, context)),
    rowCount: Math.min(groups.length, top ?? groups.length),
    others: hasOthers ? othersOf(asked, records, groups.slice(0, top), context) : null,
    previous:
      earlier &&
      previousRows(asked, page, earlier.groups, { context, earlier: earlier.context }).map(
        (group) => group && groupRow(asked, group, earlier.context),
      ),
    ...shared,
  }
}
