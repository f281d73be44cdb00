import { describe, expect, test } from 'vitest'
import { type ConnectorConformance, createSetUp, type SetUpConformance } from './conformance-setup.fixture.ts'
import type { PlatformConnector } from './connector.ts'
import { permanentFaultRules } from './permanent-faults.fixture.ts'
import { CredentialsRejected } from './platform-problems.ts'
import { readingRules } from './reading-rules.fixture.ts'
import { transientFaultRules } from './transient-faults.fixture.ts'

/** What a connector says of itself and of the business. */
const connectionRules = (connector: PlatformConnector, setStage: SetUpConformance): void => {
  test('a test of the connection tells who the business is', async () => {
    const staged = await setStage()
    expect(await staged.connect().session.test()).toMatchObject({ warnings: expect.any(Array) })
  })

  test('a test with wrong credentials says so', async () => {
    const staged = await setStage()
    staged.fake.server.failNext({ status: 401 }, { times: 1000 })
    await expect(staged.connect().session.test()).rejects.toThrow(CredentialsRejected)
    expect(staged.fake.server.calls).toHaveLength(1)
  })

  test('streams fill the tables that the manifest names', async () => {
    const staged = await setStage()
    const tables = staged.connect().session.streams.flatMap((stream) => stream.tables)
    expect([...new Set(tables)].sort()).toEqual([...connector.streams].sort())
  })
}

/**
 * What every connector must do, whatever its platform does: run against its fake over real HTTP, without a database. What a sync
 * does beyond that (commits, runs, schedules) is tested with the engine.
 */
export const describeConnector = (conformance: ConnectorConformance): void => {
  const { title } = conformance.connector
  const setStage = createSetUp(conformance)
  describe(`${title}: reading`, () => readingRules(setStage))
  describe(`${title}: faults that pass`, () => transientFaultRules(setStage))
  describe(`${title}: faults that do not pass`, () => permanentFaultRules(setStage))
  describe(`${title}: connection`, () => connectionRules(conformance.connector, setStage))
}
