import { describe, expect, test, vi } from 'vitest'
import { addMonths } from '#domain/ranges/local-day.ts'
import { concordance } from '../../statistics/logistic.ts'
import { CLUB_FROM, CLUB_TODAY, simulateClub } from './members-at-risk.fixture.ts'
import { membersAtRisk } from './members-at-risk.insight.ts'
import { learnRisk, MONTHS_AHEAD, rankMembers } from './risk-model.ts'

// Four clubs are lived through, day by day.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const TESTED_DAY = '2025-07-01'
const CLUB_YEAR = { from: '2025-01-01', until: '2026-01-01', sales: 60_000_000, members: 1000 }

interface Ranked {
  readonly chance: number
  readonly happened: boolean
}

/** Members as they were ranked on a day, greatest chance first, and whether they left within the months looked ahead. */
const ranked = (seed: number): Ranked[] => {
  const members = simulateClub(seed, 1200, 2.5)
  const model = learnRisk(members, CLUB_FROM, TESTED_DAY)
  const end = addMonths(TESTED_DAY, MONTHS_AHEAD)
  const left = new Set(
    members
      .filter(({ cancelled }) => cancelled !== null && cancelled >= TESTED_DAY && cancelled < end)
      .map(({ membershipId }) => membershipId),
  )
  const risks = model === null ? [] : rankMembers(members, model, TESTED_DAY)
  return risks.map(({ membershipId, chance }) => ({ chance, happened: left.has(membershipId) }))
}

const rateOf = (members: readonly Ranked[]): number =>
  members.filter(({ happened }) => happened).length / members.length

describe('clubs of which the truth is known', () => {
  const clubs = [1, 2, 3, 4].map(ranked)

  test('who leaves in the next three months was ranked above who stays, in 62 of 100 pairs at the least', () => {
    expect(clubs.reduce((sum, club) => sum + concordance(club), 0) / clubs.length).toBeGreaterThan(0.62)
  })

  test('as many leave as the chances add up to, within a quarter', () => {
    const all = clubs.flat()
    const expected = all.reduce((sum, { chance }) => sum + chance, 0) / all.length
    expect(rateOf(all) / expected).toBeGreaterThan(0.75)
    expect(rateOf(all) / expected).toBeLessThan(1.25)
  })

  test('the upper tenth leaves at least half again as often as all do', () => {
    const top = clubs.flatMap((club) => club.slice(0, Math.ceil(club.length / 10)))
    expect(rateOf(top)).toBeGreaterThan(1.5 * rateOf(clubs.flat()))
  })
})

test('members are named with a reason that raises their chance', () => {
  const insight = membersAtRisk({
    members: simulateClub(4, 1200, 2.5),
    from: CLUB_FROM,
    today: CLUB_TODAY,
    clubYear: CLUB_YEAR,
  })
  expect(insight?.members.length).toBeGreaterThan(0)
  for (const { reasons, timesUsual } of insight?.members ?? []) {
    expect(reasons.length).toBeGreaterThan(0)
    expect(timesUsual).toBeGreaterThanOrEqual(2)
    for (const { odds } of reasons) expect(odds).toBeGreaterThan(1)
  }
})

test('with few cancellations nothing is said', () => {
  expect(
    membersAtRisk({ members: simulateClub(5, 20, 2), from: CLUB_FROM, today: CLUB_TODAY, clubYear: CLUB_YEAR }),
  ).toBeNull()
})
