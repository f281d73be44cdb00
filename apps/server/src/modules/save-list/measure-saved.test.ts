import { describe, expect, test } from 'vitest'
import { createRandom } from '#connectors/sample/random.ts'
import { holdoutDraw } from '#server/modules/insights/index.ts'
import { volume } from '#testkit/lane.ts'
import { entryRow } from './entry.fixture.ts'
import { measureSaved, stayedByAction } from './measure-saved.ts'
import type { EntryRow } from './next-entries.ts'

const TODAY = '2026-09-01'

/** Ended entries, the first `stayed` of which stayed. */
const group = (isHeldOut: boolean, stayed: number, of: number, change: Partial<EntryRow> = {}): EntryRow[] =>
  Array.from({ length: of }, (_, at) =>
    entryRow({
      id: `${isHeldOut}${at}`,
      is_held_out: isHeldOut,
      canceled_on: at < stayed ? null : '2026-06-01',
      ...change,
    }),
  )

test('compares all who were listed with all who were held out', () => {
  const result = measureSaved([...group(false, 180, 200), ...group(true, 35, 50)], 20, TODAY)
  expect(result).toMatchObject({ listed: { hits: 180, of: 200 }, heldOut: { hits: 35, of: 50 }, verdict: 'known' })
  expect(result.difference?.value).toBeCloseTo(0.2, 12)
  // 200 members of $1,000 a year.
  expect(result.moneySaved?.value).toBe(0.2 * 200 * 100_000)
})

test.each([
  ['fewer than 30 held out', group(true, 10, 29), 'tooFew'],
  ['an interval that contains 0', group(true, 27, 30), 'unclear'],
  ['nobody held out', [], 'tooFew'],
])('with %s nothing is said to be saved', (_why, heldOut, verdict) => {
  const result = measureSaved([...group(false, 190, 200), ...heldOut], 20, TODAY)
  expect(result).toMatchObject({ verdict, moneySaved: null })
})

test('a list that loses members is said as well', () => {
  const { difference, verdict, moneySaved } = measureSaved(
    [...group(false, 60, 100), ...group(true, 90, 100)],
    20,
    TODAY,
  )
  expect([verdict, Math.sign(moneySaved?.value ?? 0), Math.sign(difference?.high ?? 0)]).toEqual(['known', -1, -1])
})

test('members whose three months run, and those of another holdout, are not compared', () => {
  const others = [...group(false, 0, 50, { ends_on: '2026-09-02' }), ...group(true, 50, 50, { holdout_percent: 10 })]
  const measured = [...group(false, 36, 40), ...group(true, 30, 40)]
  expect(measureSaved([...others, ...measured], 20, TODAY)).toEqual(measureSaved(measured, 20, TODAY))
})

test('counts who stayed by what was done', () => {
  const steps = (action: 'called' | 'note' | 'offered', ids: readonly number[]) =>
    ids.map((id) => ({ entry_id: `false${id}`, action }))
  const entries = [...group(false, 3, 5), ...group(true, 9, 9)]
  const log = [...steps('called', [0, 0, 3]), ...steps('offered', [0]), ...steps('note', [4])]
  expect(stayedByAction(entries, log, TODAY)).toMatchObject([
    { action: 'called', hits: 1, of: 2 },
    { action: 'offered', hits: 1, of: 1 },
    { action: 'nothing', hits: 2, of: 3 },
  ])
})

interface Trial {
  /** a called member cancels this much less often than without a call; 0: calls do nothing */
  readonly helps: number
  readonly seed: number
}

const RUNS = volume({ normal: 300, full: 2000 })
const MEMBERS = 400
const CALLED = 0.7
/** Members cancel with a chance of 10 % to 50 %. */
const MEAN_CHANCE = 0.3

/** A club whose members are drawn by the server's own draw; who is called is chosen by staff, and depends on the risk. */
const simulate = ({ helps, seed }: Trial) => {
  const random = createRandom(seed)
  const entries = Array.from({ length: MEMBERS }, (_, at): EntryRow => {
    const chance = 0.1 + 0.4 * random.next()
    const isHeldOut = holdoutDraw(seed, `m${at}`, '2026-05-01') < 0.2
    const isCalled = !isHeldOut && random.chance(CALLED + (chance - MEAN_CHANCE))
    const left = random.chance(isCalled ? chance * (1 - helps) : chance)
    return entryRow({ id: `${at}`, is_held_out: isHeldOut, canceled_on: left ? '2026-06-01' : null })
  })
  return measureSaved(entries, 20, TODAY)
}

/** The mean of chance × helps × probability of a call, over chances uniform from 0.1 to 0.5. */
const trueEffect = (helps: number): number => helps * (MEAN_CHANCE * CALLED + 0.4 ** 2 / 12)

describe(`${RUNS} simulated clubs with a holdout of 20 %`, () => {
  test.each([0, 0.3, 0.6])('where a call prevents %d of the cancellations', (helps) => {
    const results = Array.from({ length: RUNS }, (_, seed) => simulate({ helps, seed: seed + 1 }))
    const effect = trueEffect(helps)
    const differences = results.map(({ difference }) => difference ?? { value: 0, low: 0, high: 0 })
    const covered = differences.filter(({ low, high }) => low <= effect && effect <= high).length / RUNS
    const mean = differences.reduce((sum, { value }) => sum + value, 0) / RUNS
    // 95 % less three standard errors, and three standard errors of the mean of differences that spread by 0.06.
    expect(covered).toBeGreaterThan(0.95 - 3 * Math.sqrt((0.95 * 0.05) / RUNS))
    expect(Math.abs(mean - effect)).toBeLessThan((3 * 0.06) / Math.sqrt(RUNS))
    const known = results.filter(({ verdict }) => verdict === 'known').length / RUNS
    if (helps === 0) expect(known).toBeLessThan(0.05 + 3 * Math.sqrt((0.05 * 0.95) / RUNS))
    if (helps === 0.6) expect(known).toBeGreaterThan(0.5)
  })
})
