import { createMemorySink, type MemorySink, sortedRows } from '../../kit/memory-sink.fixture.ts'
import type { ScaledClock } from '../../kit/scaled-clock.ts'
import {
  openTestConnection,
  type TestConnection,
  type TestConnectionOptions,
} from '../../kit/test-connection.fixture.ts'
import { shopifyConnector } from '../shopify.connector.ts'
import { openShopify } from '../shopify-session.ts'
import { type FakeShopify, type FakeShopifyOptions, startFakeShopify } from './fake-shopify.fixture.ts'
import { createShopifyWinery, type ShopifyWinery } from './winery.fixture.ts'

// A day without a daylight saving change, in the busy season.
export const NOON = Date.UTC(2026, 5, 17, 19)
const MINUTE_MS = 60_000

/** A fake shop, a memory sink, and functions that sync one to the other. */
export interface FakeShopSetup {
  readonly fake: FakeShopify
  readonly winery: ShopifyWinery
  readonly sink: MemorySink
  readonly clock: { now: number }
  /** default: with the fake's access token */
  connect(credentials?: Pick<TestConnectionOptions, 'settings' | 'secrets'>): TestConnection
  sync(options?: { full?: boolean; streams?: readonly string[] }): Promise<void>
  /** operation names of the API calls, in order */
  operations(): string[]
  expected(): ReturnType<ShopifyWinery['rows']>
  close(): Promise<void>
}

export interface FakeShopOptions extends Partial<Omit<FakeShopifyOptions, 'winery' | 'now'>> {
  readonly orders: number
  readonly spacingMs?: number
  readonly pace?: ScaledClock
}

const operationOf = (body: string): string => /"operationName":"(\w+)"/.exec(body)?.[1] ?? 'download'

export const setUpFakeShop = async ({
  orders,
  spacingMs,
  pace,
  ...options
}: FakeShopOptions): Promise<FakeShopSetup> => {
  const clock = { now: NOON }
  const winery = createShopifyWinery({
    orders,
    until: NOON - MINUTE_MS,
    ...(spacingMs === undefined ? {} : { spacingMs }),
  })
  const fake = await startFakeShopify({ winery, now: () => clock.now, ...options })
  const sink = createMemorySink()
  const clients: TestConnection['client'][] = []
  const connect: FakeShopSetup['connect'] = (credentials = fake) => {
    const connection = openTestConnection({
      connector: shopifyConnector,
      open: openShopify,
      url: fake.server.url,
      settings: credentials.settings,
      secrets: credentials.secrets,
      now: () => clock.now,
      ...(pace ? { pace } : {}),
    })
    clients.push(connection.client)
    return connection
  }
  return {
    fake,
    winery,
    sink,
    clock,
    connect,
    sync: (how) => sink.sync(connect().session, how),
    operations: () => fake.server.calls.map(({ body }) => operationOf(body)),
    expected: () => sortedRows(winery.rows()),
    close: async () => {
      await Promise.all(clients.map((client) => client.close()))
      await fake.server.close()
    },
  }
}
