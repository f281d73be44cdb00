import { describe, expect, test } from 'vitest'
import { createRandom, type Random } from '#connectors/sample/random.ts'
import { addDays } from '#domain/ranges/local-day.ts'
import { RELEASE_LINES, type ReleaseLine } from '#domain/release-lines.ts'
import { expectRelease, type FinishedRelease, reviewReleases } from './expect-release.ts'

const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())

/** Planted truth of a club: its usual rates, and how much each release departs from them. */
interface Club {
  readonly members: number
  readonly rates: Readonly<Record<'skipped' | 'onHold' | 'declined', number>>
  /** standard deviation of a release's log odds, and of its log amounts */
  readonly scatter: number
  readonly bottles: number
  readonly price: number
}

const plantClub = (random: Random): Club => ({
  members: random.between(60, 900),
  rates: {
    skipped: 0.04 + 0.16 * random.next(),
    onHold: 0.02 + 0.06 * random.next(),
    declined: 0.01 + 0.05 * random.next(),
  },
  scatter: 0.05 + 0.3 * random.next(),
  bottles: random.between(2, 8),
  price: random.between(2000, 9000),
})

/** Members draw their outcomes one by one; a release of fall brings a fifth more. */
const plantReleases = (random: Random, club: Club, count: number): FinishedRelease[] =>
  Array.from({ length: count }, (_, at): FinishedRelease => {
    const day = addDays('2020-03-01', at * 91)
    const members = Math.max(30, Math.round(club.members * (1 + 0.02 * at + 0.05 * normal(random))))
    const shifted = (rate: number): number => {
      const odds = (rate / (1 - rate)) * Math.exp(club.scatter * normal(random))
      return odds / (1 + odds)
    }
    const [skips, holds, declines] = [
      shifted(club.rates.skipped),
      shifted(club.rates.onHold),
      shifted(club.rates.declined),
    ]
    const counts = { skipped: 0, onHold: 0, declined: 0, processed: 0 }
    for (let member = 0; member < members; member += 1) {
      const draw = random.next()
      if (draw < skips) counts.skipped += 1
      else if (draw < skips + holds) counts.onHold += 1
      else if (draw < skips + holds + declines) counts.declined += 1
      else counts.processed += 1
    }
    const season = day.slice(5, 7) === '08' || day.slice(5, 7) === '09' ? 1.2 : 1
    const bottles = Math.round(counts.processed * club.bottles * season * Math.exp(0.3 * club.scatter * normal(random)))
    const netSales = Math.round(bottles * club.price * Math.exp(0.2 * club.scatter * normal(random)))
    return { releaseId: `r${at}`, day, members, ...counts, bottles, netSales }
  })

const release = (day: string, more: Partial<FinishedRelease> = {}): FinishedRelease => ({
  releaseId: day,
  day,
  members: 100,
  processed: 80,
  skipped: 10,
  onHold: 6,
  declined: 4,
  bottles: 240,
  netSales: 1_200_000,
  ...more,
})
const PAST = ['2025-01-15', '2025-04-15', '2025-07-15', '2025-10-15'].map((day) => release(day))

describe('planted clubs', () => {
  const random = createRandom(20)
  const records = Array.from({ length: 240 }, () => reviewReleases(plantReleases(random, plantClub(random), 12)))
  const heldBy = (lines: readonly ReleaseLine[]): number => {
    const each = records.flatMap((record) => lines.map((line) => record[line]))
    return each.reduce((sum, { within }) => sum + within, 0) / each.reduce((sum, { of }) => sum + of, 0)
  }

  test('each release with three before it is reviewed', () => {
    expect(records.every(({ processed }) => processed.of === 9)).toBe(true)
  })

  test('four fifths of the ranges hold', () => {
    expect(heldBy(RELEASE_LINES)).toBeGreaterThan(0.77)
    expect(heldBy(RELEASE_LINES)).toBeLessThan(0.83)
  })

  test.each(RELEASE_LINES)('the range of %s is neither boastful nor wide; a strong season widens amounts', (line) => {
    expect(heldBy([line])).toBeGreaterThan(0.75)
    expect(heldBy([line])).toBeLessThan(line === 'bottles' || line === 'netSales' ? 0.88 : 0.85)
  })
})

test('follows the number of members due', () => {
  const [some, twice] = [100, 200].map((members) => expectRelease(PAST, { day: '2026-01-15', members }))
  expect(some?.bottles?.expected).toBe(240)
  expect(twice?.bottles?.expected).toBe(480)
  expect(twice?.netSales?.expected).toBe(2_400_000)
  expect(some?.skipped?.expected).toBe(10)
})

test('the outcomes make up the members due', () => {
  const lines = expectRelease(PAST, { day: '2026-01-15', members: 20_000 })
  const expected = (['processed', 'skipped', 'onHold', 'declined'] as const).map((line) => lines[line]?.expected ?? 0)
  expect(expected.reduce((sum, members) => sum + members)).toBe(20_000)
})

test('gives more weight to releases of the same season', () => {
  const past = PAST.map((one) => (one.day === '2025-10-15' ? { ...one, bottles: 360 } : one))
  const bottlesOn = (day: string) => expectRelease(past, { day, members: 100 }).bottles?.expected ?? 0
  expect(bottlesOn('2026-10-10')).toBeGreaterThan(bottlesOn('2026-04-10'))
})

test('knows only what was before the day, and expects nothing from fewer than three releases', () => {
  const on = (day: string, members = 100, past = PAST) => expectRelease(past, { day, members }).processed
  expect(on('2025-07-15')).toBeNull()
  expect(on('2025-10-15')).not.toBeNull()
  expect(on('2026-01-15', 0)).toBeNull()
  expect(
    on(
      '2026-01-15',
      100,
      PAST.map((one) => ({ ...one, members: 0 })),
    ),
  ).toBeNull()
})
