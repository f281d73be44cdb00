import { setTimeout } from 'node:timers/promises'
import { addDays, earlierDay } from '#domain/ranges/local-day.ts'
import type { RangeCalendar } from '#domain/ranges/resolve-range.ts'
import { METRICS, type MetricId, type SubjectKind } from '#insights/account/metric.ts'
import type { DayRange } from '#insights/series/series.ts'
import type { Filter, QueryColumn, SemanticQuery } from '#semantic/query.ts'
import type { Cell, QuerySession } from '#server/modules/analytics/index.ts'

export type HistorySession = Pick<QuerySession, 'rows'>

/** The context for reading an account's history. */
export interface HistoryReader {
  readonly session: HistorySession
  /** complete days */
  readonly range: DayRange
  readonly calendar: RangeCalendar
  /** minor units in one major unit */
  readonly minorUnits: number
  /** days per query for records, fewer when days have more records */
  readonly daysASlice: number
  /** services that have rows */
  readonly serviceIds: readonly string[]
}

/**
 * The rows of a long range, queried in slices of `days` days, so that no query blocks others for long. Only for queries with
 * one row per record or with groups within a day, whose rows can be concatenated in the order of the slices.
 */
export const readInSlices = async (session: HistorySession, query: SemanticQuery, days: number): Promise<Cell[][]> => {
  const { range } = query
  if (range === null) return session.rows(query)
  const slices: Cell[][][] = []
  for (let { from } = range; from < range.until; from = addDays(from, days)) {
    const until = earlierDay(addDays(from, days), range.until)
    slices.push(await session.rows({ ...query, range: { ...range, from, until } }))
  }
  return slices.flat()
}

/** Queries shorter than `SHORT_MS` are not followed by a pause, and no pause is longer than `LONGEST_PAUSE_MS`. */
const SHORT_MS = 10
const LONGEST_PAUSE_MS = 250

/**
 * Runs one query after the other, each followed by a pause of its own duration: an account has few query slots and threads,
 * and users need them at least half of the time.
 */
export const queueQueries = (session: HistorySession): HistorySession => {
  let last: Promise<unknown> = Promise.resolve()
  const pausedAfter = async (asked: number): Promise<void> => {
    const took = performance.now() - asked
    if (took >= SHORT_MS) await setTimeout(Math.min(took, LONGEST_PAUSE_MS))
  }
  return {
    rows: (query) => {
      let asked = 0
      const next = last.then(() => {
        asked = performance.now()
        return session.rows(query)
      })
      // A failure rejects the caller's promise only, not the next query's.
      last = next.catch(() => undefined).then(() => pausedAfter(asked))
      return next
    },
  }
}

const column = (columnId: string): QueryColumn => ({ columnId, aggregation: 'None' })

interface QueryParts {
  readonly reportType: string
  readonly columns: readonly string[]
  readonly groupBy?: readonly string[]
  /** the range and the date column that it filters */
  readonly days?: DayRange & { readonly of: string }
  readonly filter?: Filter | null
  readonly withoutClubOrders?: boolean
  readonly serviceIds?: readonly string[]
}

/** One row per group if there are groups, else one row per record. */
export const historyQuery = ({ days, groupBy, ...wanted }: QueryParts): SemanticQuery => ({
  reportType: wanted.reportType,
  columns: wanted.columns.map(column),
  grain: groupBy === undefined ? 'records' : 'groups',
  groupBy: groupBy ?? [],
  filter: wanted.filter ?? null,
  range: days === undefined ? null : { columnId: days.of, from: days.from, until: days.until },
  sort: [],
  top: null,
  page: null,
  withoutClubOrders: wanted.withoutClubOrders ?? false,
  ...(wanted.serviceIds ? { serviceIds: wanted.serviceIds } : {}),
})

/** Such as `orderDay` for `orderDate`. */
const dayColumn = (dateColumn: string): string => dateColumn.replace(/Date$/, 'Day')

interface BySubject {
  /** metrics of one report type and date */
  readonly metrics: readonly [MetricId, ...MetricId[]]
  readonly kind: SubjectKind
  readonly range: DayRange
  readonly filter?: Filter | null
  readonly serviceIds?: readonly string[]
}

/** Rows of days × subjects: the day, then the subject if any, then the measures in order. */
export const dailyQuery = ({ metrics, kind, range, filter, serviceIds }: BySubject): SemanticQuery => {
  const [first] = metrics
  const { dateColumn, measure, columnOf, clubOrders } = METRICS[first]
  const columns: Partial<Record<SubjectKind, string>> = columnOf
  const subject = columns[kind]
  const groupBy = [dayColumn(dateColumn), ...(subject === undefined ? [] : [subject])]
  return historyQuery({
    reportType: measure.reportType,
    columns: [...groupBy, ...metrics.map((metric) => METRICS[metric].measure.columnId)],
    groupBy,
    days: { ...range, of: dateColumn },
    withoutClubOrders: clubOrders === 'without',
    filter: filter ?? null,
    ...(serviceIds ? { serviceIds } : {}),
  })
}
