import { expect, test } from 'vitest'
import type { z } from 'zod'
import type { CanonicalRow } from '../kit/connector.ts'
import { corruptAnywhere, seededRandom } from '../kit/corrupt-anywhere.fixture.ts'
import { readRecords } from '../kit/read-records.ts'
import { rowsOfTable } from '../kit/rows.ts'
import { findInvalidValue } from '../kit/valid-row.fixture.ts'
import { Product, productRows, Stock, stockRows } from './catalog.ts'
import { Trashed, toTrashRemovals } from './commerce7.streams.ts'
import { Customer, customerRows, Membership, membershipRows, Reservation, reservationRows } from './customers.ts'
import { orderRows, releaseRows } from './order-rows.ts'
import { Order } from './order-schema.ts'
import { createWinery } from './winery.fixture.ts'
import type { ListName } from './winery-store.fixture.ts'

const TIMES = 20
const accounting = { currency: 'USD', timeZone: 'America/Los_Angeles' }
const facts = new Map()
const winery = createWinery({ orders: 60, now: () => Date.UTC(2026, 5, 17) })
winery.change()

const toOrderRows = (order: Order) => rowsOfTable('orders', orderRows(order, accounting, facts))

const expectValidRows = <Shape extends z.ZodType>(
  list: ListName,
  schema: Shape,
  rows: (record: z.output<Shape>) => readonly CanonicalRow[],
): void => {
  const random = seededRandom(5)
  const records = winery.store.list(list)
  for (const { wire } of [...Array(TIMES).keys()].flatMap(() => records)) {
    const corrupted: unknown = JSON.parse(corruptAnywhere(JSON.stringify(wire), random))
    const read = readRecords([corrupted], { schema, rows })
    expect(read.rows.flatMap(findInvalidValue), JSON.stringify(corrupted)).toEqual([])
    expect(read.quarantined.length + read.records.length).toBe(1)
  }
}

test.each([
  ['orders', () => expectValidRows('order', Order, (order) => orderRows(order, accounting, facts))],
  ['releases', () => expectValidRows('order', Order, (order) => releaseRows(toOrderRows(order), {}).rows)],
  ['reservations', () => expectValidRows('reservation', Reservation, reservationRows)],
  [
    'memberships',
    () => expectValidRows('club-membership', Membership, (one) => membershipRows(one, accounting.timeZone)),
  ],
  ['customers', () => expectValidRows('customer', Customer, (customer) => customerRows(customer, accounting))],
  [
    'products',
    () => expectValidRows('product', Product, (product) => productRows(product, accounting.currency, new Map())),
  ],
  ['stock', () => expectValidRows('inventory', Stock, stockRows)],
  [
    'deleted records',
    () =>
      expectValidRows('trash', Trashed, (trashed) => {
        toTrashRemovals([trashed])
        return []
      }),
  ],
])('F13: %s with any value in any field become valid rows or are quarantined', (_name, run) => run())
