import { volume } from '#testkit/lane.ts'
import type { ConformanceFake } from '../kit/conformance-fake.fixture.ts'
import { describeConnector } from '../kit/describe-connector.fixture.ts'
import { commerce7Connector } from './commerce7.connector.ts'
import { openCommerce7 } from './commerce7-session.ts'
import { documentedAnswer } from './documented-answers.fixture.ts'
import { FAKE_SECRETS, FAKE_SETTINGS, startFakeCommerce7 } from './fake-commerce7.fixture.ts'
import { createWinery } from './winery.fixture.ts'

interface OrderPage {
  orders: Record<string, unknown>[]
  cursor: string | null
}

const editPage = (body: string, edit: (page: OrderPage) => void): string => {
  const page = JSON.parse(body) as OrderPage
  edit(page)
  return JSON.stringify(page)
}

const editOrder = (body: string, edit: (order: Record<string, unknown>) => void) => {
  let sourceId = ''
  const edited = editPage(body, ({ orders: [order = {}] }) => {
    sourceId = String(order.id)
    edit(order)
  })
  return { body: edited, sourceId }
}

describeConnector({
  connector: commerce7Connector,
  open: openCommerce7,
  documented: documentedAnswer,
  async start({ records, now }): Promise<ConformanceFake> {
    const winery = createWinery({ orders: records === 'some' ? volume({ normal: 110, full: 230 }) : 0, now })
    const { server, duplicateNextPage } = await startFakeCommerce7({ store: winery.store })
    return {
      server,
      basePath: '/v1',
      settings: FAKE_SETTINGS,
      secrets: FAKE_SECRETS,
      expected: winery.rows,
      change: () => winery.change(),
      skew: (ms) => {
        winery.skew = ms
      },
      duplicateNextPage: () => duplicateNextPage('order'),
      main: { stream: 'orders', table: 'orders' },
      isMain: ({ path }) => path === '/v1/order',
      corruptRecord: (body) => editOrder(body, (order) => delete order.subTotal),
      unknownValue: (body) => ({
        ...editOrder(body, (order) => {
          order.channel = 'Carrier Pigeon'
        }),
        column: 'channel',
      }),
      addField: (body) =>
        editPage(body, ({ orders }) => {
          for (const order of orders) order.novelty = [1]
        }),
      breakEnvelope: (body) => body.replace('"orders"', '"records"'),
    }
  },
})
