import { z } from 'zod'
import { isWithin, type PlatformOrder, type Span } from '../kit/connector.ts'
import { negative } from '../kit/order-amounts.ts'
import { isDraft } from './codes.ts'
import { fetchRefunds } from './convert-orders.ts'
import { AMOUNT_DECIMALS, gmtText, millionthsToMinor, OptionalAmount, WooAmount, WooId, WooInstant } from './fields.ts'
import { wholeList } from './list-pages.ts'
import { refundNumber, refundSourceId } from './order-rows.ts'
import { countedAt, WooOrder } from './order-schema.ts'
import { readTender, refundedTotals, TENDER_FIELDS } from './tenders.ts'
import type { WooApi } from './woocommerce-api.ts'

const DAY_MS = 86_400_000
/** WooCommerce finds orders by the time they were made, and they count when they are paid. */
const PAID_WITHIN_MS = 62 * DAY_MS

const Totals = WooOrder.pick({
  id: true,
  number: true,
  status: true,
  date_created_gmt: true,
  date_paid_gmt: true,
  ...TENDER_FIELDS,
}).extend({ refunds: z.array(z.object({ id: WooId, total: OptionalAmount })).nullish() })
type Totals = z.output<typeof Totals>

const FIELDS = Object.keys(Totals.shape).join(',')

const Refund = z.object({ id: WooId, date_created_gmt: WooInstant, amount: WooAmount })

/** The order names its refunds and what each came to, apart from the list of refunds that rows are made of: only their times are from it. */
const refundTotals = async (api: WooApi, order: Totals, total: number): Promise<PlatformOrder[]> => {
  const records = await fetchRefunds(api, order.id)
  const listed = new Map(
    records.flatMap((record) => Refund.safeParse(record).data ?? []).map((refund) => [refund.id, refund]),
  )
  const refunds = (order.refunds ?? []).map(({ id, total: refunded }) => ({
    id,
    at: listed.get(id)?.date_created_gmt ?? countedAt(order),
    amount: millionthsToMinor(Math.abs(refunded ?? listed.get(id)?.amount ?? 0), order.currency),
  }))
  const inOrder = refunds.sort((a, b) => a.at - b.at || Number(a.id) - Number(b.id))
  const totals = refundedTotals(
    inOrder.map(({ amount }) => amount),
    total,
    readTender(order).amount,
  )
  return inOrder.map(({ id, at }, index) => ({
    sourceId: refundSourceId(order.id, id),
    orderNumber: refundNumber(order.number, index),
    ordered: at,
    currency: order.currency,
    total: negative(totals[index] ?? 0),
  }))
}

const readOrders = async (api: WooApi, record: unknown, span: Span): Promise<PlatformOrder[]> => {
  const { data: order } = Totals.safeParse(record)
  if (!order || isDraft(order.status)) return []
  const shared = { orderNumber: order.number, currency: order.currency }
  const total = millionthsToMinor(order.total, order.currency) + readTender(order).amount
  const sale = { ...shared, sourceId: order.id, ordered: countedAt(order), total }
  const refunds = (order.refunds ?? []).length > 0 ? await refundTotals(api, order, total) : []
  return [sale, ...refunds].filter(({ ordered }) => isWithin(span, ordered))
}

/** Orders made around the span, and older ones that changed since: a refund is a change of its order. */
const listsFor = (span: Span) => {
  const made = span.from - PAID_WITHIN_MS
  const shared = { status: 'any', dp: AMOUNT_DECIMALS, dates_are_gmt: 'true', _fields: FIELDS }
  return [
    { ...shared, after: gmtText(made - 1000), before: gmtText(span.until + 1000) },
    { ...shared, before: gmtText(made), modified_after: gmtText(span.from - 1000) },
  ]
}

/** WooCommerce's totals of orders and refunds in a span. */
export async function* platformOrders(api: WooApi, span: Span): AsyncGenerator<readonly PlatformOrder[]> {
  const seen = new Set<string>()
  for (const query of listsFor(span)) {
    for await (const records of wholeList(api, { name: 'orders', path: 'orders', orderby: 'id', query })) {
      const totals: PlatformOrder[] = []
      for (const record of records) totals.push(...(await readOrders(api, record, span)))
      yield totals.filter(({ sourceId }) => !seen.has(sourceId))
      for (const { sourceId } of totals) seen.add(sourceId)
    }
  }
}
