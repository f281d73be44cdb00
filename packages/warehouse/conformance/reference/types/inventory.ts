import { decimal, id, ofEach, ratio, THOUSANDTHS, texts } from '../columns.ts'
import { plusDays } from '../days.ts'
import { thousandths } from '../derived-orders.ts'
import type { Context, ReferenceRecord, ReferenceReportType } from '../report-type.ts'
import { exactSum, orNull } from '../value.ts'
import type { Placed } from '../winery.ts'

/** Days of sales for the weekly rate, including today, and how many weeks they count as. */
const DAYS = 90
const WEEKS = 12.86

type Stock = Placed<'inventory'>

/** Thousandths of units that the SKU sells in the service in that time, at any location and in any currency. */
const soldOf = ({ sku, service }: Stock, { books, settings }: Context): number => {
  const first = plusDays(settings.today, 1 - DAYS)
  const own = books.lines.filter((line) => line.service === service && line.given.sku === sku && line.order?.isPaid)
  const recent = own.filter(({ order }) => order && order.ordered.day >= first && order.ordered.day <= settings.today)
  return exactSum(recent.map(({ quantity }) => quantity))
}

/** Null where no more was sold than came back. */
const aWeek = (sold: number): number | null => (sold > 0 ? sold / THOUSANDTHS / WEEKS : null)

const toRecord =
  (context: Context) =>
  (stock: Stock): ReferenceRecord => {
    const { sku, service, location, source_id } = stock
    const sold = soldOf(stock, context)
    const weekly = aWeek(sold)
    const everywhere = availableOf(stock, context)
    return {
      values: {
        sku,
        productTitle: orNull(stock.product_title),
        location: orNull(location),
        onHand: thousandths(stock.on_hand),
        reserved: stock.reserved === null ? null : thousandths(stock.reserved),
        allocated: stock.allocated === null ? null : thousandths(stock.allocated),
        available: thousandths(stock.available),
        weeklyUnits: weekly,
        weeksOnHand: ratio(everywhere / THOUSANDTHS, weekly),
      },
      days: {},
      facts: { sku: JSON.stringify([service, sku]), weekly, everywhere },
      service,
      key: [sku, orNull(location), source_id, service],
    }
  }

/** Thousandths of units of the SKU that the service can sell, at all locations. */
const availableOf = ({ sku, service }: Stock, { books }: Context): number =>
  exactSum(
    books
      .tableRows('inventory')
      .filter((other) => other.sku === sku && other.service === service)
      .map(({ available }) => thousandths(available)),
  )

/** Each SKU once, however many locations it lies at. */
const ofSkus = (records: readonly ReferenceRecord[], name: 'weekly' | 'everywhere'): number =>
  exactSum([...new Map(records.map(({ facts }) => [facts.sku, facts[name] ?? null])).values()])

export const inventory: ReferenceReportType = {
  name: 'Inventory',
  dateColumn: null,
  columns: {
    sku: id,
    ...texts('productTitle', 'location'),
    onHand: decimal('onHand'),
    reserved: decimal('reserved'),
    allocated: decimal('allocated'),
    available: decimal('available'),
    weeklyUnits: ofEach('number', (records) => ofSkus(records, 'weekly')),
    weeksOnHand: ofEach('number', (records) =>
      ratio(ofSkus(records, 'everywhere') / THOUSANDTHS, ofSkus(records, 'weekly')),
    ),
  },
  records: (context) => context.books.tableRows('inventory').map(toRecord(context)),
}
