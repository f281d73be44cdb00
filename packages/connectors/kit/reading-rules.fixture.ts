import { expect, test } from 'vitest'
import type { ConformanceFake } from './conformance-fake.fixture.ts'
import { changeAndSync, expectSynced, HOUR_MS, mainStream, type SetUpConformance } from './conformance-setup.fixture.ts'
import type { PlatformOrder, Span, SyncStream } from './connector.ts'

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

type Read = SyncStream['read']

// The run ends as if it had been killed after its first page was applied.
const onePage = (read: Read): Read =>
  async function* (state) {
    for await (const page of read(state)) {
      yield page
      return
    }
  }

/** What a connector reads while its platform does what it promises. */
export const readingRules = (setStage: SetUpConformance): void => {
  test('the first read brings every row that the platform holds', async () => {
    const staged = await setStage()
    await staged.sync()
    expectSynced(staged)
    expect(staged.sink.quarantined).toEqual([])
  })

  test('the main stream takes several pages', async () => {
    const staged = await setStage()
    await staged.sync()
    expect(staged.fake.server.calls.filter(staged.fake.isMain).length).toBeGreaterThan(2)
  })

  test('later reads bring new, changed, refunded and removed records', async () => {
    const staged = await setStage()
    await staged.sync()
    await changeAndSync(staged)
    expectSynced(staged)
    await changeAndSync(staged)
    expectSynced(staged)
  })

  test('a full read brings the same rows as reads of changes', async () => {
    const staged = await setStage()
    await staged.sync()
    await changeAndSync(staged)
    await staged.sync({ full: true })
    expectSynced(staged)
  })

  test('a read goes on where the last applied page ended', async () => {
    const staged = await setStage()
    const connection = staged.connect()
    const main = mainStream(staged, connection)
    const streams = [{ ...main, read: onePage(main.read.bind(main)) }]
    await staged.sink.sync({ ...connection.session, streams })
    expect(staged.sink.pages).toHaveLength(1)
    await staged.sync()
    expectSynced(staged)
  })

  test('an account without records is read, and so are its first ones', async () => {
    const staged = await setStage('none')
    await staged.sync()
    expectSynced(staged)
    await changeAndSync(staged)
    expectSynced(staged)
  })

  test('a state survives being written as JSON', async () => {
    const staged = await setStage()
    await staged.sync()
    for (const [name, state] of staged.sink.states) {
      staged.sink.states.set(name, JSON.parse(JSON.stringify(state)) as typeof state)
    }
    await changeAndSync(staged)
    expectSynced(staged)
  })

  test.each([2, -2])('a platform whose clock is %i hours off is kept in step with', async (hours) => {
    const staged = await setStage()
    staged.fake.skew(hours * HOUR_MS)
    await staged.sync()
    await changeAndSync(staged)
    staged.fake.skew(0)
    await changeAndSync(staged)
    expectSynced(staged)
  })

  test("the platform's own orders of a span are those of the seed", async () => {
    const staged = await setStage()
    const all = expectedOrders(staged.fake)
    const span = middle(all)
    const pages = await Array.fromAsync(staged.connect().session.orders(span))
    const inside = all.filter(({ ordered }) => ordered >= span.from && ordered < span.until)
    expect(byId(pages.flat())).toEqual(byId(inside))
    expect(inside.length).toBeGreaterThan(0)
  })
}
