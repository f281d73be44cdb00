import { addDays, addMonths, addYears, type LocalDay, startOfMonth } from '#domain/ranges/local-day.ts'
import { allSalesFigure } from '#insights/account/reported-figures.ts'
import { computed, type Figure } from '#insights/insight/figure.ts'
import type { DayRange } from '#insights/series/series.ts'
import type { QuerySession } from '#server/modules/analytics/index.ts'
import { queryFor } from '../history/history-queries.ts'

/** The numbers of a brief, each as `POST /reports/query` answers it for its days. */
export interface BriefFigures {
  readonly yesterday: DayRange
  /** from the first of the month; on the first itself the month before */
  readonly month: DayRange
  /** the same days a year before */
  readonly lastYear: DayRange
  readonly figures: readonly Figure[]
}

const rangesAt = (today: LocalDay): Omit<BriefFigures, 'figures'> => {
  const first = startOfMonth(today)
  const from = first === today ? addMonths(first, -1) : first
  return {
    yesterday: { from: addDays(today, -1), until: today },
    month: { from, until: today },
    lastYear: { from: addYears(from, -1), until: addYears(today, -1) },
  }
}

/** Net sales and orders of the days, club orders included: as the reports open. */
const salesIn = async (session: QuerySession, range: DayRange, minorUnits: number): Promise<[number, number]> => {
  const days = { ...range, of: 'orderDate' }
  const query = queryFor({ reportType: 'Orders', columns: ['netSales', 'orderCount'], groupBy: [], days })
  const [row = []] = await session.rows(query)
  return [Math.round(Number(row[0] ?? 0) * minorUnits), Number(row[1] ?? 0)]
}

/** Yesterday, and the month so far beside the same days a year before. */
export const briefFigures = async (
  session: QuerySession,
  { today, minorUnits }: { today: LocalDay; minorUnits: number },
): Promise<BriefFigures> => {
  const ranges = rangesAt(today)
  const measured = async (name: string, range: DayRange): Promise<Figure[]> => {
    const [sales, orders] = await salesIn(session, range, minorUnits)
    const figure = (columnId: 'netSales' | 'orderCount', value: number): Figure =>
      allSalesFigure({ id: `${name}.${columnId}`, value }, columnId, range)
    return [figure('netSales', sales), figure('orderCount', orders)]
  }
  const [yesterday, month, lastYear] = await Promise.all([
    measured('yesterday', ranges.yesterday),
    measured('month', ranges.month),
    measured('lastYear', ranges.lastYear),
  ])
  const pair = [month[0], lastYear[0]].flatMap((figure) => (figure ? [figure] : []))
  const change = computed({ id: 'change', unit: 'change', rule: 'change', of: pair })
  const all = [...yesterday, ...month, ...lastYear]
  return { ...ranges, figures: Number.isFinite(change.value) ? [...all, change] : all }
}
