import { describe, expect, test } from 'vitest'
import { type LocalDay, toWeekday } from '#domain/ranges/local-day.ts'
import { isCounted, netAmount, type SampleRows, sampleRows, toLocalDay } from './sample-rows.fixture.ts'

const TODAY: LocalDay = '2026-06-15'
const rows = sampleRows({ seed: 1, today: TODAY, currency: 'USD' })

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

const sumBy = <T>(items: readonly T[], key: (item: T) => string, value: (item: T) => number): Map<string, number> => {
  const sums = new Map<string, number>()
  for (const item of items) sums.set(key(item), (sums.get(key(item)) ?? 0) + value(item))
  return sums
}

const shareOf = (sums: ReadonlyMap<string, number>, keys: readonly string[]): number =>
  sum(keys.map((key) => sums.get(key) ?? 0)) / sum([...sums.values()])

describe('shape of the data', () => {
  const counted = rows.orders.filter(isCounted)
  const byChannel = sumBy(counted, ({ channel }) => channel, netAmount)
  const monthOf = (order: SampleRows['orders'][number]): string => String(order.ordered).slice(5, 7)

  test.each([
    ['tasting room', ['pos', 'reservation'], 0.42],
    ['club', ['club'], 0.36],
    ['web, phone and marketplace', ['web', 'phone', 'marketplace'], 0.15],
    ['events and trade', ['event', 'wholesale', 'other'], 0.08],
  ])('%s has about its share of sales', (_, channels, share) => {
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

  test('tasting room sales peak in October and are low in January; web sales peak in November', () => {
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
      ({ ordered }) => String(toWeekday(toLocalDay(ordered))),
      () => 1,
    )
    expect(Math.abs(shareOf(days, ['6']) - 0.31)).toBeLessThan(0.03)
  })

  test('refunds are 1 to 2 % of orders, no-charge orders 2 to 5 % of POS orders', () => {
    const refunds = rows.orders.filter(({ is_refund }) => is_refund).length / rows.orders.length
    expect(refunds).toBeGreaterThan(0.01)
    expect(refunds).toBeLessThan(0.02)
    const counter = rows.orders.filter(({ channel }) => channel === 'pos')
    const free = counter.filter(({ order_type }) => order_type === 'no_charge').length / counter.length
    expect(free).toBeGreaterThan(0.02)
    expect(free).toBeLessThan(0.05)
  })

  test('the top 10 % of customers make 45 to 65 % of sales', () => {
    const named = counted.filter(({ customer_source_id }) => customer_source_id !== null)
    const sales = [...sumBy(named, (order) => order.customer_source_id ?? '', netAmount).values()].sort((a, b) => b - a)
    const share = sum(sales.slice(0, Math.floor(sales.length / 10))) / sum(sales)
    expect(share).toBeGreaterThan(0.45)
    expect(share).toBeLessThan(0.65)
  })

  test('about half of tasting guests buy a bottle, and 3 to 7 % join a club', () => {
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

  test('has visits by members, unknown guests and the trade, and future bookings', () => {
    const members = new Set(rows.memberships.map(({ customer_source_id }) => customer_source_id))
    expect(rows.reservations.some(({ customer_source_id }) => members.has(customer_source_id))).toBe(true)
    expect(rows.reservations.some(({ customer_source_id }) => customer_source_id === null)).toBe(true)
    expect(rows.reservations.some(({ trade_guests }) => (trade_guests ?? 0) > 0)).toBe(true)
    const ahead = rows.reservations.filter(({ reserved }) => toLocalDay(reserved) > TODAY)
    expect(ahead.length).toBeGreaterThan(0)
    expect(new Set(ahead.map(({ status }) => status))).toEqual(new Set(['reserved']))
  })

  test('tips are at most 16 % of an order and only on orders with a team member', () => {
    const tipped = rows.orders.filter(({ tip }) => tip > 0)
    expect(tipped.length).toBeGreaterThan(1000)
    expect(tipped.filter((order) => order.team_member === null || order.tip / netAmount(order) > 0.16)).toEqual([])
  })
})

describe('the clubs', () => {
  test('a club order names its club and release and has a member discount', () => {
    const club = rows.orders.filter(({ channel }) => channel === 'club')
    const shipments = club.filter(({ is_refund }) => !is_refund)
    expect(
      shipments.filter(
        ({ order_type, club_name, release_name, discount }) =>
          order_type !== 'club' || club_name === null || release_name === null || discount <= 0,
      ),
    ).toEqual([])
    expect(rows.orders.every(({ channel, club_name }) => (channel === 'club') === (club_name !== null))).toBe(true)
  })

  test('about 90 % of a release is processed, 6 % skipped, 4 % on hold and 3 % declined', () => {
    const statuses = sumBy(
      rows.release_members,
      ({ status }) => status,
      () => 1,
    )
    expect(shareOf(statuses, ['processed'])).toBeGreaterThan(0.84)
    expect(Math.abs(shareOf(statuses, ['skipped']) - 0.06)).toBeLessThan(0.02)
    expect(Math.abs(shareOf(statuses, ['on_hold']) - 0.04)).toBeLessThan(0.025)
    expect(Math.abs(shareOf(statuses, ['declined']) - 0.03)).toBeLessThan(0.015)
    expect(
      rows.release_members.every(
        ({ status, order_source_id }) => (status === 'processed') === (order_source_id !== null),
      ),
    ).toBe(true)
  })

  test('cancellations peak in January and have a reason; a few have no date', () => {
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

  test('memberships end after their signup, and only cancelled ones have a cancellation date', () => {
    for (const { status, signup, cancelled } of rows.memberships) {
      if (status !== 'cancelled') expect(cancelled).toBeNull()
      if (cancelled !== null) expect(String(signup) < String(cancelled)).toBe(true)
    }
  })

  test('every membership on hold has a hold that covers today', () => {
    const covering = rows.membership_holds.filter(({ start, end }) => start <= TODAY && (end === null || end > TODAY))
    const held = new Set(covering.map((hold) => hold.membership_source_id))
    const onHold = rows.memberships.filter(({ status }) => status === 'on_hold')
    expect(onHold.length).toBeGreaterThan(0)
    expect(onHold.every(({ source_id }) => held.has(source_id))).toBe(true)
    expect(covering.some(({ end }) => end === null)).toBe(true)
  })
})
