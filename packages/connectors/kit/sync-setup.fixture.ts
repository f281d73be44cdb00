import type { OpenSession, PlatformConnector } from './connector.ts'
import type { DefinedFake } from './define-fake.fixture.ts'
import type { TimeLimits } from './guarded-agent.ts'
import { createMemorySink, type MemorySink } from './memory-sink.fixture.ts'
import { openTestConnection, type TestConnection, type TestConnectionOptions } from './test-connection.fixture.ts'

/** A day without a daylight saving change, in the busy season. */
export const NOON = Date.UTC(2026, 5, 17, 19)

/** What a connection has besides the fake's settings and secrets, or instead of them. */
type ConnectOptions = Partial<Pick<TestConnectionOptions, 'settings' | 'secrets' | 'pace' | 'limits' | 'signal'>>

/** A fake platform, a memory sink, and functions that sync one to the other. */
export interface SyncSetup<Fake> {
  readonly fake: Fake
  readonly sink: MemorySink
  readonly clock: { now: number }
  connect(options?: ConnectOptions): TestConnection
  /** one run of a sync */
  sync(options?: { full?: boolean; streams?: readonly string[]; limits?: TimeLimits }): Promise<TestConnection>
  close(): Promise<void>
}

interface SyncSetupOptions<Fake> {
  readonly connector: PlatformConnector
  readonly open: OpenSession
  start(now: () => number): Promise<Fake>
}

/** `shared`: options of all connections */
export const setUpSync = async <Fake extends Pick<DefinedFake, 'server' | 'basePath' | 'settings' | 'secrets'>>(
  { connector, open, start }: SyncSetupOptions<Fake>,
  shared: ConnectOptions = {},
): Promise<SyncSetup<Fake>> => {
  const clock = { now: NOON }
  const now = () => clock.now
  const fake = await start(now)
  const { server, basePath, settings, secrets } = fake
  const sink = createMemorySink()
  const clients: TestConnection['client'][] = []
  const connect = (options: ConnectOptions = {}): TestConnection => {
    const url = `${server.url}${basePath}`
    const connection = openTestConnection({ connector, open, url, settings, secrets, now, ...shared, ...options })
    clients.push(connection.client)
    return connection
  }
  return {
    ...{ fake, sink, clock, connect },
    async sync({ limits, ...how } = {}) {
      const connection = connect(limits ? { limits } : {})
      await sink.sync(connection.session, how)
      return connection
    },
    async close() {
      await Promise.all(clients.map((client) => client.close()))
      await server.close()
    },
  }
}
