import type { LineRow, OrderRow, Sold } from '../kit/expected-rows.fixture.ts'
import { LINE_ITEM, PAYMENT, PICKUP, RETURN_ORDER, SERVICE_CHARGE, SHIPMENT, TENDER } from './samples.fixture.ts'
import type { FakeOrder } from './winery-records.fixture.ts'

/** Amounts and instants in Square's format. */
export const money = (amount: number) => ({ amount, currency: 'USD' })
export const instant = (epochMs: number) => new Date(epochMs).toISOString()
export const wholeSecond = (epochMs: number) => instant(epochMs).replace(/\.\d+/, '')

const paymentId = (orderId: string): string => `PAY-${orderId}`

const namesOf = (title: string | null) => {
  const [name, variation] = (title ?? '').split(' – ')
  return { name, variation_name: variation ?? 'Regular' }
}

/** All tax is put on the first item. Amounts of returns are positive in Square. */
const itemJson = (line: LineRow, tax: number) => ({
  ...LINE_ITEM,
  uid: line.line_id,
  ...namesOf(line.product_title),
  quantity: String(Math.abs(line.quantity)),
  catalog_object_id: line.product_source_id,
  item_type: line.item_kind === 'gift_card' ? 'GIFT_CARD' : 'ITEM',
  total_tax_money: money(tax),
  total_discount_money: money(Math.abs(line.discount)),
  total_money: money(Math.abs(line.amount) + tax),
})

const itemsJson = (lines: readonly LineRow[], tax: number) =>
  lines.map((line, index) => itemJson(line, index === 0 ? tax : 0))

const chargesJson = (shipping: number) =>
  shipping === 0 ? [] : [{ ...SERVICE_CHARGE, uid: 'SHIP', total_money: money(shipping) }]

const recipientJson = (row: OrderRow) => ({
  ...(row.customer_name === null ? {} : { display_name: row.customer_name }),
  ...(row.customer_source_id !== null || row.city === null
    ? {}
    : {
        address: {
          locality: row.city,
          administrative_district_level_1: row.state,
          postal_code: row.postal_code,
          country: row.country,
        },
      }),
})

const fulfillmentsJson = (row: OrderRow) => {
  const type = row.delivery_method_raw
  if (type === null) return {}
  const recipient = recipientJson(row)
  const one = (state: string) => ({
    ...(type === 'SHIPMENT'
      ? {
          ...SHIPMENT,
          shipment_details: {
            ...SHIPMENT.shipment_details,
            recipient,
            expected_shipped_at: `${row.requested_ship}T18:00:00.000Z`,
          },
        }
      : { ...PICKUP, pickup_details: { ...PICKUP.pickup_details, recipient } }),
    uid: state,
    type,
    state,
  })
  if (row.fulfillment_status === 'partial') return { fulfillments: [one('COMPLETED'), one('PROPOSED')] }
  return { fulfillments: [one(row.fulfillment_status_raw ?? 'PROPOSED')] }
}

const tendersJson = (order: FakeOrder, row: OrderRow) => {
  if (order.tender === 'none') return {}
  const { card_details, ...cash } = TENDER
  const tender = {
    ...cash,
    payment_id: paymentId(order.id),
    created_at: wholeSecond(Number(row.ordered)),
    type: order.tender === 'cash' ? 'CASH' : 'CARD',
    amount_money: money(row.total),
    ...(order.tender === 'card' ? { card_details } : {}),
  }
  return { tenders: [tender] }
}

const saleJson = (order: FakeOrder, { row, lines }: Sold) => ({
  line_items: itemsJson(lines, row.tax),
  service_charges: chargesJson(row.shipping),
  ...fulfillmentsJson(row),
  ...tendersJson(order, row),
  ...(row.customer_source_id === null ? {} : { customer_id: row.customer_source_id }),
  total_money: money(row.total),
  total_tax_money: money(row.tax),
  total_tip_money: money(row.tip),
})

type Refund = NonNullable<FakeOrder['back']>

const returnJson = ({ of, sold }: Refund) => ({
  ...RETURN_ORDER.returns[0],
  uid: 'R1',
  source_order_id: of,
  return_line_items: itemsJson(sold.lines, -sold.row.tax).map(({ gross_sales_money, ...item }) => ({
    ...item,
    source_line_item_uid: item.uid,
    gross_return_money: gross_sales_money,
  })),
  return_service_charges: chargesJson(Math.abs(sold.row.shipping)),
  return_amounts: {
    ...RETURN_ORDER.return_amounts,
    total_money: money(-sold.row.total),
    tax_money: money(Math.abs(sold.row.tax)),
    tip_money: money(Math.abs(sold.row.tip)),
  },
})

const refundJson = ({ of, sold }: Refund) => ({
  ...RETURN_ORDER.refunds[0],
  id: 'REFUND-R1',
  tender_id: paymentId(of),
  amount_money: money(-sold.row.total),
  status: 'APPROVED',
})

const rowOf = ({ sale, back }: FakeOrder): OrderRow => {
  const row = (sale ?? back?.sold)?.row
  if (!row) throw new Error('An order sells or takes back')
  return row
}

const OPEN_MS = 3 * 3_600_000

/** Every fifth paid order was a ticket, opened hours before its payment. */
const openedBefore = (order: FakeOrder): number => {
  const isPaid = order.tender !== 'none' && order.sale?.row.payment_status === 'paid'
  return isPaid && Number(order.id.replace(/\D/g, '')) % 5 === 0 ? OPEN_MS : 0
}

/** An order as Square returns it: empty fields are omitted. */
export const orderJson = (order: FakeOrder) => {
  const row = rowOf(order)
  const { back } = order
  return {
    id: order.id,
    location_id: order.locationId,
    ...(order.source === null ? {} : { source: { name: order.source } }),
    state: row.payment_status_raw,
    version: 1,
    created_at: instant(Number(row.ordered) - openedBefore(order)),
    updated_at: instant(Number(row.source_updated)),
    ...(row.payment_status_raw === 'COMPLETED' ? { closed_at: instant(Number(row.ordered)) } : {}),
    ...(order.sale === null ? {} : saleJson(order, order.sale)),
    ...(back && !back.isPlain ? { returns: [returnJson(back)] } : {}),
    ...(back ? { refunds: [refundJson(back)] } : {}),
  }
}

export const orderTimes = (order: FakeOrder): { created: number; paid: number; updated: number } => {
  const row = rowOf(order)
  const paid = Number(row.ordered)
  return { created: paid - openedBefore(order), paid, updated: Number(row.source_updated) }
}

/** The payment of an order; null: nothing was paid. */
export const paymentJson = (order: FakeOrder) => {
  if (order.sale === null || order.tender === 'none') return null
  const { row } = order.sale
  const { card_details, employee_id, team_member_id, processing_fee, ...cash } = PAYMENT
  return {
    ...cash,
    ...(order.tender === 'card' ? { card_details, processing_fee } : {}),
    id: paymentId(order.id),
    created_at: instant(Number(row.ordered)),
    order_id: order.id,
    application_details: {
      ...PAYMENT.application_details,
      ...(order.product === null ? {} : { square_product: order.product }),
    },
    ...(order.teamMemberId === null ? {} : { team_member_id: order.teamMemberId }),
  }
}

export const paymentOrderId = (id: string): string => id.replace(/^PAY-/, '')
