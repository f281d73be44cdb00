import { addDays, type LocalDay } from '#domain/ranges/local-day.ts'
import { type PlanMeasureId, plannableMeasure } from '#domain/winery-plan.ts'
import { type ClubRuns, runDays } from '#insights/pace/club-runs.ts'
import { type DayRange, type DayValue, daySeries, type Series } from '#insights/series/series.ts'
import type { Filter, SemanticQuery } from '#semantic/query.ts'
import type { AnalyticsSettings, QuerySession } from '#server/modules/analytics/index.ts'

interface Reader {
  readonly session: QuerySession
  readonly settings: AnalyticsSettings
}

interface Asked {
  /** a date part to group by */
  readonly part?: 'Day' | 'Month'
  /** columns to group by */
  readonly by?: readonly string[]
  /** default: the measure's */
  readonly columnId?: string
  readonly filter?: Filter | null
}

/** A measure of the records that a plannable measure counts, by groups. Money in major units. */
export const measureQuery = (id: PlanMeasureId, range: DayRange, asked: Asked): SemanticQuery => {
  const { reportType, columnId, dateColumn, clubOrders } = plannableMeasure(id)
  const { part, by = [], filter = null } = asked
  const groupBy = [...(part === undefined ? [] : [dateColumn.replace(/Date$/, part)]), ...by]
  return {
    reportType,
    columns: [...groupBy, asked.columnId ?? columnId].map((column) => ({ columnId: column, aggregation: 'None' })),
    grain: 'groups',
    groupBy,
    filter,
    range: { columnId: dateColumn, ...range },
    sort: [],
    top: null,
    page: null,
    ...(clubOrders === 'without' ? { withoutClubOrders: true } : {}),
  }
}

/** Days of a measure: minor units or counts. `ordinary` has all but the club orders of runs, which `club` has. */
export interface MeasureDays {
  readonly ordinary: Series
  readonly club: ClubRuns | null
}

const CLUB: Filter = { columnId: 'channel', comparison: 'Equal', value: 'club' }

/** A range without records is a series of zeros. `runs`: days on which club releases were or will be charged. */
export const readMeasureDays = async (
  { session, settings }: Reader,
  id: PlanMeasureId,
  range: DayRange,
  runs: readonly LocalDay[],
): Promise<MeasureDays> => {
  const { unit, reportType, clubOrders } = plannableMeasure(id)
  const scale = unit === 'money' ? settings.minorUnits : 1
  const read = async (filter: Filter | null): Promise<DayValue[]> =>
    (await session.rows(measureQuery(id, range, { part: 'Day', filter }))).flatMap(([day, value]) =>
      typeof day === 'string' && typeof value === 'number' ? [{ day, value: Math.round(value * scale) }] : [],
    )
  const all = await read(null)
  const hasRuns = reportType === 'Orders' && clubOrders === 'all' && runs.length > 0
  if (!hasRuns) return { ordinary: daySeries(all, range, 'zero'), club: null }
  const isOfRun = runDays(runs)
  const club = (await read(CLUB)).filter(({ day }) => isOfRun.has(day))
  const taken = club.map(({ day, value }) => ({ day, value: -value }))
  return {
    ordinary: daySeries([...all, ...taken], range, 'zero'),
    club: { days: daySeries(club, range, 'zero'), runs },
  }
}

/** Days of history that a pace is learned from. */
const HISTORY_DAYS = 4 * 366

export const historyBefore = (month: LocalDay): DayRange => ({ from: addDays(month, -HISTORY_DAYS), until: month })
