import { describe, expect, test } from 'vitest'
import type { CanonicalTable } from '#domain/canonical/tables.ts'
import { addDays, addYears, type LocalDay } from '#domain/ranges/local-day.ts'
import { sampleOrders } from './sample.connector.ts'
import { netAmount, sampleRows, toLocalDay } from './sample-rows.fixture.ts'
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

const linesByOrder = Map.groupBy(rows.order_lines, (line) => line.order_source_id)

describe('rows', () => {
  test('the same seed gives the same rows', () => {
    expect(sampleRows(small)).toEqual(sampleRows(small))
  })

  test('a different seed gives a different winery', () => {
    const [one, other] = [sampleRows(small), sampleRows({ ...small, seed: 6 })]
    expect(one.orders.slice(0, 50)).not.toEqual(other.orders.slice(0, 50))
  })

  test('has about the requested number of orders with two to three lines each', () => {
    expect(rows.orders.length).toBeGreaterThan(37_000)
    expect(rows.orders.length).toBeLessThan(43_000)
    expect(rows.order_lines.length / rows.orders.length).toBeGreaterThan(2.3)
    expect(rows.order_lines.length / rows.orders.length).toBeLessThan(3.1)
  })

  test('chunks have at most 4,096 rows and are never empty', () => {
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
  ] satisfies CanonicalTable[])('%s are not empty and have unique IDs', (table) => {
    const ids = rows[table].map(({ source_id }) => source_id)
    expect(ids.length).toBeGreaterThan(0)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('no order is before the first day or in the future, at any minute of the day', () => {
    for (const nowMinute of [1, 60, 725]) {
      const { orders, memberships, customers } = sampleRows({ ...small, nowMinute })
      const present = `${TODAY} ${String(Math.floor(nowMinute / 60)).padStart(2, '0')}:${String(nowMinute % 60).padStart(2, '0')}:00`
      for (const { ordered } of orders) expect(FIRST <= toLocalDay(ordered) && String(ordered) < present).toBe(true)
      for (const { signup } of memberships) expect(String(signup) < present).toBe(true)
      for (const { since } of customers) expect(String(since) < present).toBe(true)
    }
  })

  test('has orders on every day of all four years', () => {
    const days = sumBy(
      rows.orders,
      ({ ordered }) => toLocalDay(ordered),
      () => 1,
    )
    for (let day = FIRST; day <= TODAY; day = addDays(day, 1)) expect(days.get(day) ?? 0).toBeGreaterThan(0)
  })

  test('amounts are integers in minor units; unit prices are in major units', () => {
    const amounts = rows.orders.flatMap((o) => [o.subtotal, o.discount, o.shipping, o.tax, o.tip, o.total])
    expect(amounts.filter((amount) => !Number.isInteger(amount))).toEqual([])
    const yen = sampleRows({ ...small, currency: 'JPY' }).order_lines
    expect(yen.every(({ unit_price }) => Number.isInteger(unit_price))).toBe(true)
    expect(rows.order_lines.every(({ unit_price }) => (unit_price ?? 0) < 500)).toBe(true)
  })
})

describe('reconciliation', () => {
  test('the amounts of an order are the sums of its lines', () => {
    const mismatched = rows.orders.filter((order) => {
      const lines = linesByOrder.get(order.source_id) ?? []
      const isWhole =
        lines.length > 0 &&
        sum(lines.map(({ amount }) => amount)) === netAmount(order) &&
        sum(lines.map(({ discount }) => discount)) === order.discount &&
        order.total === netAmount(order) + order.tax + order.shipping + order.tip
      return !isWhole
    })
    expect(mismatched).toEqual([])
  })

  test('the amount of a line is its list price less its discount', () => {
    const mismatched = rows.order_lines.filter(
      ({ quantity, unit_price, discount, amount }) =>
        Math.round((unit_price ?? 0) * 100) * quantity - discount !== amount,
    )
    expect(mismatched).toEqual([])
  })

  test('a refund returns lines of an earlier order with negative amounts', () => {
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

  test('every reference points to an existing row', () => {
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

test.each([
  ['the default of a paid account', undefined, false, 40_000],
  ['the chosen number of a paid account', 100_000, false, 100_000],
  ['fewer orders in a trial', undefined, true, 12_000],
  ['no more orders in a trial, whatever was chosen', 1_000_000, true, 12_000],
  ['the chosen smaller number in a trial', 2_000, true, 2_000],
])('generates %s', (_what, chosen, isTrial, orders) => {
  expect(sampleOrders(chosen, { isTrial })).toBe(orders)
})
