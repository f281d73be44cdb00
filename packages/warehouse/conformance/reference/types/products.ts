import { ITEM_KINDS } from '#domain/commerce.ts'
import { coded, countAll, day, dimension, id, texts } from '../columns.ts'
import type { Context, ReferenceMeasure, ReferenceRecord, ReferenceReportType } from '../report-type.ts'
import { askedSales, coveredSales, NO_ANSWER, ofSales, ownerSales, saleDates } from '../sold.ts'
import { dayParts, dayPartValues } from '../time-parts.ts'
import { orNull, type Value } from '../value.ts'
import type { Placed } from '../winery.ts'
import { costMeasures } from './cost-columns.ts'
import { orderLines } from './order-lines.ts'

type Product = Placed<'products'>

const linesIn = (context: Context): ReferenceRecord[] => coveredSales(orderLines.records(context), context)

const foldOf = (columnId: string) => {
  const measure = orderLines.columns[columnId]
  if (measure?.kind !== 'measure') throw new Error(`${columnId} is no measure of lines`)
  return measure
}

const ofLines = (columnId: string, isAdditive: boolean): ReferenceMeasure => {
  const { type, scale, fold } = foldOf(columnId)
  return ofSales({ type, scale, owner: 'product', salesIn: linesIn, fold, isAdditive })
}

/** An order with two products counts once for each and once in total, so counts do not add up. */
const SALES = {
  netSales: ofLines('netSales', true),
  unitsSold: ofLines('unitsSold', true),
  orderCount: ofLines('orderCount', false),
  ...Object.fromEntries(
    Object.entries(costMeasures('isSale')).map(([columnId, { isAdditive }]) => [
      columnId,
      ofLines(columnId, isAdditive),
    ]),
  ),
}

/** Of all time and any currency: the last paid order that held some of it. */
const lastSoldOf = (product: Product, { books }: Context): string | null =>
  books.lines
    .filter(({ service, given }) => service === product.service && given.product_source_id === product.source_id)
    .flatMap(({ order, quantity }) => (order?.isPaid && quantity > 0 ? [order.ordered.day] : []))
    .toSorted()
    .at(-1) ?? null

/** A price in another currency cannot be compared with the others. */
const inOwnCurrency = (amount: number | null, { currency }: Product, { settings }: Context): number | null =>
  currency === null || currency === settings.currency ? amount : null

const lastSoldValues = (product: Product, context: Context): Record<string, Value> => {
  const lastSold = lastSoldOf(product, context)
  return { lastSoldDate: lastSold, ...dayPartValues('lastSold', lastSold, context.settings) }
}

const plainValues = (product: Product, context: Context): Record<string, Value> => ({
  productId: product.source_id,
  sku: orNull(product.sku),
  productTitle: orNull(product.title),
  category: orNull(product.category),
  brand: orNull(product.brand),
  vintage: orNull(product.vintage),
  varietal: orNull(product.varietal),
  itemKind: orNull(product.item_kind),
  price: inOwnCurrency(product.price, product, context),
  cost: inOwnCurrency(product.cost, product, context),
  ...lastSoldValues(product, context),
  productCount: 1,
})

const toRecord =
  (context: Context, sales: readonly ReferenceRecord[]) =>
  (product: Product): ReferenceRecord => {
    const { service, source_id } = product
    const record: ReferenceRecord = {
      values: plainValues(product, context),
      days: {},
      facts: { product: JSON.stringify([service, source_id]) },
      service,
      key: [source_id, service],
    }
    const own = ownerSales([record], sales, 'product')
    const measured = Object.keys(SALES).map((columnId) => {
      const { type, fold, scale } = foldOf(columnId)
      const value = fold(own, context, NO_ANSWER)
      return [columnId, type === 'percent' ? value : Math.round((value ?? 0) * scale)]
    })
    return { ...record, values: { ...record.values, ...Object.fromEntries(measured) } }
  }

export const products: ReferenceReportType = {
  name: 'Products',
  dateColumn: 'orderDate',
  columns: {
    productId: id,
    sku: id,
    ...texts('productTitle', 'category', 'brand', 'vintage', 'varietal'),
    itemKind: coded(ITEM_KINDS),
    price: dimension('currency'),
    cost: dimension('currency'),
    lastSoldDate: day,
    ...dayParts('lastSold', 'lastSoldDate'),
    ...saleDates,
    productCount: countAll,
    ...SALES,
  },
  records: (context) => {
    const sales = linesIn(context)
    return context.books.tableRows('products').map(toRecord(context, sales))
  },
  sales: (records, context) => ownerSales(records, askedSales(orderLines.records(context), context), 'product'),
}
