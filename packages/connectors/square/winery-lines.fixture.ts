import { type FakeProduct, type LineRow, pickFrom, type Random } from './winery-rows.fixture.ts'

const HALF_SHARE = 0.02
const CUSTOM_SHARE = 0.03

const emptyLine = (orderId: string, number: number, updated: number): LineRow => ({
  source_id: `${orderId}/L${number}`,
  source_updated: updated,
  time_basis: 'utc',
  order_source_id: orderId,
  line_id: `L${number}`,
  line_number: number,
  sku: null,
  product_source_id: null,
  product_title: 'Custom amount',
  category: null,
  brand: null,
  vintage: null,
  varietal: null,
  item_kind: 'other',
  item_kind_raw: 'CUSTOM_AMOUNT',
  quantity: 1,
  unit_price: 12.5,
  discount: 0,
  amount: 1250,
})

const makeLine = (orderId: string, number: number, updated: number, product: FakeProduct, random: Random): LineRow => {
  const { row, productType } = product
  const quantity = random() < HALF_SHARE ? 1.5 : 1 + Math.floor(random() ** 2 * 6)
  const gross = Math.round((row.price ?? 0) * quantity)
  const discount = random() < 0.2 ? Math.round(gross / 10) : 0
  return {
    ...emptyLine(orderId, number, updated),
    sku: row.sku,
    product_source_id: row.source_id,
    product_title: row.title,
    category: row.category,
    vintage: row.vintage,
    item_kind: row.item_kind,
    item_kind_raw: productType,
    quantity,
    unit_price: (row.price ?? 0) / 100,
    discount,
    amount: gross - discount,
  }
}

/** One to four lines, sometimes a custom amount. */
export const makeLines = (
  orderId: string,
  updated: number,
  products: readonly FakeProduct[],
  random: Random,
): LineRow[] =>
  Array.from({ length: 1 + Math.floor(random() * 4) }, (_, index) =>
    random() < CUSTOM_SHARE
      ? emptyLine(orderId, index + 1, updated)
      : makeLine(orderId, index + 1, updated, pickFrom(products, random), random),
  )

/** The rest of a total, such as cash rounding. */
export const restLine = (orderId: string, number: number, updated: number, amount: number, title: string): LineRow => ({
  ...emptyLine(orderId, number, updated),
  source_id: `${orderId}/rest`,
  line_id: 'rest',
  product_title: title,
  item_kind_raw: null,
  quantity: 0,
  unit_price: null,
  amount,
})

const negative = (value: number): number => (value === 0 ? 0 : -value)

export const returnedLine = (line: LineRow, refundId: string, updated: number): LineRow => ({
  ...line,
  source_id: `${refundId}/${line.line_id}`,
  source_updated: updated,
  order_source_id: refundId,
  quantity: negative(line.quantity),
  discount: negative(line.discount),
  amount: negative(line.amount),
})
