import { createMemorySink, type MemorySink } from '../kit/memory-sink.fixture.ts'
import { openTestConnection, type TestConnection, type TestConnectionOptions } from '../kit/test-connection.fixture.ts'
import {
  FAKE_SECRETS,
  FAKE_SETTINGS,
  type FakeWineDirect,
  type FakeWineDirectOptions,
  isSearchCall,
  startFakeWineDirect,
} from './fake-winedirect.fixture.ts'
import { winedirectConnector } from './winedirect.connector.ts'
import { openWineDirect } from './winedirect-session.ts'
import { createWinery, type Winery } from './winery.fixture.ts'

export interface WineDirectSetup extends FakeWineDirect {
  readonly winery: Winery
  readonly sink: MemorySink
  readonly clock: { now: number }
  connect(options?: Partial<Pick<TestConnectionOptions, 'secrets' | 'pace'>>): TestConnection
  /** reads the changes of these streams, or of all */
  sync(streams?: readonly string[]): Promise<TestConnection>
  /** distinct calls of an operation in the last sync; retries caused by a slow machine count once */
  count(operation: string): number
  close(): Promise<void>
}

export interface WineDirectSetupOptions extends Omit<FakeWineDirectOptions, 'store' | 'now'> {
  readonly orders: number
  readonly days?: number
}

/** Starts a fake WineDirect with a winery, and a memory sink that syncs from it. */
export const setUpWineDirect = async ({
  orders,
  days = 60,
  ...options
}: WineDirectSetupOptions): Promise<WineDirectSetup> => {
  const clock = { now: Date.UTC(2026, 5, 17, 19) }
  const now = () => clock.now
  const winery = createWinery({ orders, days, now })
  const fake = await startFakeWineDirect({ ...options, store: winery.store, now })
  const sink = createMemorySink()
  const open: TestConnection[] = []
  let counted = 0
  const connect: WineDirectSetup['connect'] = (given) => {
    const connection = openTestConnection({
      connector: winedirectConnector,
      open: openWineDirect,
      url: fake.server.url,
      settings: FAKE_SETTINGS,
      secrets: FAKE_SECRETS,
      now,
      ...given,
    })
    open.push(connection)
    return connection
  }
  return {
    ...fake,
    winery,
    sink,
    clock,
    connect,
    async sync(streams) {
      counted = fake.server.calls.length
      const connection = connect()
      await sink.sync(connection.session, streams ? { streams } : {})
      return connection
    },
    count: (operation) => {
      const calls = fake.server.calls.slice(counted).filter((call) => isSearchCall(call, operation))
      return new Set(calls.map(({ body }) => body)).size
    },
    async close() {
      for (const { client } of open) await client.close()
      await fake.server.close()
    },
  }
}
