import type { DocumentedForm } from '../kit/documented-form.fixture.ts'
import type { FakeCall } from '../kit/fake-server.fixture.ts'
import {
  CUSTOMER,
  EXPORT,
  extensions,
  LINE_ITEM,
  NO_LINE,
  NULLS,
  ORDER,
  pageInfo,
  REFUND,
  SHOP,
  VARIANT,
  WEBHOOK,
} from './samples.fixture.ts'

const RUNNING = { completedAt: null, errorCode: 'INTERNAL_SERVER_ERROR', url: null }
const [LEVEL] = VARIANT.inventoryItem.inventoryLevels.nodes

const listOf = (...nodes: object[]) => ({ nodes, pageInfo })
const ORDERS = [ORDER, NULLS.order, { ...NULLS.order, shippingAddress: null, billingAddress: null, shippingLine: null }]
const CUSTOMERS = [CUSTOMER, NULLS.customer, { ...NULLS.customer, defaultAddress: null }]

/** Every root field of the answers; which of them an answer has, and which of their fields, is what its query asks for. */
const DATA = {
  shop: SHOP,
  currentAppInstallation: { accessScopes: [{ handle: 'read_orders' }] },
  orders: listOf(...ORDERS),
  order: { ...ORDER, lineItems: listOf(LINE_ITEM, NO_LINE, { product: null }) },
  customers: listOf(...CUSTOMERS),
  productVariants: listOf(VARIANT, NULLS.variant),
  refund: REFUND,
  node: EXPORT,
  nodes: [...ORDERS, ...CUSTOMERS, REFUND, NULLS.refund, { order: { id: ORDER.id } }, null],
  ordersCount: { count: 1, precision: 'EXACT' },
  customersCount: { count: 1, precision: 'EXACT' },
  webhookSubscriptions: listOf(WEBHOOK),
  bulkOperationRunQuery: { bulkOperation: { id: EXPORT.id }, userErrors: [] },
  webhookSubscriptionCreate: { webhookSubscription: WEBHOOK, userErrors: [] },
  webhookSubscriptionDelete: { deletedWebhookSubscriptionId: WEBHOOK.id, userErrors: [] },
}

/** Lines of an export: docs/api/usage/bulk-operations/queries. */
const LINES = [
  { ...ORDER, lineItems: undefined },
  CUSTOMER,
  VARIANT,
  ...[LINE_ITEM, LEVEL].map((child) => ({ ...child, __parentId: VARIANT.id })),
  ...[NULLS.order, NULLS.customer, NULLS.variant, NO_LINE, { product: null }],
]

/** The form of an answer, where null stands only for what the schema says; each answer is read as a list of lines. */
export const documentedAnswer = ({ path }: FakeCall): DocumentedForm => ({
  samples: [],
  parts: path.startsWith('/exports/') ? [LINES] : [[{ data: DATA, extensions }, { data: { node: RUNNING } }]],
  omitsNulls: true,
})

export const readLines = (body: string): unknown =>
  body
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
