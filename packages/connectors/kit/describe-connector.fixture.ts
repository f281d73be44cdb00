import { describe, expect, test } from 'vitest'
import { type ConnectorConformance, createSetUp, type SetUpConformance } from './conformance-setup.fixture.ts'
import type { PlatformConnector } from './connector.ts'
import { permanentFaultRules } from './permanent-faults.fixture.ts'
import { CredentialsRejected } from './platform-problems.ts'
import { readingRules } from './reading-rules.fixture.ts'
import { transientFaultRules } from './transient-faults.fixture.ts'

/** Tests of the connection check and the manifest. */
const connectionRules = (connector: PlatformConnector, setUp: SetUpConformance): void => {
  test('the connection test returns the business', async () => {
    const setup = await setUp()
    expect(await setup.connect().session.test()).toMatchObject({ warnings: expect.any(Array) })
  })

  test('the connection test reports wrong credentials', async () => {
    const setup = await setUp()
    setup.fake.server.failNext({ status: 401 }, { times: 1000 })
    await expect(setup.connect().session.test()).rejects.toThrow(CredentialsRejected)
    expect(setup.fake.server.calls).toHaveLength(1)
  })

  test('streams fill the tables listed in the manifest', async () => {
    const setup = await setUp()
    const tables = setup.connect().session.streams.flatMap((stream) => stream.tables)
    expect([...new Set(tables)].sort()).toEqual([...connector.streams].sort())
  })
}

/**
 * What every connector must do, whatever its platform. Runs against its fake over real HTTP, without a database. What a sync
 * adds (commits, runs, schedules) is tested with the engine.
 */
export const describeConnector = (conformance: ConnectorConformance): void => {
  const { title } = conformance.connector
  const setUp = createSetUp(conformance)
  describe(`${title}: reading`, () => readingRules(setUp))
  describe(`${title}: transient faults`, () => transientFaultRules(setUp))
  describe(`${title}: permanent faults`, () => permanentFaultRules(setUp))
  describe(`${title}: connection`, () => connectionRules(conformance.connector, setUp))
}
