import fc from 'fast-check'
import { expect, test } from 'vitest'
import { volume } from '#testkit/lane.ts'
import type { VisitRules } from '../../engine.ts'
import type { Batch } from '../load-batch.fixture.ts'
import { lineRow, membershipRow, orderRow, reservationRow } from '../sample-rows.fixture.ts'
import { type TestWarehouse, testWarehouse } from '../test-warehouse.fixture.ts'

const HOUR = 3_600_000
const START = Date.UTC(2026, 4, 1)

const few = (prefix: string, count: number) => fc.integer({ min: 1, max: count }).map((n) => `${prefix}${n}`)
/** null in three of four */
const seldom = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: value })
/** Two weeks in steps of seven hours: days of Los Angeles and of UTC differ for many. */
const timestamp = fc.integer({ min: 0, max: 48 }).map((steps) => START + steps * 7 * HOUR)

const order = fc
  .record({
    source_id: few('o', 30),
    ordered: timestamp,
    customer_source_id: seldom(few('c', 8)),
    payment_status: fc.constantFrom('paid', 'paid', 'paid', 'pending'),
    external_vendor: fc.constantFrom(null, null, null, 'Tock'),
    refund_of_source_id: seldom(few('o', 30)),
    items: fc.array(
      fc.record({
        sku: fc.constantFrom('FLIGHT', 'FLIGHT', 'TOUR', 'JOIN'),
        quantity: fc.integer({ min: -1, max: 3 }),
      }),
      { minLength: 1, maxLength: 4 },
    ),
  })
  .map(
    ({ items, ...header }): Batch => ({
      orders: [orderRow({ ...header, is_refund: header.refund_of_source_id !== null })],
      order_lines: items.map((item, index) =>
        lineRow({ ...item, order_source_id: header.source_id, line_number: index + 1, product_title: item.sku }),
      ),
    }),
  )

const reservation = fc
  .record({
    source_id: few('r', 12),
    reserved: timestamp,
    customer_source_id: seldom(few('c', 8)),
    order_source_id: seldom(few('o', 30)),
    status: fc.constantFrom('closed_out', 'cancelled'),
    experience: fc.constantFrom('Cave tour', 'Dinner', null),
  })
  .map((changes): Batch => ({ reservations: [reservationRow(changes)] }))

const membership = fc
  .record({ source_id: few('m', 2), customer_source_id: few('c', 8), signup: timestamp })
  .map((changes): Batch => ({ memberships: [membershipRow(changes)] }))

const FIRST_RULES: VisitRules = {
  version: 1,
  tastingProducts: [{ sku: 'FLIGHT', guestsPerUnit: 2 }],
  excludedExperiences: ['Dinner'],
  signupProducts: [{ sku: 'JOIN', clubName: 'Cellar' }],
}

const rules = fc.record({
  tastingProducts: fc.subarray([
    { sku: 'FLIGHT', guestsPerUnit: 1 },
    { sku: 'TOUR', guestsPerUnit: 4 },
  ]),
  excludedExperiences: fc.subarray(['Dinner']),
  signupProducts: fc.subarray([{ sku: 'JOIN', clubName: 'Estate' }]),
})

type Step =
  | { readonly batches: readonly Batch[] }
  | { readonly rules: Omit<VisitRules, 'version'> }
  | { readonly timeZone: string }
  | { readonly removed: string }

const firstSourceId = ({ orders, reservations, memberships }: Batch) =>
  (orders ?? reservations ?? memberships)?.[0]?.source_id
const BATCH = { minLength: 1, maxLength: 12, selector: firstSourceId }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.uniqueArray(order, BATCH).map((batches) => ({ batches })) },
  { weight: 2, arbitrary: fc.uniqueArray(reservation, { ...BATCH, maxLength: 4 }).map((batches) => ({ batches })) },
  { weight: 1, arbitrary: membership.map((batch) => ({ batches: [batch] })) },
  { weight: 2, arbitrary: rules.map((changed) => ({ rules: changed })) },
  { weight: 1, arbitrary: fc.constantFrom('UTC', 'America/Los_Angeles').map((timeZone) => ({ timeZone })) },
  { weight: 1, arbitrary: few('o', 30).map((removed) => ({ removed })) },
)

/** Guests of each product in each order, computed as a whole instead of line by line. */
const EXPECTED = `
  WITH moved AS (
    SELECT CASE WHEN o.is_refund THEN o.refund_of_source_id ELSE o.source_id END AS id, l.sku,
      SUM(CASE WHEN NOT o.is_refund AND l.quantity > 0 THEN l.quantity ELSE -ABS(l.quantity) END) AS kept
    FROM order_lines l, orders o
    WHERE o.source_id = l.order_source_id AND o.payment_status = 'paid' GROUP BY 1, 2
  )
  SELECT m.id, m.sku, CAST(m.kept * p.guests_per_unit AS INTEGER) AS guests
  FROM moved m JOIN orders o ON o.source_id = m.id JOIN tasting_products p ON p.sku = m.sku
  WHERE m.kept > 0 AND NOT o.is_refund AND o.payment_status = 'paid' AND o.external_vendor IS NULL
    AND NOT EXISTS (SELECT 1 FROM reservations r WHERE r.order_line_source_id IS NULL AND (
      r.order_source_id = o.source_id
      OR (r.customer_source_id = o.customer_source_id AND r.reserved_local::DATE = o.ordered_local::DATE
          AND r.status = 'closed_out' AND COALESCE(r.experience, '') NOT IN (SELECT name FROM excluded_experiences))))
  ORDER BY 1, 2`
const INFERRED = `SELECT order_source_id, experience, CAST(SUM(guests) AS INTEGER) FROM reservations
  WHERE order_line_source_id IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2`

const CLUBS = `SELECT COUNT(*) FROM order_lines l JOIN orders o ON o.source_id = l.order_source_id JOIN signup_products p ON p.sku = l.sku
  WHERE o.payment_status = 'paid' AND NOT o.is_refund AND l.quantity > 0
    AND NOT EXISTS (SELECT 1 FROM memberships m WHERE m.order_line_source_id IS NULL)`

const EVERYTHING = ['reservations', 'memberships'].map((table) => `SELECT * FROM ${table} ORDER BY source_id`)

const inOneGo = async (
  { load, rows }: TestWarehouse,
  { given, timeZone, visitRules }: { given: Batch; timeZone: string; visitRules: VisitRules },
) => {
  await load(given, { serviceId: 's1', calendar: { timeZone }, visitRules })
  return Promise.all(EVERYTHING.map((sql) => rows(sql)))
}

const together = (batches: readonly Batch[]): Batch => ({
  orders: batches.flatMap(({ orders = [] }) => orders),
  order_lines: batches.flatMap(({ order_lines = [] }) => order_lines),
  reservations: batches.flatMap(({ reservations = [] }) => reservations),
  memberships: batches.flatMap(({ memberships = [] }) => memberships),
})

class Given {
  readonly #orders = new Map<string, Batch>()
  readonly #others = new Map<string, Batch>()

  add(batch: Batch): void {
    const kept = batch.orders ? this.#orders : this.#others
    kept.set(firstSourceId(batch) ?? '', batch)
  }

  remove(orderId: string): void {
    this.#orders.delete(orderId)
  }

  whole(): Batch {
    return together([...this.#orders.values(), ...this.#others.values()])
  }
}

test('the result does not depend on the order of loads, and equals hand-written SQL', async () => {
  let seen = 0
  await fc.assert(
    // with its bias towards small values nearly all orders would be one
    fc.asyncProperty(fc.noBias(fc.array(step, { minLength: 8, maxLength: 14 })), async (steps) => {
      const finish: (() => Promise<void>)[] = []
      const atEnd = (one: () => Promise<void>) => finish.unshift(one)
      const grown = await testWarehouse({}, atEnd)
      const given = new Given()
      let visitRules = FIRST_RULES
      let timeZone = 'America/Los_Angeles'
      for (const one of steps) {
        if ('batches' in one) for (const batch of one.batches) given.add(batch)
        if ('removed' in one) given.remove(one.removed)
        if ('timeZone' in one) timeZone = one.timeZone
        if ('rules' in one) visitRules = { ...one.rules, version: visitRules.version + 1 }
        const request = { calendar: { timeZone }, visitRules }
        if ('batches' in one) await grown.load(together(one.batches), request)
        else if ('removed' in one) await grown.load({}, request, { remove: { orders: [one.removed] } })
        else if ('rules' in one) await grown.warehouse.changeVisitRules(1, visitRules)
        else await grown.warehouse.changeCalendar(1, { timeZone })
      }
      await grown.load({ orders: [orderRow({ source_id: 'last' })] }, { calendar: { timeZone }, visitRules })
      given.add({ orders: [orderRow({ source_id: 'last' })] })
      const fresh = await testWarehouse({}, atEnd)
      const expected = await inOneGo(fresh, { given: given.whole(), timeZone, visitRules })
      expect(await Promise.all(EVERYTHING.map((sql) => grown.rows(sql)))).toEqual(expected)
      expect(await grown.rows(INFERRED)).toEqual(await grown.rows(EXPECTED))
      expect(await grown.rows('SELECT COUNT(*) FROM memberships WHERE order_line_source_id IS NOT NULL')).toEqual(
        await grown.rows(CLUBS),
      )
      const count = 'SELECT COUNT(order_line_source_id) FROM'
      seen += Number(
        (await grown.rows(`${count} reservations UNION ALL ${count} memberships`))
          .flat()
          .reduce((sum, made) => Number(sum) + Number(made), 0),
      )
      for (const one of finish) await one()
    }),
    { numRuns: volume({ normal: 1, full: 4 }), seed: 4 },
  )
  expect(seen).toBeGreaterThan(volume({ normal: 0, full: 20 }))
})
