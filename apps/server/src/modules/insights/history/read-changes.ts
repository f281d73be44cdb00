import { addDays, addMonths, startOfMonth } from '#domain/ranges/local-day.ts'
import { periodStart } from '#domain/ranges/period.ts'
import { METRICS, type MetricId } from '#insights/account/metric.ts'
import type {
  ChangeCell,
  ChangeToExplain,
  DimensionCells,
  DiscountWeeks,
  DriverDimension,
} from '#insights/insight/inputs.ts'
import type { DayRange } from '#insights/series/series.ts'
import { type HistoryReader, historyQuery } from './history-reader.ts'

interface Dimension {
  readonly dimension: DriverDimension
  readonly money: MetricId
  readonly count: MetricId
  readonly column: string
}

const NON_CLUB_DIMENSIONS: readonly Dimension[] = [
  { dimension: 'channel', money: 'netSales', count: 'orderCount', column: 'channel' },
  { dimension: 'teamMember', money: 'netSales', count: 'orderCount', column: 'teamMember' },
  { dimension: 'product', money: 'productSales', count: 'productUnits', column: 'sku' },
]

const CLUB_DIMENSIONS: readonly Dimension[] = [
  { dimension: 'club', money: 'clubSales', count: 'clubOrders', column: 'clubName' },
]

const ONLY_CLUB = { columnId: 'channel', comparison: 'Equal', value: 'club' } as const

type Amounts = ChangeCell['before']

const amountsBy = async (
  { session, minorUnits }: HistoryReader,
  { money, count, column }: Dimension,
  range: DayRange,
): Promise<Map<string, Amounts>> => {
  const { measure, dateColumn, clubOrders } = METRICS[money]
  const query = historyQuery({
    reportType: measure.reportType,
    columns: [column, measure.columnId, METRICS[count].measure.columnId],
    groupBy: [column],
    days: { ...range, of: dateColumn },
    withoutClubOrders: clubOrders === 'without',
    filter: clubOrders === 'only' ? ONLY_CLUB : null,
  })
  const rows = await session.rows(query)
  return new Map(
    rows.map(([group, sales, number]) => [
      typeof group === 'string' ? group : '',
      { money: Math.round(Number(sales ?? 0) * minorUnits), count: Number(number ?? 0) },
    ]),
  )
}

const NOTHING: Amounts = { money: 0, count: 0 }

const cellsOf = async (
  reader: HistoryReader,
  dimension: Dimension,
  { before, after }: { before: DayRange; after: DayRange },
): Promise<DimensionCells> => {
  const [earlier, later] = await Promise.all([
    amountsBy(reader, dimension, before),
    amountsBy(reader, dimension, after),
  ])
  const groups = [...new Set([...earlier.keys(), ...later.keys()])]
  const cells = groups.map((group) => ({
    group,
    before: earlier.get(group) ?? NOTHING,
    after: later.get(group) ?? NOTHING,
  }))
  return { dimension: dimension.dimension, money: dimension.money, count: dimension.count, cells }
}

/**
 * The last complete month and the same month of the previous year, for non-club and club sales; nothing if the history is
 * too short.
 */
export const readLastMonth = async (reader: HistoryReader): Promise<ChangeToExplain[]> => {
  const { range, calendar } = reader
  const until = startOfMonth(calendar.today)
  const after = { from: addMonths(until, -1), until }
  const before = { from: addMonths(after.from, -12), until: addMonths(until, -12) }
  if (before.from < range.from) return []
  const changeBy = async (dimensions: readonly Dimension[]): Promise<ChangeToExplain> => ({
    before,
    after,
    dimensions: await Promise.all(dimensions.map((dimension) => cellsOf(reader, dimension, { before, after }))),
  })
  return Promise.all([NON_CLUB_DIMENSIONS, CLUB_DIMENSIONS].map(changeBy))
}

/** Whole weeks of discounts: four are compared with the sixteen before. */
const DISCOUNT_WEEKS = 22
const DAYS_A_WEEK = 7

/** Discounts and sales before them in the last whole weeks of each channel except the club. */
export const readDiscounts = async ({ session, calendar, minorUnits }: HistoryReader): Promise<DiscountWeeks[]> => {
  const until = periodStart(calendar.today, 'week', calendar)
  const query = historyQuery({
    reportType: 'Orders',
    columns: ['channel', 'orderWeek', 'subtotal', 'discount'],
    groupBy: ['channel', 'orderWeek'],
    days: { from: addDays(until, -DISCOUNT_WEEKS * DAYS_A_WEEK), until, of: 'orderDate' },
    withoutClubOrders: true,
  })
  const rows = (await session.rows(query)).flatMap(([channel, week, subtotal, discount]) =>
    typeof channel === 'string' && typeof week === 'string'
      ? [
          {
            channel,
            from: week,
            gross: Math.round(Number(subtotal ?? 0) * minorUnits),
            discount: Math.round(Number(discount ?? 0) * minorUnits),
          },
        ]
      : [],
  )
  return [...Map.groupBy(rows, ({ channel }) => channel)].map(([channel, weeks]) => ({
    channel,
    weeks: weeks.toSorted((a, b) => a.from.localeCompare(b.from)),
  }))
}
