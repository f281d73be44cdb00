import { FAKE_SECRETS, FAKE_SETTINGS, startFakeCommerce7 } from '#connectors/commerce7/fake-commerce7.fixture.ts'
import { createWinery } from '#connectors/commerce7/winery.fixture.ts'
import type { FakeServer } from '#connectors/kit/fake-server.fixture.ts'

/** Orders of the tenant: enough for several pages. */
const ORDERS = 230

export interface Commerce7 {
  /** what a server needs to call it instead of the real one */
  readonly environment: NodeJS.ProcessEnv
  readonly settings: Readonly<Record<string, string>>
  /** orders that the tenant holds, refunds among them */
  readonly orderCount: number
  readonly server: FakeServer
  /** The next page of orders holds one that lacks what it needs. */
  spoilAnOrder(): void
}

const withoutSubTotal = (body: string): string => body.replace(/"subTotal":-?\d+,?/, '')

/** A Commerce7 on loopback with a tenant of its own. */
export const startCommerce7 = async (): Promise<Commerce7> => {
  const winery = createWinery({ orders: ORDERS, now: Date.now })
  const { server } = await startFakeCommerce7({ store: winery.store })
  return {
    environment: { CONNECTOR_ALLOW_PRIVATE: '1', COMMERCE7_URL: `${server.url}/v1` },
    settings: { ...FAKE_SETTINGS, ...FAKE_SECRETS },
    orderCount: winery.rows().filter(({ table }) => table === 'orders').length,
    server,
    spoilAnOrder: () => server.failNext({ edit: withoutSubTotal }, { when: ({ path }) => path === '/v1/order' }),
  }
}
