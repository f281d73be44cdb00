import { onTestFinished } from 'vitest'
import type { OpenSession, PlatformConnector } from './connector.ts'
import type { DefinedFake } from './define-fake.fixture.ts'
import { type FakeServerOptions, startFakeServer } from './fake-server.fixture.ts'
import type { TimeLimits } from './guarded-agent.ts'
import { createMemorySink, type MemorySink } from './memory-sink.fixture.ts'
import { openTestConnection, type TestConnection, type TestConnectionOptions } from './test-connection.fixture.ts'

/** A day without a daylight saving change, in the busy season. */
export const NOON = Date.UTC(2026, 5, 17, 19)

/** What a connection has besides the fake's settings and secrets, or instead of them. */
type ConnectOptions = Partial<Omit<TestConnectionOptions, 'connector' | 'open' | 'url'>>

/** A fake platform, a memory sink, and functions that sync one to the other. */
export interface SyncSetup<Fake> {
  readonly fake: Fake
  readonly sink: MemorySink
  readonly clock: { now: number }
  connect(options?: ConnectOptions): TestConnection
  /** one run of a sync */
  sync(options?: { full?: boolean; streams?: readonly string[]; limits?: TimeLimits }): Promise<TestConnection>
}

type SyncedFake = Pick<DefinedFake, 'server' | 'basePath' | 'settings' | 'secrets'>

interface SyncSetupOptions<Fake> {
  readonly connector: PlatformConnector
  readonly open: OpenSession
  start(now: () => number): Promise<Fake>
}

/** The fake and all connections are closed after the test. `shared`: options of all connections */
export const setUpSync = async <Fake extends SyncedFake>(
  { connector, open, start }: SyncSetupOptions<Fake>,
  shared: ConnectOptions = {},
): Promise<SyncSetup<Fake>> => {
  const clock = { now: NOON }
  const now = () => clock.now
  const fake = await start(now)
  const { server, basePath, settings, secrets } = fake
  onTestFinished(server.close)
  const sink = createMemorySink()
  const connect = (options: ConnectOptions = {}): TestConnection => {
    const url = `${server.url}${basePath}`
    const connection = openTestConnection({ connector, open, url, settings, secrets, now, ...shared, ...options })
    onTestFinished(connection.client.close)
    return connection
  }
  return {
    ...{ fake, sink, clock, connect },
    async sync({ limits, ...how } = {}) {
      const connection = connect(limits ? { limits } : {})
      await sink.sync(connection.session, how)
      return connection
    },
  }
}

interface AnswersOptions
  extends Omit<SyncSetupOptions<SyncedFake>, 'start'>,
    Pick<SyncedFake, 'settings' | 'secrets'>,
    FakeServerOptions {
  readonly basePath?: string
}

/** The same with a server that has no more than these answers. */
export const setUpAnswers = (
  { connector, open, settings, secrets, basePath = '', ...server }: AnswersOptions,
  shared: ConnectOptions = {},
): Promise<SyncSetup<SyncedFake>> => {
  const start = async () => ({ server: await startFakeServer(server), settings, secrets, basePath })
  return setUpSync({ connector, open, start }, shared)
}
