import { addDays, addMonths, earlierDay, isLocalDay, laterDay } from '#domain/ranges/local-day.ts'
import { ALL_OTHERS } from '#domain/report-terms.ts'
import type { Mark } from '#ui/mark-action.tsx'
import { type BarFilter, type BarView, withValue } from '../filter-bar/bar-view.ts'

/** Local days, `until` exclusive. */
export interface Days {
  readonly from: string
  readonly until: string
}

/** Whether a mark combines all values beyond a top N: its text is no value to filter by. */
export const isOfRest = ({ row }: Mark): boolean => Object.values(row).includes(ALL_OTHERS)

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/

/** The days of a day, week or month of the date column; null for other columns and values. */
const bucketDays = (columnId: string, value: unknown, dateColumn: string): Days | null => {
  const prefix = dateColumn.replace(/Date$/, '')
  if (typeof value !== 'string') return null
  if (columnId === `${prefix}Month` && MONTH.test(value))
    return { from: `${value}-01`, until: addMonths(`${value}-01`, 1) }
  if (!isLocalDay(value)) return null
  if (columnId === `${prefix}Day`) return { from: value, until: addDays(value, 1) }
  return columnId === `${prefix}Week` ? { from: value, until: addDays(value, 7) } : null
}

const within = (days: Days, limits: Days | null): Days => {
  if (limits === null) return days
  const from = laterDay(days.from, limits.from)
  const until = earlierDay(days.until, limits.until)
  return from < until ? { from, until } : days
}

interface MarkedParts {
  /** of its time bucket, within the dates on screen; null: it has none */
  readonly days: Days | null
  /** of its other dimensions */
  readonly filters: readonly BarFilter[]
}

interface Dates {
  /** the date column of the numbers; null: they have no dates */
  readonly dateColumn: string | null
  /** what the numbers cover; null: all dates */
  readonly days: Days | null
}

const toBarFilter = (columnId: string, value: Mark['row'][string], exclude: boolean): BarFilter => ({
  columnId,
  values: [value === null ? null : String(value)],
  exclude,
})

/** What a mark stands for: its days, and the values of its other dimensions. */
export const splitMark = ({ row }: Mark, { dateColumn, days: limits }: Dates): MarkedParts => {
  const entries = Object.entries(row).map(([columnId, value]) => ({
    columnId,
    value,
    days: dateColumn === null ? null : bucketDays(columnId, value, dateColumn),
  }))
  const days = entries.find((entry) => entry.days !== null)?.days ?? null
  return {
    days: days && within(days, limits),
    filters: entries
      .filter((entry) => entry.days === null)
      .map(({ columnId, value }) => toBarFilter(columnId, value, false)),
  }
}

const adding = (filters: readonly BarFilter[], added: readonly BarFilter[]): readonly BarFilter[] =>
  added.reduce<readonly BarFilter[]>((all, filter) => withValue(all, filter), filters)

type Filtered = Partial<Pick<BarView, 'filters'>> & { readonly range?: { readonly kind: 'days' } & Days }

/** The change that limits everything to a mark. */
export const filteredBy = (filters: readonly BarFilter[], mark: Mark, dates: Dates): Filtered => {
  const { days, filters: added } = splitMark(mark, dates)
  return {
    ...(days === null ? {} : { range: { kind: 'days', ...days } }),
    ...(added.length === 0 ? {} : { filters: adding(filters, added) }),
  }
}

/** The change that leaves a mark out: its value, or its time bucket where it has nothing else. */
export const excluding = (filters: readonly BarFilter[], mark: Mark, dates: Dates): Pick<BarView, 'filters'> => {
  const { filters: added } = splitMark(mark, dates)
  const left = added.length > 0 ? added : Object.entries(mark.row).map(([id, value]) => toBarFilter(id, value, true))
  // Several dimensions at once cannot be left out by one value each, so the last one is, which splits the others.
  return {
    filters: adding(
      filters,
      left.slice(-1).map((filter) => ({ ...filter, exclude: true })),
    ),
  }
}
