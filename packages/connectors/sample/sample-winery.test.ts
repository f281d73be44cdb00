import { describe, expect, test } from 'vitest'
import type { CanonicalTable } from '#domain/canonical/tables.ts'
import { addDays, addYears, type LocalDay, weekdayOf } from '#domain/ranges/local-day.ts'
import { dayOfMoment, isCounted, netOf, type SampleRows, sampleRows } from './sample-rows.fixture.ts'
import { generateSampleWinery } from './sample-winery.ts'

const TODAY: LocalDay = '2026-06-15'
const FIRST = addDays(addYears(TODAY, -4), 1)
const rows = sampleRows({ seed: 1, today: TODAY, currency: 'USD' })
const small = { seed: 5, today: TODAY, orders: 2000, currency: 'USD' } as const

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

const sumBy = <T>(items: readonly T[], key: (item: T) => string, value: (item: T) => number): Map<string, number> => {
  const sums = new Map<string, number>()
  for (const item of items) sums.set(key(item), (sums.get(key(item)) ?? 0) + value(item))
  return sums
}

const shareOf = (sums: ReadonlyMap<string, number>, keys: readonly string[]): number =>
  sum(keys.map((key) => sums.get(key) ?? 0)) / sum([...sums.values()])

const linesByOrder = Map.groupBy(rows.order_lines, (line) => line.order_source_id)

describe('rows', () => {
  test('the same seed gives the same rows', () => {
    expect(sampleRows(small)).toEqual(sampleRows(small))
  })

  test('another seed gives another winery', () => {
    const [one, other] = [sampleRows(small), sampleRows({ ...small, seed: 6 })]
    expect(one.orders.slice(0, 50)).not.toEqual(other.orders.slice(0, 50))
  })

  test('about as many orders as asked for, two to three lines each', () => {
    expect(rows.orders.length).toBeGreaterThan(37_000)
    expect(rows.orders.length).toBeLessThan(43_000)
    expect(rows.order_lines.length / rows.orders.length).toBeGreaterThan(2.3)
    expect(rows.order_lines.length / rows.orders.length).toBeLessThan(3.1)
  })

  test('chunks have at most a few thousand rows and are never empty', () => {
    for (const chunk of generateSampleWinery({ ...small, orders: 20_000 })) {
      expect(chunk.rows.length).toBeGreaterThan(0)
      expect(chunk.rows.length).toBeLessThanOrEqual(4096)
    }
  })

  test.each([
    'orders',
    'order_lines',
    'customers',
    'products',
    'inventory',
    'memberships',
    'membership_holds',
    'club_releases',
    'release_members',
    'reservations',
    'clubs',
    'team_members',
  ] satisfies CanonicalTable[])('%s are not empty and have unique ids', (table) => {
    const ids = rows[table].map(({ source_id }) => source_id)
    expect(ids.length).toBeGreaterThan(0)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('no order is before the first day or after today, at any minute of the day', () => {
    for (const nowMinute of [1, 60, 725]) {
      const { orders, memberships, customers } = sampleRows({ ...small, nowMinute })
      const present = `${TODAY} ${String(Math.floor(nowMinute / 60)).padStart(2, '0')}:${String(nowMinute % 60).padStart(2, '0')}:00`
      for (const { ordered } of orders) expect(FIRST <= dayOfMoment(ordered) && String(ordered) < present).toBe(true)
      for (const { signup } of memberships) expect(String(signup) < present).toBe(true)
      for (const { since } of customers) expect(String(since) < present).toBe(true)
    }
  })

  test('all four years are filled: no week without orders', () => {
    const days = sumBy(
      rows.orders,
      ({ ordered }) => dayOfMoment(ordered),
      () => 1,
    )
    for (let day = FIRST; day <= TODAY; day = addDays(day, 1)) expect(days.get(day) ?? 0).toBeGreaterThan(0)
  })

  test('amounts are whole minor units; unit prices are major units', () => {
    for (const { subtotal, discount, shipping, tax, tip, total } of rows.orders) {
      for (const amount of [subtotal, discount, shipping, tax, tip, total]) expect(Number.isInteger(amount)).toBe(true)
    }
    const yen = sampleRows({ ...small, currency: 'JPY' }).order_lines
    expect(yen.every(({ unit_price }) => Number.isInteger(unit_price))).toBe(true)
    expect(rows.order_lines.every(({ unit_price }) => (unit_price ?? 0) < 500)).toBe(true)
  })
})

describe('reconciliation', () => {
  test('the amounts of an order are those of its lines', () => {
    for (const order of rows.orders) {
      const lines = linesByOrder.get(order.source_id) ?? []
      expect(lines.length).toBeGreaterThan(0)
      expect(sum(lines.map(({ amount }) => amount))).toBe(netOf(order))
      expect(sum(lines.map(({ discount }) => discount))).toBe(order.discount)
      expect(order.total).toBe(netOf(order) + order.tax + order.shipping + order.tip)
    }
  })

  test('the amount of a line is its list price less its discount', () => {
    for (const { quantity, unit_price, discount, amount } of rows.order_lines) {
      expect(Math.round((unit_price ?? 0) * 100) * quantity - discount).toBe(amount)
    }
  })

  test('a refund takes back lines of an earlier order, in negative amounts', () => {
    const orders = new Map(rows.orders.map((order) => [order.source_id, order]))
    const refunds = rows.orders.filter(({ is_refund }) => is_refund)
    for (const refund of refunds) {
      const original = orders.get(refund.refund_of_source_id ?? '')
      expect(refund.order_type).toBe('refund')
      expect(refund.total).toBeLessThanOrEqual(0)
      expect(String(original?.ordered) < String(refund.ordered)).toBe(true)
      expect(-refund.total).toBeLessThanOrEqual(original?.total ?? 0)
      expect(-refund.tax).toBeLessThanOrEqual((original?.tax ?? 0) + 1)
    }
    expect(
      rows.orders.every(({ is_refund, refund_of_source_id }) => is_refund === (refund_of_source_id !== null)),
    ).toBe(true)
  })

  test('every reference leads to a row', () => {
    const idsOf = (table: CanonicalTable): Set<string> => new Set(rows[table].map(({ source_id }) => source_id))
    const expectKnown = (table: CanonicalTable, references: readonly (string | null)[]): void => {
      const ids = idsOf(table)
      expect(references.filter((reference) => reference !== null && !ids.has(reference))).toEqual([])
    }
    expectKnown(
      'orders',
      rows.order_lines.map((line) => line.order_source_id),
    )
    expectKnown(
      'products',
      rows.order_lines.map((line) => line.product_source_id),
    )
    expectKnown(
      'customers',
      rows.orders.map((order) => order.customer_source_id),
    )
    expectKnown(
      'clubs',
      rows.orders.map((order) => order.club_source_id),
    )
    expectKnown(
      'club_releases',
      rows.orders.map((order) => order.release_source_id),
    )
    expectKnown(
      'customers',
      rows.memberships.map((membership) => membership.customer_source_id),
    )
    expectKnown(
      'memberships',
      rows.membership_holds.map((hold) => hold.membership_source_id),
    )
    expectKnown(
      'memberships',
      rows.release_members.map((member) => member.membership_source_id),
    )
    expectKnown(
      'orders',
      rows.release_members.map((member) => member.order_source_id),
    )
    expectKnown(
      'orders',
      rows.reservations.map((reservation) => reservation.order_source_id),
    )
    expectKnown(
      'customers',
      rows.reservations.map((reservation) => reservation.customer_source_id),
    )
  })
})

describe('what wineries are like', () => {
  const counted = rows.orders.filter(isCounted)
  const byChannel = sumBy(counted, ({ channel }) => channel, netOf)
  const monthOf = (order: SampleRows['orders'][number]): string => String(order.ordered).slice(5, 7)

  test.each([
    ['tasting room', ['pos', 'reservation'], 0.42],
    ['club', ['club'], 0.36],
    ['web, phone and marketplace', ['web', 'phone', 'marketplace'], 0.15],
    ['events and trade', ['event', 'wholesale', 'other'], 0.08],
  ])('%s makes about its share of sales', (_, channels, share) => {
    expect(Math.abs(shareOf(byChannel, channels) - share)).toBeLessThan(0.05)
  })

  test('every channel and every order type occurs', () => {
    expect([...new Set(rows.orders.map(({ channel }) => channel))].sort()).toEqual([
      'club',
      'event',
      'marketplace',
      'other',
      'phone',
      'pos',
      'reservation',
      'web',
      'wholesale',
    ])
    expect([...new Set(rows.orders.map(({ order_type }) => order_type))].sort()).toEqual([
      'club',
      'corporate',
      'exchange',
      'no_charge',
      'refund',
      'regular',
    ])
  })

  test('the tasting room peaks in October and rests in January; the web shop peaks in November', () => {
    const pos = sumBy(
      counted.filter(({ channel }) => channel === 'pos'),
      monthOf,
      () => 1,
    )
    const web = sumBy(
      counted.filter(({ channel }) => channel === 'web'),
      monthOf,
      () => 1,
    )
    const peak = (months: ReadonlyMap<string, number>): string | undefined =>
      [...months].sort(([, a], [, b]) => b - a)[0]?.[0]
    expect(peak(pos)).toBe('10')
    expect(peak(web)).toBe('11')
    expect(pos.get('01') ?? 0).toBeLessThan((pos.get('10') ?? 0) * 0.6)
  })

  test('Saturday is the busiest day of the tasting room, with about 31 % of the orders', () => {
    const days = sumBy(
      counted.filter(({ channel }) => channel === 'pos'),
      ({ ordered }) => String(weekdayOf(dayOfMoment(ordered))),
      () => 1,
    )
    expect(Math.abs(shareOf(days, ['6']) - 0.31)).toBeLessThan(0.03)
  })

  test('refunds are 1 to 2 % of orders, no-charge orders 2 to 5 % of those at the counter', () => {
    const refunds = rows.orders.filter(({ is_refund }) => is_refund).length / rows.orders.length
    expect(refunds).toBeGreaterThan(0.01)
    expect(refunds).toBeLessThan(0.02)
    const counter = rows.orders.filter(({ channel }) => channel === 'pos')
    const free = counter.filter(({ order_type }) => order_type === 'no_charge').length / counter.length
    expect(free).toBeGreaterThan(0.02)
    expect(free).toBeLessThan(0.05)
  })

  test('the best tenth of the customers makes half of the sales or a little more', () => {
    const named = counted.filter(({ customer_source_id }) => customer_source_id !== null)
    const sales = [...sumBy(named, (order) => order.customer_source_id ?? '', netOf).values()].sort((a, b) => b - a)
    const share = sum(sales.slice(0, Math.floor(sales.length / 10))) / sum(sales)
    expect(share).toBeGreaterThan(0.45)
    expect(share).toBeLessThan(0.65)
  })

  test('about half of the tasters buy a bottle, and three to seven in a hundred join a club', () => {
    const withBottle = new Set(
      rows.order_lines.filter(({ item_kind }) => item_kind === 'wine').map((line) => line.order_source_id),
    )
    const visits = rows.reservations.filter(({ status }) => status === 'closed_out' || status === 'checked_in')
    const linked = visits.filter(({ order_source_id }) => order_source_id !== null)
    const buying = linked.filter(({ order_source_id }) => withBottle.has(order_source_id ?? ''))
    const conversion = sum(buying.map(({ guests }) => guests)) / sum(linked.map(({ guests }) => guests))
    expect(Math.abs(conversion - 0.54)).toBeLessThan(0.06)

    const guests = sum(visits.map((visit) => visit.guests))
    const joined = rows.memberships.filter(({ team_member }) => team_member !== null).length
    expect(joined / guests).toBeGreaterThan(0.03)
    expect(joined / guests).toBeLessThan(0.07)
  })

  test('there are visits by members, by unknown guests and by the trade, and bookings still to come', () => {
    const members = new Set(rows.memberships.map(({ customer_source_id }) => customer_source_id))
    expect(rows.reservations.some(({ customer_source_id }) => members.has(customer_source_id))).toBe(true)
    expect(rows.reservations.some(({ customer_source_id }) => customer_source_id === null)).toBe(true)
    expect(rows.reservations.some(({ trade_guests }) => (trade_guests ?? 0) > 0)).toBe(true)
    const ahead = rows.reservations.filter(({ reserved }) => dayOfMoment(reserved) > TODAY)
    expect(ahead.length).toBeGreaterThan(0)
    expect(new Set(ahead.map(({ status }) => status))).toEqual(new Set(['reserved']))
  })

  test('tips are 8 to 15 % of the order at the counter, where there are any', () => {
    for (const order of rows.orders.filter(({ tip }) => tip > 0)) {
      expect(order.team_member).not.toBeNull()
      expect(order.tip / netOf(order)).toBeLessThan(0.16)
    }
    expect(rows.orders.some(({ tip }) => tip > 0)).toBe(true)
  })
})

describe('the clubs', () => {
  test('a club order names its club and release and has the discount of members', () => {
    const club = rows.orders.filter(({ channel }) => channel === 'club')
    for (const order of club.filter(({ is_refund }) => !is_refund)) {
      expect([order.order_type, order.club_name === null, order.release_name === null]).toEqual(['club', false, false])
      expect(order.discount).toBeGreaterThan(0)
    }
    expect(rows.orders.every(({ channel, club_name }) => (channel === 'club') === (club_name !== null))).toBe(true)
  })

  test('of a release about 90 % is processed, 6 % skipped, 4 % held and 3 % declined', () => {
    const statuses = sumBy(
      rows.release_members,
      ({ status }) => status,
      () => 1,
    )
    expect(shareOf(statuses, ['processed'])).toBeGreaterThan(0.84)
    expect(Math.abs(shareOf(statuses, ['skipped']) - 0.06)).toBeLessThan(0.02)
    expect(Math.abs(shareOf(statuses, ['on_hold']) - 0.04)).toBeLessThan(0.025)
    expect(Math.abs(shareOf(statuses, ['declined']) - 0.03)).toBeLessThan(0.015)
    for (const { status, order_source_id } of rows.release_members) {
      expect(status === 'processed').toBe(order_source_id !== null)
    }
  })

  test('cancellations peak in January and have a reason; a few have lost their date', () => {
    const cancelled = rows.memberships.filter(({ status }) => status === 'cancelled')
    const months = sumBy(
      cancelled.filter((membership) => membership.cancelled !== null),
      (membership) => String(membership.cancelled).slice(5, 7),
      () => 1,
    )
    expect(months.get('01') ?? 0).toBeGreaterThan((months.get('07') ?? 0) * 1.5)
    expect(cancelled.every(({ cancellation_reason }) => cancellation_reason !== null)).toBe(true)
    const undated = cancelled.filter((membership) => membership.cancelled === null).length
    expect(undated).toBeGreaterThanOrEqual(2)
    expect(undated).toBeLessThan(cancelled.length * 0.02)
  })

  test('nobody is cancelled before signing up, and the living are not cancelled', () => {
    for (const { status, signup, cancelled } of rows.memberships) {
      if (status !== 'cancelled') expect(cancelled).toBeNull()
      if (cancelled !== null) expect(String(signup) < String(cancelled)).toBe(true)
    }
  })

  test('who is on hold today has a hold that covers today', () => {
    const covering = rows.membership_holds.filter(({ start, end }) => start <= TODAY && (end === null || end > TODAY))
    const held = new Set(covering.map((hold) => hold.membership_source_id))
    const onHold = rows.memberships.filter(({ status }) => status === 'on_hold')
    expect(onHold.length).toBeGreaterThan(0)
    expect(onHold.every(({ source_id }) => held.has(source_id))).toBe(true)
    expect(covering.some(({ end }) => end === null)).toBe(true)
  })
})
