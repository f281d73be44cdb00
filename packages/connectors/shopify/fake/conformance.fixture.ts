import { volume } from '#testkit/lane.ts'
import type { ConformanceFake, FakeStart } from '../../kit/conformance-fake.fixture.ts'
import type { FakeCall } from '../../kit/fake-server.fixture.ts'
import { startFakeShopify } from './fake-shopify.fixture.ts'
import { createShopifyWinery } from './winery.fixture.ts'

const ORDERS = volume({ normal: 110, full: 170 })
const MINUTE_MS = 60_000

interface OrderNode {
  id: string
  refunds: unknown[]
  [field: string]: unknown
}

interface OrderAnswer {
  data: { orders: { nodes: OrderNode[]; pageInfo: unknown } }
}

const isOrderPage = ({ method, body }: FakeCall): boolean => method === 'POST' && body.includes('"OrderPage"')

const numberIn = (id: string): string => id.split('/').at(-1) ?? ''

/** Edits an order without refunds and returns its ID. */
const edited = (body: string, edit: (order: OrderNode) => void): { body: string; sourceId: string } => {
  const answer = JSON.parse(body) as OrderAnswer
  const order = answer.data.orders.nodes.find(({ refunds, test }) => refunds.length === 0 && test === false)
  if (!order) throw new Error('The page holds no order without refunds')
  edit(order)
  return { body: JSON.stringify(answer), sourceId: numberIn(order.id) }
}

/** The small winery of the conformance suite, read page by page; exports have their own tests. */
export const startConformanceFake = async ({ records, now }: FakeStart): Promise<ConformanceFake> => {
  const winery = createShopifyWinery({ orders: records === 'some' ? ORDERS : 0, until: now() - MINUTE_MS })
  const fake = await startFakeShopify({ winery, now })
  const doubled = { isPlanned: false, before: [] as OrderNode[] }

  fake.editAnswer = (operation, data) => {
    if (operation !== 'OrderPage') return
    const page = data.orders as OrderAnswer['data']['orders']
    const nodes = [...page.nodes]
    if (doubled.isPlanned && doubled.before.length > 0) {
      page.nodes.unshift(...doubled.before)
      doubled.isPlanned = false
    }
    doubled.before = nodes
  }

  return {
    server: fake.server,
    basePath: '',
    settings: fake.settings,
    secrets: fake.secrets,
    expected: () => winery.rows(),
    change: () => winery.change(fake.now()),
    skew: (ms) => {
      fake.skewMs = ms
    },
    duplicateNextPage: () => {
      doubled.isPlanned = true
    },
    main: { stream: 'orders', table: 'orders' },
    isMain: isOrderPage,
    corruptRecord: (body) => edited(body, (order) => Reflect.deleteProperty(order, 'processedAt')),
    unknownValue: (body) => ({
      ...edited(body, (order) => Object.assign(order, { displayFulfillmentStatus: 'TELEPORTED' })),
      column: 'fulfillment_status',
    }),
    addField: (body) => {
      const answer = JSON.parse(body) as OrderAnswer
      for (const order of answer.data.orders.nodes) order.moonPhase = 'waxing'
      return JSON.stringify(answer)
    },
    breakEnvelope: (body) => {
      const answer = JSON.parse(body) as OrderAnswer
      answer.data.orders.pageInfo = { endCursor: null }
      return JSON.stringify(answer)
    },
  }
}
