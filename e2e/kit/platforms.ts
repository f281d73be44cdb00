import { FAKE_SECRETS, FAKE_SETTINGS, startFakeCommerce7 } from '#connectors/commerce7/fake-commerce7.fixture.ts'
import { createWinery } from '#connectors/commerce7/winery.fixture.ts'
import type { FakeServer } from '#connectors/kit/fake-server.fixture.ts'
import { type FakePerson, startFakeMailchimp } from '#connectors/mailchimp/fake-mailchimp.fixture.ts'
import { FAKE_SQUARE_APP } from '#connectors/square/fake-consent.fixture.ts'
import { type SquareFake, startSquareFake } from '#connectors/square/square-fake.fixture.ts'
import { type FakeStripe, startFakeStripe } from '#server/modules/billing/stripe/fake/fake-stripe.fixture.ts'

/** Orders of the tenant, enough for several pages. */
const ORDERS = 230

export interface Commerce7 {
  /** environment variables that point a server to it */
  readonly environment: NodeJS.ProcessEnv
  readonly settings: Readonly<Record<string, string>>
  /** number of orders including refunds */
  readonly orderCount: number
  readonly server: FakeServer
  /** Makes the next page of orders contain an invalid one. */
  corruptOneOrder(): void
}

const withoutSubTotal = (body: string): string => body.replace(/"subTotal":-?\d+,?/, '')

/** Starts a fake Commerce7 with one tenant on loopback. */
export const startCommerce7 = async (): Promise<Commerce7> => {
  const winery = createWinery({ orders: ORDERS, now: Date.now })
  const { server } = await startFakeCommerce7({ store: winery.store })
  return {
    environment: { CONNECTOR_ALLOW_PRIVATE: '1', COMMERCE7_URL: `${server.url}/v1` },
    settings: { ...FAKE_SETTINGS, ...FAKE_SECRETS },
    orderCount: winery.rows().filter(({ table }) => table === 'orders').length,
    server,
    corruptOneOrder: () => server.failNext({ edit: withoutSubTotal }, { when: ({ path }) => path === '/v1/order' }),
  }
}

export type Square = SquareFake & { readonly environment: NodeJS.ProcessEnv }

/** Starts a fake Square with one seller on loopback; the server is its app. */
export const startSquare = async (): Promise<Square> => {
  const fake = await startSquareFake({ orders: 12 })
  const { clientId, clientSecret } = FAKE_SQUARE_APP
  const environment = {
    CONNECTOR_ALLOW_PRIVATE: '1',
    SQUARE_URL: fake.server.url,
    SQUARE_CLIENT_ID: clientId,
    SQUARE_CLIENT_SECRET: clientSecret,
  }
  return { ...fake, environment }
}

/** Starts a fake Mailchimp on loopback with an audience of these people, who may be added later. */
export const startMailchimp = async () => {
  const people: FakePerson[] = []
  const { server, basePath, settings, secrets } = await startFakeMailchimp({ campaigns: 3, people })
  const environment = { CONNECTOR_ALLOW_PRIVATE: '1', MAILCHIMP_URL: `${server.url}${basePath}` }
  return { people, server, environment, settings: { ...settings, ...secrets } }
}
export type Mailchimp = Awaited<ReturnType<typeof startMailchimp>>

export type Stripe = FakeStripe

/** Starts an empty fake Stripe on loopback. */
export const startStripe = (): Promise<Stripe> => startFakeStripe()

/** Makes the fake Stripe send its events to the server's webhook. */
export const sendEventsToServer = (stripe: Stripe, serverUrl: string): void =>
  stripe.sendEventsTo(`${serverUrl}/api/billing/stripe/webhook`)
