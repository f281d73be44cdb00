import type { DocumentedForm } from '../kit/documented-form.fixture.ts'
import type { FakeCall } from '../kit/fake-server.fixture.ts'
import {
  BRAND,
  CATEGORY,
  CONSIGNMENTS,
  COUNTS,
  CUSTOMER_1,
  CUSTOMER_PART,
  FEES_218,
  GROUP,
  HOOK,
  LINE_PART,
  LINES_149,
  LINES_247,
  LISTS_AS_LINKS,
  ORDER_100,
  ORDER_218,
  ORDER_247,
  PAGINATIONS,
  PRODUCT_192,
  REFUND_12,
  REFUND_PART,
  STOCK_79,
  STORE,
  WARNING,
} from './samples.fixture.ts'

const { fees, ...ORDER_218_WITHOUT_FEES } = ORDER_218
const ORDERS = [ORDER_100, ORDER_218_WITHOUT_FEES, ORDER_247]

/** Lists that an order has instead of links, by `include`. */
const WHOLE_ORDERS = ORDERS.flatMap((order) =>
  Object.values(CONSIGNMENTS).map((consignments) => ({ ...order, consignments, fees: FEES_218 })),
)
const LISTED_LINE = [{ line_items: [LINE_PART] }]
const WHOLE_ORDER_PART = {
  is_deleted: false,
  consignments: {
    pickups: [WARNING, ...LISTED_LINE],
    shipping: [WARNING, ...LISTED_LINE],
    downloads: [WARNING, ...LISTED_LINE],
    email: { gift_certificates: LISTED_LINE },
  },
}

const ordersForm = ({ query }: FakeCall): { samples: readonly unknown[]; parts: readonly unknown[] } =>
  query.get('include')?.includes('consignments.line_items')
    ? { samples: WHOLE_ORDERS, parts: [WHOLE_ORDER_PART] }
    : { samples: ORDERS, parts: [{ is_deleted: false, ...LISTS_AS_LINKS }] }

/** A list of version 2; where it is empty, BigCommerce answers with 204 and no text, as public clients show. */
const oldList = (samples: readonly unknown[], parts: readonly unknown[] = []): DocumentedForm => ({
  samples: [samples],
  parts: [parts, ''],
})

/** A list of version 3. */
const newList = (samples: readonly unknown[], parts: readonly unknown[] = []): DocumentedForm => ({
  samples: PAGINATIONS.map((pagination) => ({ data: samples, meta: { pagination } })),
  parts: [{ data: parts }],
})

const LISTS: Readonly<Record<string, DocumentedForm>> = {
  '/v2/store': { samples: [STORE] },
  '/v2/orders/count': { samples: [COUNTS] },
  // Its answer has no counts.
  '/v3/orders/payment_actions/refunds': {
    samples: [{ data: [REFUND_12], meta: {} }],
    parts: [{ data: [REFUND_PART] }],
  },
  '/v2/customer_groups': oldList([GROUP]),
  '/v3/customers': newList([CUSTOMER_1], [CUSTOMER_PART]),
  '/v3/catalog/products': newList([PRODUCT_192]),
  '/v3/catalog/brands': newList([BRAND]),
  '/v3/catalog/trees/categories': newList([CATEGORY], [{ tree_id: 1, category_uuid: '' }]),
  '/v3/inventory/items': newList([STOCK_79]),
}

/** Headers are those that the app chose. */
const OWN_HOOK = { ...HOOK, headers: { 'x-cuvee-key': 'developer-defined value' } }

/** The answers of the specifications in github.com/bigcommerce/docs. */
export const documentedAnswer = (call: FakeCall): DocumentedForm | null => {
  const path = call.path.replace(/^\/stores\/[^/]+/, '')
  if (path === '/v3/hooks' && call.method === 'GET') return newList([OWN_HOOK])
  if (path.startsWith('/v3/hooks')) return { samples: [{ data: OWN_HOOK, meta: {} }] }
  if (path === '/v2/orders') {
    const { samples, parts } = ordersForm(call)
    return oldList(samples, parts)
  }
  if (/^\/v2\/orders\/\d+$/.test(path)) return ordersForm(call)
  if (/^\/v2\/orders\/\d+\/products$/.test(path)) return oldList([...LINES_149, ...LINES_247], [LINE_PART])
  return LISTS[path] ?? null
}
