import { sortedRows } from '../../kit/memory-sink.fixture.ts'
import type { ScaledClock } from '../../kit/scaled-clock.ts'
import { setUpSync } from '../../kit/sync-setup.fixture.ts'
import { shopifyConnector } from '../shopify.connector.ts'
import { openShopify } from '../shopify-session.ts'
import { type FakeShopifyOptions, startFakeShopify } from './fake-shopify.fixture.ts'
import { createShopifyWinery, type WineryOptions } from './winery.fixture.ts'

export type FakeShopOptions = Omit<FakeShopifyOptions, 'winery' | 'now'> &
  Pick<WineryOptions, 'orders' | 'spacingMs'> & { readonly pace?: ScaledClock }

const operationOf = (body: string): string => /"operationName":"(\w+)"/.exec(body)?.[1] ?? 'download'

/** A fake shop, and a memory sink that syncs from it. */
export const setUpFakeShop = async ({ orders, spacingMs, pace, ...options }: FakeShopOptions) => {
  const start = (now: () => number) => {
    const spacing = spacingMs === undefined ? {} : { spacingMs }
    return startFakeShopify({
      winery: createShopifyWinery({ orders, until: now() - 60_000, ...spacing }),
      now,
      ...options,
    })
  }
  const setup = await setUpSync({ connector: shopifyConnector, open: openShopify, start }, pace ? { pace } : {})
  const { fake } = setup
  return {
    ...setup,
    winery: fake.winery,
    /** operation names of the API calls, in order */
    operations: () => fake.server.calls.map(({ body }) => operationOf(body)),
    expected: () => sortedRows(fake.expected()),
  }
}

export type FakeShopSetup = Awaited<ReturnType<typeof setUpFakeShop>>
