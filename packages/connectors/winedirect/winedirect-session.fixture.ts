import { setUpSync } from '../kit/sync-setup.fixture.ts'
import { type FakeWineDirectOptions, isSearchCall, startFakeWineDirect } from './fake-winedirect.fixture.ts'
import { winedirectConnector } from './winedirect.connector.ts'
import { openWineDirect } from './winedirect-session.ts'
import { createWinery, type Winery } from './winery.fixture.ts'

interface WineDirectSetupOptions extends Omit<FakeWineDirectOptions, 'now' | keyof Winery> {
  readonly orders: number
  readonly days?: number
}

/** Starts a fake WineDirect with a winery, and a memory sink that syncs from it. */
export const setUpWineDirect = async ({ orders, days = 60, ...options }: WineDirectSetupOptions) => {
  const start = async (now: () => number) => {
    const winery: Winery = createWinery({ orders, days, now })
    return { winery, ...(await startFakeWineDirect({ ...winery, ...options, now })) }
  }
  const { fake, ...setup } = await setUpSync({ connector: winedirectConnector, open: openWineDirect, start })
  let counted = 0
  return {
    ...setup,
    ...fake,
    /** reads the changes of these streams, or of all */
    sync(streams?: readonly string[]) {
      counted = fake.server.calls.length
      return setup.sync(streams ? { streams } : {})
    },
    /** distinct calls of an operation in the last sync; retries caused by a slow machine count once */
    count(operation: string): number {
      const calls = fake.server.calls.slice(counted).filter((call) => isSearchCall(call, operation))
      return new Set(calls.map(({ body }) => body)).size
    },
  }
}

export type WineDirectSetup = Awaited<ReturnType<typeof setUpWineDirect>>
