import { expect, test } from 'vitest'
import { changeAndSync, expectSynced, HOUR_MS, mainStream, type SetUpConformance } from './conformance-setup.fixture.ts'
import type { PlatformOrder, Span, SyncStream } from './connector.ts'
import type { DefinedFake } from './define-fake.fixture.ts'

const middle = (orders: readonly PlatformOrder[]): Span => {
  const days = orders.map(({ ordered }) => ordered).sort((a, b) => a - b)
  return { from: days[Math.floor(days.length / 4)] ?? 0, until: days[Math.floor((days.length * 3) / 4)] ?? 0 }
}

const expectedOrders = (fake: DefinedFake): PlatformOrder[] =>
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

type Read = SyncStream['read']

// Ends the read after one page, as if the run had been killed once that page was applied.
const onePage = (read: Read): Read =>
  async function* (state) {
    for await (const page of read(state)) {
      yield page
      return
    }
  }

/** How a connector reads from a platform without faults. */
export const readingRules = (setUp: SetUpConformance): void => {
  test('the first read returns every row that the platform holds', async () => {
    const setup = await setUp()
    await setup.sync()
    expectSynced(setup)
    expect(setup.sink.quarantined).toEqual([])
  })

  test('the main stream has several pages', async () => {
    const setup = await setUp()
    await setup.sync()
    expect(setup.fake.server.calls.filter(setup.fake.isMain).length).toBeGreaterThan(2)
  })

  test('later reads return new, changed, refunded and removed records', async () => {
    const setup = await setUp()
    await setup.sync()
    await changeAndSync(setup)
    expectSynced(setup)
    await changeAndSync(setup)
    expectSynced(setup)
  })

  test('a full read returns the same rows as incremental reads', async () => {
    const setup = await setUp()
    await setup.sync()
    await changeAndSync(setup)
    await setup.sync({ full: true })
    expectSynced(setup)
  })

  test('a read resumes after the last applied page', async () => {
    const setup = await setUp()
    const connection = setup.connect()
    const main = mainStream(setup, connection)
    const streams = [{ ...main, read: onePage(main.read.bind(main)) }]
    await setup.sink.sync({ ...connection.session, streams })
    expect(setup.sink.pages).toHaveLength(1)
    await setup.sync()
    expectSynced(setup)
  })

  test('reads an account without records, and its first records later', async () => {
    const setup = await setUp('none')
    await setup.sync()
    expectSynced(setup)
    await changeAndSync(setup)
    expectSynced(setup)
  })

  test('a stream state survives serialization as JSON', async () => {
    const setup = await setUp()
    await setup.sync()
    for (const [name, state] of setup.sink.states) {
      setup.sink.states.set(name, JSON.parse(JSON.stringify(state)) as typeof state)
    }
    await changeAndSync(setup)
    expectSynced(setup)
  })

  test.each([2, -2])('stays in sync with a platform whose clock is %i hours off', async (hours) => {
    const setup = await setUp()
    setup.fake.skew(hours * HOUR_MS)
    await setup.sync()
    await changeAndSync(setup)
    setup.fake.skew(0)
    await changeAndSync(setup)
    expectSynced(setup)
  })

  test('returns the orders of a time span as the platform lists them', async () => {
    const setup = await setUp()
    const all = expectedOrders(setup.fake)
    const span = middle(all)
    const inside = all.filter(({ ordered }) => ordered >= span.from && ordered < span.until)
    const stored = inside.map(({ sourceId }) => sourceId)
    const pages = await Array.fromAsync(setup.connect().session.orders(span, stored))
    expect(byId(pages.flat())).toEqual(byId(inside))
    // A platform may have no orders.
    expect(inside.length > 0).toBe(all.length > 0)
  })
}
