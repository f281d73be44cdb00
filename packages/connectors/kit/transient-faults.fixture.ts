import { expect, test } from 'vitest'
import { sample } from '#testkit/lane.ts'
import { expectedMainRows, expectSynced, mainRows, type SetUpConformance } from './conformance-setup.fixture.ts'
import { seededRandom } from './corrupt-anywhere.fixture.ts'
import type { DefinedFake } from './define-fake.fixture.ts'
import type { FakeCall, Fault } from './fake-server.fixture.ts'
import { isPlatformProblem } from './platform-problems.ts'
import { IMPATIENT } from './test-connection.fixture.ts'

const TRANSIENT_FAULTS: readonly (readonly [string, Fault, times: number])[] = [
  ['429 with Retry-After', { status: 429, headers: { 'retry-after': '3' } }, 2],
  ['429 without Retry-After', { status: 429 }, 2],
  ['500 twice', { status: 500 }, 2],
  ['a timeout', 'hang', 1],
  ['a reset', 'reset', 2],
  ['half a page', 'cut', 1],
  ['half a page that looks complete', { edit: (body) => body.slice(0, body.length / 2) }, 2],
  ['an empty response', 'empty', 1],
]

const secondCall = (fake: DefinedFake) => {
  let first: string | null = null
  return (call: FakeCall): boolean => {
    if (!fake.isMain(call)) return false
    const name = `${call.query} ${call.body}`
    first ??= name
    return name !== first
  }
}

const SEEDS = sample([1, 2, 3, 4, 5], 2)
const RUNS = 6

/** Faults that outlast the retries of one call end a run; the next run resumes. */
const syncUntilDone = async (sync: () => Promise<unknown>): Promise<void> => {
  for (let run = 1; run <= RUNS; run += 1) {
    try {
      await sync()
      return
    } catch (error) {
      if (!isPlatformProblem(error) || run === RUNS) throw error
    }
  }
}

/** Platform faults that a sync must recover from without a user noticing. */
export const transientFaultRules = (setUp: SetUpConformance): void => {
  test.each(TRANSIENT_FAULTS)('%s in the middle of a read changes nothing', async (_name, fault, times) => {
    const setup = await setUp()
    setup.fake.server.failNext(fault, { times, when: secondCall(setup.fake) })
    await setup.sync(fault === 'hang' ? { limits: IMPATIENT } : {})
    expectSynced(setup)
  })

  test('a page with duplicate records changes nothing', async () => {
    const setup = await setUp()
    setup.fake.duplicateNextPage()
    await setup.sync()
    expectSynced(setup)
  })

  test('an unknown field changes nothing', async () => {
    const setup = await setUp()
    setup.fake.server.failNext({ edit: setup.fake.addField }, { times: 1000, when: setup.fake.isMain })
    await setup.sync()
    expectSynced(setup)
  })

  test('stores an unknown enumeration value as other', async () => {
    const setup = await setUp()
    let changed = { sourceId: '', column: '' }
    const edit = (body: string): string => {
      const result = setup.fake.unknownValue(body)
      changed = result
      return result.body
    }
    setup.fake.server.failNext({ edit }, { when: setup.fake.isMain })
    await setup.sync()
    expect(setup.sink.row(setup.fake.main.table, changed.sourceId)?.row).toMatchObject({
      [changed.column]: 'other',
    })
    expect(mainRows(setup)).toHaveLength(expectedMainRows(setup).length)
  })

  test.each(SEEDS)('random faults end with the correct rows (seed %i)', async (seed) => {
    const setup = await setUp()
    const random = seededRandom(seed)
    const quick = TRANSIENT_FAULTS.filter(([, fault]) => fault !== 'hang')
    for (const [, fault] of [...quick, ...quick]) {
      setup.fake.server.failNext(fault, { times: 2, when: () => random() < 0.15 })
    }
    await syncUntilDone(() => setup.sync())
    expectSynced(setup)
  })
}
