import { describe, expect, test } from 'vitest'
import { addDays, type LocalDay } from '#domain/ranges/local-day.ts'
import { resolveRange } from '#domain/ranges/resolve-range.ts'
import { sample } from '#testkit/lane.ts'
import { isCounted, type SampleRows, sampleRows, toLocalDay } from './sample-rows.fixture.ts'

/** Counts the rows of a report within its default range on `today`. */
interface ReportContext {
  readonly rows: SampleRows
  readonly today: LocalDay
  within(range: ReportRange, timestamp: string | number | null): boolean
}

const RANGES = ['Today', 'ThisMonth', 'ThisQuarter', 'ThisYear', 'Last30Days', 'Last90Days', 'Last365Days'] as const
type ReportRange = (typeof RANGES)[number]

const contextOn = (today: LocalDay, rows: SampleRows): ReportContext => {
  const calendar = { today, weekStart: 'monday', fiscalYearStartMonth: 1 } as const
  const resolved = new Map(RANGES.map((range) => [range, resolveRange(range, calendar)]))
  const within: ReportContext['within'] = (range, timestamp) => {
    const { from = '', until = '' } = resolved.get(range) ?? {}
    const day = toLocalDay(timestamp)
    return day >= from && day < until
  }
  return { rows, today, within }
}

const orders = ({ rows, within }: ReportContext, range: ReportRange) =>
  rows.orders.filter((order) => isCounted(order) && within(range, order.ordered))

const linesOf = (context: ReportContext, range: ReportRange) => {
  const ids = new Set(orders(context, range).map(({ source_id }) => source_id))
  return context.rows.order_lines.filter(({ order_source_id }) => ids.has(order_source_id))
}

const distinct = <T>(values: readonly T[]): number => new Set(values.filter((value) => value !== null)).size

const awaiting = ({ rows }: ReportContext, delivery: string): number =>
  rows.orders.filter(
    (order) =>
      order.payment_status === 'paid' &&
      order.delivery_method === delivery &&
      order.compliance_status !== 'Quarantined' &&
      (order.fulfillment_status === 'unfulfilled' || order.fulfillment_status === 'partial'),
  ).length

const lowStock = (context: ReportContext): number => {
  const sold = new Map<string | null, number>()
  for (const { sku, quantity } of linesOf(context, 'Last90Days')) sold.set(sku, (sold.get(sku) ?? 0) + quantity)
  const stock = Map.groupBy(context.rows.inventory, ({ sku }) => sku)
  return [...stock].filter(([sku, places]) => {
    const weekly = (sold.get(sku) ?? 0) / (90 / 7)
    return weekly > 0 && places.reduce((sum, { available }) => sum + available, 0) / weekly < 8
  }).length
}

const customersWithBirth = (context: ReportContext): number => {
  const buyers = new Set(orders(context, 'Last365Days').map(({ customer_source_id }) => customer_source_id))
  return distinct(
    context.rows.customers.filter(({ source_id, birth }) => buyers.has(source_id) && birth).map(({ birth }) => birth),
  )
}

const cancelled = ({ rows, within }: ReportContext, range: ReportRange) =>
  rows.memberships.filter(({ status, cancelled: on }) => status === 'cancelled' && on !== null && within(range, on))

const holdsToday = ({ rows, today }: ReportContext): number =>
  rows.membership_holds.filter(({ start, end }) => start <= today && (end === null || end > today)).length

const visits = ({ rows, within }: ReportContext) =>
  rows.reservations.filter(
    ({ status, reserved }) => (status === 'checked_in' || status === 'closed_out') && within('Last90Days', reserved),
  )

const releases = ({ rows, within }: ReportContext) =>
  rows.club_releases.filter(({ released }) => within('Last365Days', released))

const releaseStatuses = (context: ReportContext): number => {
  const ids = new Set(releases(context).map(({ source_id }) => source_id))
  return distinct(
    context.rows.release_members
      .filter(({ release_source_id }) => ids.has(release_source_id))
      .map(({ status }) => status),
  )
}

const tipped = (context: ReportContext) =>
  orders(context, 'ThisMonth').filter(({ tip, team_member }) => tip > 0 && team_member)

/** The 29 built-in reports with the number of rows that each needs at least in its default range. */
const REPORTS: readonly (readonly [slug: string, least: number, count: (context: ReportContext) => number])[] = [
  ['sales/sales-trends', 1, (context) => orders(context, 'ThisYear').length],
  ['sales/by-day-of-week', 300, (context) => orders(context, 'Last365Days').length],
  ['sales/weekday-vs-weekend', 300, (context) => orders(context, 'Last365Days').length],
  ['orders/by-brand', 1, (context) => distinct(linesOf(context, 'ThisYear').map(({ brand }) => brand))],
  ['orders/by-category', 2, (context) => distinct(linesOf(context, 'ThisYear').map(({ category }) => category))],
  ['orders/by-team-member', 2, (context) => distinct(orders(context, 'ThisMonth').map((order) => order.team_member))],
  ['orders/tips-by-team-member', 1, (context) => distinct(tipped(context).map((order) => order.team_member))],
  ['orders/by-sales-channel', 3, (context) => distinct(orders(context, 'ThisYear').map(({ channel }) => channel))],
  ['orders/by-type', 1, (context) => distinct(orders(context, 'ThisYear').map((order) => order.order_type))],
  ['orders/awaiting-pickup', 1, (context) => awaiting(context, 'pickup')],
  ['orders/awaiting-shipment', 1, (context) => awaiting(context, 'ship')],
  ['orders/order-detail', 10, (context) => linesOf(context, 'Last30Days').length],
  ['orders/list', 10, (context) => orders(context, 'Last30Days').length],
  [
    'products/top-products',
    20,
    (context) => distinct(linesOf(context, 'Last90Days').map((line) => line.product_title)),
  ],
  ['products/list', 60, ({ rows }) => rows.products.length],
  ['products/low-inventory', 3, lowStock],
  [
    'customers/top-customers',
    50,
    (context) => distinct(orders(context, 'Last365Days').map((o) => o.customer_source_id)),
  ],
  ['customers/by-age', 20, customersWithBirth],
  ['customers/list', 100, ({ rows }) => rows.customers.length],
  ['customers/top-states', 8, (context) => distinct(orders(context, 'Last365Days').map(({ state }) => state))],
  ['customers/tasting-funnel', 2, (context) => distinct(visits(context).map(({ experience }) => experience))],
  [
    'clubs/active-clubs',
    2,
    ({ rows }) => distinct(rows.memberships.filter((m) => m.status === 'active').map((m) => m.club_name)),
  ],
  ['clubs/top-clubs', 2, (context) => distinct(orders(context, 'Last365Days').map((order) => order.club_name))],
  ['clubs/cancellations', 6, (context) => cancelled(context, 'Last365Days').length],
  ['clubs/cancellation-list', 4, (context) => cancelled(context, 'Last30Days').length],
  ['clubs/holds', 1, holdsToday],
  ['clubs/hold-list', 1, ({ rows }) => rows.membership_holds.length],
  ['clubs/releases', 8, (context) => releases(context).length],
  ['clubs/release-summary', 4, releaseStatuses],
]

const visitsToday = ({ rows, today }: ReportContext) =>
  rows.reservations.filter(({ reserved }) => toLocalDay(reserved) === today)

const signupsAtVisits = ({ rows, today }: ReportContext): number => {
  const visitors = new Set(visitsToday({ rows, today, within: () => true }).map((visit) => visit.customer_source_id))
  return rows.memberships.filter(
    ({ signup, team_member, customer_source_id }) =>
      toLocalDay(signup) === today && team_member !== null && visitors.has(customer_source_id),
  ).length
}

/** What the tiles need on the first day of a week, month, quarter or year. */
const TILES: readonly (readonly [tile: string, least: number, count: (context: ReportContext) => number])[] = [
  ['sales today', 8, (context) => orders(context, 'Today').length],
  ['reservation statuses today', 4, (context) => distinct(visitsToday(context).map(({ status }) => status))],
  ['experiences today', 1, (context) => distinct(visitsToday(context).map(({ experience }) => experience))],
  ['signups at a visit today', 1, signupsAtVisits],
  ['cancellations of the quarter', 1, (context) => cancelled(context, 'ThisQuarter').length],
  ['average order by channel', 3, (context) => distinct(orders(context, 'ThisQuarter').map(({ channel }) => channel))],
]

const missingOn = (context: ReportContext): string[] =>
  [...REPORTS, ...TILES].filter(([, least, count]) => count(context) < least).map(([name]) => name)

test('there are 29 built-in reports', () => {
  expect(new Set(REPORTS.map(([slug]) => slug)).size).toBe(29)
})

const daysOf = (year: number): LocalDay[] =>
  Array.from({ length: 366 }, (_, index) => addDays(`${year}-01-01`, index)).filter((day) => day.startsWith(`${year}`))

describe('on every day of a leap year each report and tile of a small winery has rows', () => {
  test.each(sample(daysOf(2024), 30))('%s', (today) => {
    const rows = sampleRows({ seed: Number(today.slice(8)), today, orders: 750, years: 1, currency: 'USD' })
    expect(missingOn(contextOn(today, rows))).toEqual([])
  })
})

describe('over four years each report and tile has rows, whatever the time of day', () => {
  const days = ['2024-02-29', '2025-01-01', '2025-04-01', '2025-07-01', '2025-12-31', '2026-03-08', '2026-11-01']
  const minutes = [1, 30, 600, 1440]
  test.each(days.flatMap((today) => minutes.map((nowMinute) => ({ today, nowMinute }))))(
    '$today after $nowMinute minutes',
    ({ today, nowMinute }) => {
      const rows = sampleRows({ seed: 7, today, orders: 3000, currency: 'USD', nowMinute })
      expect(missingOn(contextOn(today, rows))).toEqual([])
    },
  )
})
