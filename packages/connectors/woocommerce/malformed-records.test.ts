import { expect, test } from 'vitest'
import type { z } from 'zod'
import type { CanonicalRow } from '../kit/connector.ts'
import { corruptAnywhere, seededRandom } from '../kit/corrupt-anywhere.fixture.ts'
import { readRecords } from '../kit/read-records.ts'
import { findInvalidValue } from '../kit/valid-row.fixture.ts'
import { WooProduct, WooVariation } from './catalog.ts'
import { customerRows, GuestOrder, guestRows, WooCustomer } from './customers.ts'
import { orderRows } from './order-rows.ts'
import { WooOrder, WooRefund } from './order-schema.ts'
import { CUSTOMER, ORDER, PRODUCT, REFUNDS, SUBSCRIPTION, VARIATION } from './samples.fixture.ts'
import { membershipRows, WooSubscription } from './subscriptions.ts'

const TIMES = 150
const NO_REFERENCES = { products: new Map(), clubs: new Map() }
const completeOrder = WooOrder.parse(ORDER)

const expectValidRows = <Shape extends z.ZodType>(
  record: object,
  schema: Shape,
  rows: (record: z.output<Shape>) => readonly CanonicalRow[],
): void => {
  const random = seededRandom(5)
  for (let time = 0; time < TIMES; time += 1) {
    const corrupted: unknown = JSON.parse(corruptAnywhere(JSON.stringify(record), random))
    const read = readRecords([corrupted], { schema, rows })
    expect(read.rows.flatMap(findInvalidValue), JSON.stringify(corrupted)).toEqual([])
    expect(read.quarantined.length + read.records.length).toBe(1)
  }
}

test('a corrupted record gives valid rows or is quarantined', () => {
  expectValidRows(ORDER, WooOrder, (order) => orderRows(order, [], NO_REFERENCES))
  expectValidRows(REFUNDS[1] ?? {}, WooRefund, (refund) => orderRows(completeOrder, [refund], NO_REFERENCES))
  expectValidRows(ORDER, GuestOrder, guestRows)
  expectValidRows(CUSTOMER, WooCustomer, customerRows)
  expectValidRows(SUBSCRIPTION, WooSubscription, membershipRows)
  expectValidRows(PRODUCT, WooProduct, () => [])
  expectValidRows(VARIATION, WooVariation, () => [])
})
