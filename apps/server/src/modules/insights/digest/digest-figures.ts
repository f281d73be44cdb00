import { addDays, addMonths, addYears, type LocalDay, startOfMonth } from '#domain/ranges/local-day.ts'
import { allSalesFigure } from '#insights/account/reported-figures.ts'
import { computed, type Figure } from '#insights/insight/figure.ts'
import { figureText, periodText, type Reader } from '#insights/language/format.ts'
import type { Slot } from '#insights/language/insight-text.ts'
import type { DayRange } from '#insights/series/series.ts'
import type { QuerySession } from '#server/modules/analytics/index.ts'
import { historyQuery } from '../history/history-queries.ts'
import { renderTemplate } from '../text/render-insight.ts'

/** The figures of a digest, each as `POST /reports/query` returns it. */
export interface DigestFigures {
  readonly yesterday: DayRange
  /** from the first of the month; on the first itself the month before */
  readonly month: DayRange
  /** the same days a year before */
  readonly lastYear: DayRange
  readonly figures: readonly Figure[]
}

const rangesAt = (today: LocalDay): Omit<DigestFigures, 'figures'> => {
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
  const query = historyQuery({ reportType: 'Orders', columns: ['netSales', 'orderCount'], groupBy: [], days })
  const [row = []] = await session.rows(query)
  return [Math.round(Number(row[0] ?? 0) * minorUnits), Number(row[1] ?? 0)]
}

/** Yesterday, and the month to date compared with the same days a year before. */
export const digestFigures = async (
  session: QuerySession,
  { today, minorUnits }: { today: LocalDay; minorUnits: number },
): Promise<DigestFigures> => {
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

const valueIn = ({ figures }: DigestFigures, id: string): number =>
  figures.find((figure) => figure.id === id)?.value ?? 0

const templatesOf = (digest: DigestFigures): string[] => {
  const change = digest.figures.find(({ id }) => id === 'change')?.value
  const way = (change ?? 0) < 0 ? 'less' : 'more'
  const isCompared = change !== undefined && valueIn(digest, 'lastYear.netSales') > 0
  return [
    'Net sales on {yesterday} came to {yesterday.netSales}, with {yesterday.orderCount} orders.',
    isCompared
      ? `Over {month} they came to {month.netSales}, {change} ${way} than over {lastYear} ({lastYear.netSales}).`
      : 'Over {month} they came to {month.netSales}.',
  ]
}

/** The sentences of a digest for a reader. Throws `UnsourcedNumberError`, `MissingSlotError`. */
export const digestText = (digest: DigestFigures, reader: Reader): string[] => {
  const date = (range: DigestFigures['month']): Slot => ({ text: periodText(range, reader), part: 'date' })
  const slots = new Map<string, Slot>([
    ['yesterday', date(digest.yesterday)],
    ['month', date(digest.month)],
    ['lastYear', date(digest.lastYear)],
    ...digest.figures.map((figure): [string, Slot] => [
      figure.id,
      { text: figureText(figure, reader), part: 'figure' },
    ]),
  ])
  return templatesOf(digest).map((template) => renderTemplate(template, slots))
}
