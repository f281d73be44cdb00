import { expect, test } from 'vitest'
import type { ConformanceFake } from './conformance-fake.fixture.ts'
import { expectedMainRows, expectSynced, mainRows, type SetUpConformance } from './conformance-setup.fixture.ts'
import { seededRandom } from './corrupt-anywhere.fixture.ts'
import type { FakeCall, Fault } from './fake-server.fixture.ts'
import { isPlatformProblem } from './platform-problems.ts'

const TRANSIENT_FAULTS: readonly (readonly [string, Fault, times: number])[] = [
  ['429 with Retry-After', { status: 429, headers: { 'retry-after': '3' } }, 2],
  ['429 without Retry-After', { status: 429 }, 2],
  ['500 twice', { status: 500 }, 2],
  ['a time-out', 'hang', 1],
  ['a reset', 'reset', 2],
  ['half a page', 'cut', 1],
  ['an empty answer', 'empty', 1],
]

const secondCall = (fake: ConformanceFake) => {
  let first: string | null = null
  return (call: FakeCall): boolean => {
    if (!fake.isMain(call)) return false
    const name = `${call.query} ${call.body}`
    first ??= name
    return name !== first
  }
}

const SEEDS = [1, 2, 3, 4, 5]
const RUNS = 6

/** Faults that do not pass within the tries of one call end a run; the next one goes on. */
const syncUntilDone = async (sync: () => Promise<void>): Promise<void> => {
  for (let run = 1; run <= RUNS; run += 1) {
    try {
      return await sync()
    } catch (error) {
      if (!isPlatformProblem(error) || run === RUNS) throw error
    }
  }
}

/** What a platform may do wrong without anybody noticing. */
export const transientFaultRules = (setStage: SetUpConformance): void => {
  test.each(TRANSIENT_FAULTS)('%s in the middle of a read changes nothing', async (_name, fault, times) => {
    const staged = await setStage()
    staged.fake.server.failNext(fault, { times, when: secondCall(staged.fake) })
    await staged.sync()
    expectSynced(staged)
  })

  test('a page whose records come twice changes nothing', async () => {
    const staged = await setStage()
    staged.fake.duplicateNextPage()
    await staged.sync()
    expectSynced(staged)
  })

  test('a field that nobody knows changes nothing', async () => {
    const staged = await setStage()
    staged.fake.server.failNext({ edit: staged.fake.addField }, { times: 1000, when: staged.fake.isMain })
    await staged.sync()
    expectSynced(staged)
  })

  test('a value that its enumeration does not hold is kept as other', async () => {
    const staged = await setStage()
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
    expect(mainRows(staged)).toHaveLength(expectedMainRows(staged).length)
  })

  test.each(SEEDS)('faults at random end with the right rows (seed %i)', async (seed) => {
    const staged = await setStage()
    const random = seededRandom(seed)
    const quick = TRANSIENT_FAULTS.filter(([, fault]) => fault !== 'hang')
    for (const [, fault] of [...quick, ...quick]) {
      staged.fake.server.failNext(fault, { times: 2, when: () => random() < 0.15 })
    }
    await syncUntilDone(() => staged.sync())
    expectSynced(staged)
  })
}
