import { describe, expect, test } from 'vitest'
import { type ConnectorConformance, changeAndSync, type SetUpConformance } from './conformance-setup.fixture.ts'
import type { PlatformConnector } from './connector.ts'
import { formProblems } from './documented-form.fixture.ts'
import type { FakeAnswer, FakeCall } from './fake-server.fixture.ts'
import { permanentFaultRules } from './permanent-faults.fixture.ts'
import { CredentialsRejected } from './platform-problems.ts'
import { readingRules } from './reading-rules.fixture.ts'
import { setUpSync } from './sync-setup.fixture.ts'
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

/** The fake answers as the platform's documentation shows, so that no assumption of its author's is shared by the connector. */
const documentedRules = (
  documented: NonNullable<ConnectorConformance['documented']>,
  { parseBody = JSON.parse }: ConnectorConformance,
  setUp: SetUpConformance,
): void => {
  test('the fake sends only what the platform documents', async () => {
    const setup = await setUp()
    const answers: (readonly [FakeCall, FakeAnswer])[] = []
    setup.fake.server.watch((...answer) => answers.push(answer))
    const { session } = setup.connect()
    await session.test()
    const registered = await session.webhooks?.register('https://cuvee.example/hooks/1')
    await setup.sync()
    await changeAndSync(setup)
    if (registered) await session.webhooks?.remove(registered)
    const problems = answers.flatMap(([call, { body }]) => {
      const form = documented(call)
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      const sent = text === '' ? text : parseBody(text)
      return (form ? formProblems(sent, form) : ['isn’t documented']).map((problem) => `${call.path}: ${problem}`)
    })
    expect([...new Set(problems)]).toEqual([])
  })
}

/**
 * What every connector must do, whatever its platform. Runs against its fake over real HTTP, without a database. What a sync
 * adds (commits, runs, schedules) is tested with the engine.
 */
export const describeConnector = (conformance: ConnectorConformance): void => {
  const { documented, connector, open, start } = conformance
  const { title } = connector
  const setUp: SetUpConformance = (records = 'some') =>
    setUpSync({ connector, open, start: (now) => start({ records, now }) })
  describe(`${title}: reading`, () => readingRules(setUp))
  describe(`${title}: transient faults`, () => transientFaultRules(setUp))
  describe(`${title}: permanent faults`, () => permanentFaultRules(setUp))
  if (documented) describe(`${title}: documentation`, () => documentedRules(documented, conformance, setUp))
  describe(`${title}: connection`, () => connectionRules(connector, setUp))
}
