import { afterEach } from 'vitest'
import type { FakeServer } from './fake-server.fixture.ts'
import { openTestConnection, type TestConnection, type TestConnectionOptions } from './test-connection.fixture.ts'

interface ClosedAfterTest {
  server(server: FakeServer): void
  /** a connection with a fake */
  open(server: Pick<FakeServer, 'url'>, options: Omit<TestConnectionOptions, 'url'>): TestConnection
}

/** Closes fakes and their connections after each test, the last first. To be called once in a file. */
export const closedAfterTest = (): ClosedAfterTest => {
  const cleanUps: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
  })
  return {
    server: (server) => void cleanUps.push(() => server.close()),
    open: ({ url }, options) => {
      const connection = openTestConnection({ url, ...options })
      cleanUps.push(() => connection.client.close())
      return connection
    },
  }
}
