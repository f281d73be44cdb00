import { ORDER_NUMBER } from '../../kit/built-in-report.ts'
import type { Subject, SubjectDeclaration, SubjectSections } from '../kit/subject.ts'
import {
  byMonth,
  define,
  defineEvents,
  defineList,
  definitionBuilder,
  equal,
  latest,
} from '../kit/subject-definitions.ts'

const KEY = 'productId'

/** Stock is known by SKU. */
const stockOf = ({ values: { sku }, serviceId }: Subject, columns: readonly string[]) =>
  typeof sku === 'string' && sku !== ''
    ? define({ reportType: 'Inventory', name: 'Inventory', serviceId, columns, filters: [equal('sku', sku)] })
    : null

/** What the ledger of a product says. */
const LEDGER = [
  ...['onHand', 'reserved', 'allocated', 'available', 'promised', 'free', 'openUnits'],
  ...['pace', 'pacePos', 'paceWeb', 'paceClub', 'paceWholesale', 'paceOther', 'oneOffUnits', 'weeklyDeviation'],
  ...['weeksOnHand', 'weeksOnHandLow', 'weeksOnHandHigh'],
]

const MOST_FIRST = [
  { columnId: 'onHand', direction: 'desc' as const },
  { columnId: 'serviceId', direction: 'asc' as const },
]

const ledgerOf = (subject: Subject): Pick<SubjectSections, 'ledger'> => {
  const definition = stockOf(subject, ['serviceId', ...LEDGER])
  if (definition === null) return {}
  const grouped = { ...definition, groupColumns: ['serviceId'], orderColumns: MOST_FIRST }
  return { ledger: { sku: String(subject.values.sku), definition: grouped } }
}

const sections = (subject: Subject): SubjectSections => {
  const own = definitionBuilder(subject, KEY)
  const stockList = stockOf(subject, ['location', 'onHand', 'reserved', 'allocated', 'available'])
  return {
    numbers: [{ definition: own({ reportType: 'OrderLines', columns: ['netSales', 'unitsSold', 'orderCount'] }) }],
    trend: {
      definition: own({
        reportType: 'OrderLines',
        name: 'Net sales by month',
        ...byMonth('orderMonth', ['netSales', 'unitsSold']),
      }),
    },
    timeline: [
      defineEvents(own, 'order', 'orderDate', {
        reportType: 'OrderLines',
        columns: [
          'orderId',
          'orderNumber',
          'orderDate',
          'customerId',
          'customerName',
          'channel',
          'quantity',
          'netSales',
        ],
        text: 'Order {orderNumber}',
        details: ['customerName', 'quantity', 'netSales'],
      }),
    ],
    lists: [
      defineList(own, 'Customers', {
        reportType: 'OrderLines',
        columns: ['customerId', 'customerName', 'unitsSold', 'netSales', 'orderCount'],
        hidden: ['customerId'],
        groupColumns: ['customerId', 'customerName'],
        orderColumns: [{ columnId: 'netSales', direction: 'desc' }],
      }),
      defineList(own, 'Order lines', {
        reportType: 'OrderLines',
        columns: [
          'orderId',
          'lineId',
          ORDER_NUMBER,
          'orderDate',
          'customerId',
          'customerName',
          'channel',
          'quantity',
          'unitPrice',
          'netSales',
        ],
        hidden: ['orderId', 'lineId', 'customerId'],
        ...latest('orderDate'),
      }),
      ...(stockList === null ? [] : [{ title: 'Inventory', definition: stockList }]),
    ],
    ...ledgerOf(subject),
  }
}

export const productSubject: SubjectDeclaration = {
  kind: 'product',
  find: ({ id, by = null, serviceId = null }) => ({
    definition: define({
      reportType: 'Products',
      serviceId,
      columns: [
        KEY,
        'productTitle',
        'sku',
        'category',
        'brand',
        'vintage',
        'varietal',
        'itemKind',
        'price',
        'cost',
        'lastSoldDate',
      ],
      filters: [equal(by ?? KEY, id)],
    }),
    id: KEY,
    name: 'productTitle',
  }),
  sections,
  insightSubject: ({ values: { sku } }) => (typeof sku === 'string' ? { kind: 'product', value: sku } : null),
}
