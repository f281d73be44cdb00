import { afterEach, describe, expect, test } from 'vitest'
import type { ConformanceFake, FakeStart } from './conformance-fake.fixture.ts'
import type { PlatformConnector, PlatformOrder, Span } from './connector.ts'
import type { Fault } from './fake-server.fixture.ts'
import { createMemorySink, type MemorySink, sortedRows } from './memory-sink.fixture.ts'
import { BadPage, CredentialsRefused } from './platform-problems.ts'
import { openTestConnection, type TestConnection } from './test-connection.fixture.ts'

const HOUR_MS = 3_600_000
// A day without a change of clocks, in season.
const NOON = Date.UTC(2026, 5, 17, 19)

const PASSING_FAULTS: readonly (readonly [string, Fault, times: number])[] = [
  ['429 with Retry-After', { status: 429, headers: { 'retry-after': '3' } }, 2],
  ['429 without Retry-After', { status: 429 }, 2],
  ['500 twice', { status: 500 }, 2],
  ['a time-out', 'hang', 1],
  ['a reset', 'reset', 2],
  ['half a page', 'cut', 1],
  ['an empty answer', 'empty', 1],
]

export interface ConnectorConformance {
  readonly connector: PlatformConnector
  start(options: FakeStart): Promise<ConformanceFake>
}

interface Stage {
  readonly fake: ConformanceFake
  readonly sink: MemorySink
  connect(signal?: AbortSignal): TestConnection
  /** one run of a sync */
  sync(options?: { full?: boolean }): Promise<void>
  clock: { now: number }
}

const middle = (orders: readonly PlatformOrder[]): Span => {
  const days = orders.map(({ ordered }) => ordered).sort((a, b) => a - b)
  return { from: days[Math.floor(days.length / 4)] ?? 0, until: days[Math.floor((days.length * 3) / 4)] ?? 0 }
}

const expectedOrders = (fake: ConformanceFake): PlatformOrder[] =>
  fake.expected().flatMap(({ table, row }) =>
    table === 'orders' && typeof row.ordered === 'number'
      ? [
          {
            sourceId: row.source_id,
            orderNumber: row.order_number,
            ordered: row.ordered,
            currency: row.currency,
            total: row.total,
          },
        ]
      : [],
  )

const byId = (orders: readonly PlatformOrder[]): PlatformOrder[] =>
  [...orders].sort((a, b) => (a.sourceId < b.sourceId ? -1 : 1))

/**
 * What every connector must do, whatever its platform does: run against its fake over real HTTP, without a database. What a sync
 * does beyond that (commits, runs, schedules) is tested with the engine.
 */
export const describeConnector = ({ connector, start }: ConnectorConformance): void => {
  const cleanUps: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0)) await cleanUp()
  })

  const stage = async (records: FakeStart['records'] = 'some'): Promise<Stage> => {
    const clock = { now: NOON }
    const fake = await start({ records, now: () => clock.now })
    const sink = createMemorySink()
    cleanUps.push(() => fake.server.close())
    const connect = (signal?: AbortSignal): TestConnection => {
      const { settings, secrets } = fake
      const url = `${fake.server.url}${fake.basePath}`
      const connection = openTestConnection({
        connector,
        url,
        settings,
        secrets,
        now: () => clock.now,
        ...(signal ? { signal } : {}),
      })
      cleanUps.push(() => connection.client.close())
      return connection
    }
    return { fake, sink, clock, connect, sync: (options) => sink.sync(connect().session, options) }
  }

  const expectInStep = ({ fake, sink }: Stage): void => {
    const rows = sink.rows()
    const expected = sortedRows(fake.expected())
    expect(rows.map(({ table, row }) => `${table} ${row.source_id}`)).toEqual(
      expected.map(({ table, row }) => `${table} ${row.source_id}`),
    )
    expect(rows).toEqual(expected)
  }

  /** A later run, after something changed. */
  const changeAndSync = async (staged: Stage): Promise<void> => {
    staged.clock.now += HOUR_MS
    staged.fake.change()
    staged.clock.now += HOUR_MS / 4
    await staged.sync()
  }

  const mainRows = ({ fake, sink }: Stage) => sink.rows().filter(({ table }) => table === fake.main.table)

  describe(`${connector.title}: reading`, () => {
    test('the first read brings every row that the platform holds', async () => {
      const staged = await stage()
      await staged.sync()
      expectInStep(staged)
      expect(staged.sink.setAside).toEqual([])
    })

    test('the main stream takes several pages', async () => {
      const staged = await stage()
      await staged.sync()
      expect(staged.fake.server.calls.filter(staged.fake.isMain).length).toBeGreaterThan(2)
    })

    test('later reads bring new, changed, refunded and removed records', async () => {
      const staged = await stage()
      await staged.sync()
      await changeAndSync(staged)
      expectInStep(staged)
      await changeAndSync(staged)
      expectInStep(staged)
    })

    test('a full read brings the same rows as reads of changes', async () => {
      const staged = await stage()
      await staged.sync()
      await changeAndSync(staged)
      await staged.sync({ full: true })
      expectInStep(staged)
    })

    test('a read goes on where the last applied page ended', async () => {
      const staged = await stage()
      const { session } = staged.connect()
      const main = session.streams.find(({ name }) => name === staged.fake.main.stream)
      if (!main) throw new Error(`There is no stream named ${staged.fake.main.stream}`)
      await staged.sink.sync({ ...session, streams: [{ ...main, read: onePage(main.read.bind(main)) }] })
      expect(staged.sink.pages).toHaveLength(1)
      await staged.sync()
      expectInStep(staged)
    })

    test('an account without records is read, and so are its first ones', async () => {
      const staged = await stage('none')
      await staged.sync()
      expectInStep(staged)
      await changeAndSync(staged)
      expectInStep(staged)
    })

    test('a state survives being written as JSON', async () => {
      const staged = await stage()
      await staged.sync()
      for (const [name, state] of staged.sink.states) {
        staged.sink.states.set(name, JSON.parse(JSON.stringify(state)) as typeof state)
      }
      await changeAndSync(staged)
      expectInStep(staged)
    })

    test.each([2, -2])('a platform whose clock is %i hours off is kept in step with', async (hours) => {
      const staged = await stage()
      staged.fake.skew(hours * HOUR_MS)
      await staged.sync()
      await changeAndSync(staged)
      staged.fake.skew(0)
      await changeAndSync(staged)
      expectInStep(staged)
    })

    test("the platform's own orders of a span are those of the seed", async () => {
      const staged = await stage()
      const all = expectedOrders(staged.fake)
      const span = middle(all)
      const pages = await Array.fromAsync(staged.connect().session.orders(span))
      const inside = all.filter(({ ordered }) => ordered >= span.from && ordered < span.until)
      expect(byId(pages.flat())).toEqual(byId(inside))
      expect(inside.length).toBeGreaterThan(0)
    })
  })

  describe(`${connector.title}: faults that pass`, () => {
    test.each(PASSING_FAULTS)('%s in the middle of a read changes nothing', async (_name, fault, times) => {
      const staged = await stage()
      staged.fake.server.failNext(fault, { times, when: secondCall(staged.fake) })
      await staged.sync()
      expectInStep(staged)
    })

    test('a page whose records come twice changes nothing', async () => {
      const staged = await stage()
      staged.fake.duplicateNextPage()
      await staged.sync()
      expectInStep(staged)
    })

    test('a field that nobody knows changes nothing', async () => {
      const staged = await stage()
      staged.fake.server.failNext({ edit: staged.fake.addField }, { times: 1000, when: staged.fake.isMain })
      await staged.sync()
      expectInStep(staged)
    })

    test('a value that its enumeration does not hold is kept as other', async () => {
      const staged = await stage()
      let changed = { sourceId: '', column: '' }
      const edit = (body: string): string => {
        const result = staged.fake.unknownValue(body)
        changed = result
        return result.body
      }
      staged.fake.server.failNext({ edit }, { when: staged.fake.isMain })
      await staged.sync()
      expect(staged.sink.row(staged.fake.main.table, changed.sourceId)?.row).toMatchObject({
        [changed.column]: 'other',
      })
      expect(mainRows(staged)).toHaveLength(
        staged.fake.expected().filter(({ table }) => table === staged.fake.main.table).length,
      )
    })
  })

  describe(`${connector.title}: faults that do not pass`, () => {
    test('a record that cannot be read is set aside with its id and its reason, and the others arrive', async () => {
      const staged = await stage()
      let spoiled = ''
      const edit = (body: string): string => {
        const result = staged.fake.spoilRecord(body)
        spoiled = result.sourceId
        return result.body
      }
      staged.fake.server.failNext({ edit }, { when: staged.fake.isMain })
      await staged.sync()
      expect(staged.sink.setAside).toEqual([
        { sourceId: spoiled, field: expect.any(String), reason: expect.stringMatching(/.+/) },
      ])
      const whole = staged.fake.expected().filter(({ table }) => table === staged.fake.main.table)
      expect(mainRows(staged).map(({ row }) => row.source_id)).toEqual(
        sortedRows(whole.filter(({ row }) => row.source_id !== spoiled)).map(({ row }) => row.source_id),
      )
    })

    test('a page that is not what the platform promises ends the run, and nothing of it is kept', async () => {
      const staged = await stage()
      staged.fake.server.failNext({ edit: staged.fake.breakEnvelope }, { when: staged.fake.isMain })
      await expect(staged.sync()).rejects.toThrow(BadPage)
      expect(mainRows(staged)).toEqual([])
      await staged.sync()
      expectInStep(staged)
    })

    test('a page for people ends the run', async () => {
      const staged = await stage()
      staged.fake.server.failNext('html', { when: staged.fake.isMain })
      await expect(staged.sync()).rejects.toThrow(BadPage)
      await staged.sync()
      expectInStep(staged)
    })

    test('a list without an end ends the run', async () => {
      const staged = await stage()
      let first: string | null = null
      const edit = (body: string): string => {
        first ??= body
        return first
      }
      staged.fake.server.failNext({ edit }, { times: 1000, when: staged.fake.isMain })
      await expect(staged.sync()).rejects.toThrow(BadPage)
      expect(staged.fake.server.calls.filter(staged.fake.isMain).length).toBeLessThan(10)
    })

    test('credentials that were taken back end the run after one call', async () => {
      const staged = await stage()
      await staged.sync()
      staged.fake.server.calls.splice(0)
      staged.fake.server.failNext({ status: 401 }, { times: 1000 })
      await expect(staged.sync()).rejects.toThrow(CredentialsRefused)
      expect(staged.fake.server.calls).toHaveLength(1)
    })

    test('no message tells a secret', async () => {
      const faults: Fault[] = [{ status: 401 }, { status: 422 }, { status: 500 }, 'html']
      for (const fault of faults) {
        const staged = await stage()
        staged.fake.server.failNext(fault, { times: 1000, when: staged.fake.isMain })
        const failure = await staged.sync().catch((error: unknown) => error)
        expect(failure).toBeInstanceOf(Error)
        for (const secret of Object.values(staged.fake.secrets)) expect(String(failure)).not.toContain(secret)
      }
    })

    test('a cancelled run ends with its reason', async () => {
      const staged = await stage()
      const controller = new AbortController()
      staged.fake.server.failNext('hang', { times: 1000, when: staged.fake.isMain })
      setTimeout(() => controller.abort(new Error('cancelled')), 100)
      await expect(staged.sink.sync(staged.connect(controller.signal).session)).rejects.toThrow('cancelled')
    })
  })

  describe(`${connector.title}: connection`, () => {
    test('a test of the connection tells who the business is', async () => {
      const staged = await stage()
      expect(await staged.connect().session.test()).toMatchObject({ warnings: expect.any(Array) })
    })

    test('a test with wrong credentials says so', async () => {
      const staged = await stage()
      staged.fake.server.failNext({ status: 401 }, { times: 1000 })
      await expect(staged.connect().session.test()).rejects.toThrow(CredentialsRefused)
      expect(staged.fake.server.calls).toHaveLength(1)
    })

    test('streams fill the tables that the manifest names', async () => {
      const staged = await stage()
      const tables = staged.connect().session.streams.flatMap((stream) => stream.tables)
      expect([...new Set(tables)].sort()).toEqual([...connector.streams].sort())
    })
  })
}

type Read = (state: Parameters<ConformanceRead>[0]) => ReturnType<ConformanceRead>
type ConformanceRead = TestConnection['session']['streams'][number]['read']

// The run ends as if it had been killed after its first page was applied.
const onePage = (read: Read): Read =>
  async function* (state) {
    for await (const page of read(state)) {
      yield page
      return
    }
  }

const secondCall = (fake: ConformanceFake) => {
  let first: string | null = null
  return (call: Parameters<ConformanceFake['isMain']>[0]): boolean => {
    if (!fake.isMain(call)) return false
    const name = `${call.query} ${call.body}`
    first ??= name
    return name !== first
  }
}
