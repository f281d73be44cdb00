import { z } from 'zod'
import type { QuarantinedRecord } from '../kit/connector.ts'
import { readRecords } from '../kit/read-records.ts'
import { SquareText } from './fields.ts'
import type { SquareOrder } from './order-schema.ts'
import { SquarePayment } from './record-schemas.ts'
import { Cursor, instantText, Records, type SquareApi } from './square-api.ts'

/** A payment of an order. */
interface WantedPayment {
  readonly id: string
  readonly locationId: string
  /** epoch milliseconds; null: only the id is known */
  readonly created: number | null
}

/** A span with needed payments of a location; both ends inclusive, epoch milliseconds. */
interface PaymentWindow {
  readonly locationId: string
  readonly from: number
  readonly until: number
}

const MAX_GAP_MS = 3 * 24 * 3_600_000
/** A tender and its payment are created shortly after each other. */
const MARGIN_MS = 60_000
/** A window costs one call per hundred payments in it, so fewer are better fetched by id. */
const WORTH_A_WINDOW = 3

const groupCloseInstants = (instants: readonly number[]): number[][] => {
  const runs: number[][] = []
  for (const instant of instants.toSorted((a, b) => a - b)) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    if (run === undefined || last === undefined || instant - last > MAX_GAP_MS) runs.push([instant])
    else run.push(instant)
  }
  return runs
}

const windowOf = (locationId: string, run: readonly number[]): PaymentWindow[] => {
  const [first] = run
  const last = run.at(-1)
  if (first === undefined || last === undefined || run.length < WORTH_A_WINDOW) return []
  return [{ locationId, from: first - MARGIN_MS, until: last + MARGIN_MS }]
}

/**
 * Spans that hold many of the payments: Square lists payments by location and time, and has no call for many ids at once.
 * Payments outside them are cheaper to fetch by id.
 */
export const paymentWindows = (wanted: readonly WantedPayment[]): PaymentWindow[] => {
  const byLocation = Map.groupBy(wanted, ({ locationId }) => locationId)
  return [...byLocation].flatMap(([locationId, ofLocation]) =>
    groupCloseInstants(ofLocation.flatMap(({ created }) => created ?? [])).flatMap((run) => windowOf(locationId, run)),
  )
}

export interface FoundPayments {
  readonly payments: ReadonlyMap<string, SquarePayment>
  readonly quarantined: readonly QuarantinedRecord[]
}

/** Refunds name the refunded payment, without its day. */
const wantedOf = ({ location_id, tenders, refunds }: SquareOrder): WantedPayment[] => [
  ...tenders.flatMap(({ payment_id, created_at }) =>
    payment_id === null ? [] : [{ id: payment_id, locationId: location_id, created: created_at }],
  ),
  ...refunds.flatMap(({ tender_id }) =>
    tender_id === null ? [] : [{ id: tender_id, locationId: location_id, created: null }],
  ),
]

const PaymentList = z.object({ payments: Records, cursor: Cursor })
const OnePayment = z.object({ payment: z.unknown() })

// Without a start Square lists one year, without a location the main one.
const listOf = ({ locationId, from, until }: PaymentWindow) => ({
  name: 'payments',
  path: '/v2/payments',
  query: {
    location_id: locationId,
    begin_time: instantText(from),
    end_time: instantText(until),
    sort_order: 'ASC',
    limit: 100,
  },
})

/** The payments of these orders. For an unreadable payment its order is reported and loaded without it. */
export const findPayments = async (api: SquareApi, orders: readonly SquareOrder[]): Promise<FoundPayments> => {
  const wanted = orders.flatMap(wantedOf)
  const orderOf = new Map(orders.flatMap((order) => wantedOf(order).map(({ id }) => [id, order.id])))
  const missing = new Set(orderOf.keys())
  const payments = new Map<string, SquarePayment>()
  const quarantined: QuarantinedRecord[] = []

  const take = (values: readonly unknown[]): void => {
    const read = readRecords(values, { schema: SquarePayment, rows: () => [] })
    for (const payment of read.records) {
      if (missing.delete(payment.id)) payments.set(payment.id, payment)
    }
    for (const record of read.quarantined) {
      if (record.sourceId === null || !missing.delete(record.sourceId)) continue
      const field = record.field === null ? 'payment' : `payment.${record.field}`
      quarantined.push({ ...record, sourceId: orderOf.get(record.sourceId) ?? null, field })
    }
  }

  for (const window of paymentWindows(wanted)) {
    for await (const page of api.pages(listOf(window), PaymentList)) take(page.payments)
  }
  // Payments outside all windows are fetched by id. Square does not know payments from before it kept them apart from orders.
  for (const id of [...missing]) {
    const answer = await api.find({ path: `/v2/payments/${encodeURIComponent(id)}` }, OnePayment)
    if (answer !== null) take([answer.payment])
  }
  return { payments, quarantined }
}

const OneRefund = z.object({ refund: z.object({ order_id: SquareText }) })

/** IDs of the orders that refund payments more than once: no order names the refunds before it. */
export const findRefundOrders = async (api: SquareApi, payments: Iterable<SquarePayment>): Promise<string[]> => {
  const ids: string[] = []
  for (const { refund_ids } of payments) {
    if (refund_ids.length < 2) continue
    for (const id of refund_ids) {
      const answer = await api.find({ path: `/v2/refunds/${encodeURIComponent(id)}` }, OneRefund)
      if (answer?.refund.order_id) ids.push(answer.refund.order_id)
    }
  }
  return ids
}
