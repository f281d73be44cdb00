import { describe, expect, test, vi } from 'vitest'
import { addMonths } from '#domain/ranges/local-day.ts'
import { rankByRisk } from '../../club-risk/rank-club.ts'
import { learnRisk, MONTHS_AHEAD, rankMembers } from '../../club-risk/risk-model.ts'
import { detectionContext } from '../../insight/detection-context.fixture.ts'
import { concordance } from '../../statistics/logistic.ts'
import { CLUB_FROM, CLUB_TODAY, simulateClub } from './members-at-risk.fixture.ts'
import { membersAtRiskInsight } from './members-at-risk.insight.ts'

// Four clubs are simulated day by day.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const TESTED_DAY = '2025-07-01'
const CLUB_YEAR = { from: '2025-01-01', until: '2026-01-01', sales: 60_000_000, members: 1000 }

interface Ranked {
  readonly chance: number
  readonly happened: boolean
}

/** Members ranked on a day by descending risk, with whether each canceled within the forecast horizon. */
const ranked = (seed: number): Ranked[] => {
  const members = simulateClub(seed, 1200, 2.5)
  const { model } = learnRisk(members, CLUB_FROM, TESTED_DAY)
  const end = addMonths(TESTED_DAY, MONTHS_AHEAD)
  const left = new Set(
    members
      .filter(({ cancelled }) => cancelled !== null && cancelled >= TESTED_DAY && cancelled < end)
      .map(({ membershipId }) => membershipId),
  )
  const risks = model === null ? [] : rankMembers(members, model, TESTED_DAY)
  return risks.map(({ membershipId, chance }) => ({ chance, happened: left.has(membershipId) }))
}

const happenedRate = (members: readonly Ranked[]): number =>
  members.filter(({ happened }) => happened).length / members.length

describe('simulated clubs with known cancellations', () => {
  const clubs = [1, 2, 3, 4].map(ranked)

  test('concordance of the ranking with cancellations in the next three months exceeds 0.62', () => {
    expect(clubs.reduce((sum, club) => sum + concordance(club), 0) / clubs.length).toBeGreaterThan(0.62)
  })

  test('the actual cancellation rate is within 25 % of the predicted one', () => {
    const all = clubs.flat()
    const expected = all.reduce((sum, { chance }) => sum + chance, 0) / all.length
    expect(happenedRate(all) / expected).toBeGreaterThan(0.75)
    expect(happenedRate(all) / expected).toBeLessThan(1.25)
  })

  test('the top risk decile cancels at least 1.5 times as often as all members', () => {
    const top = clubs.flatMap((club) => club.slice(0, Math.ceil(club.length / 10)))
    expect(happenedRate(top)).toBeGreaterThan(1.5 * happenedRate(clubs.flat()))
  })
})

const atRisk = (seed: number, size: number, rate: number) =>
  membersAtRiskInsight.detect(
    { members: [], clubYear: CLUB_YEAR },
    {
      ...detectionContext({ from: CLUB_FROM, until: CLUB_TODAY }),
      clubRisk: rankByRisk(simulateClub(seed, size, rate), { from: CLUB_FROM, until: CLUB_TODAY }),
    },
  )[0]

test('members are listed with reasons that increase their risk', () => {
  const insight = atRisk(4, 1200, 2.5)
  expect(insight?.members.length).toBeGreaterThan(0)
  for (const { reasons, timesUsual } of insight?.members ?? []) {
    expect(reasons.length).toBeGreaterThan(0)
    expect(timesUsual).toBeGreaterThanOrEqual(2)
    for (const { odds } of reasons) expect(odds).toBeGreaterThan(1)
  }
})

test('says nothing with too few cancellations', () => {
  expect(atRisk(5, 20, 2)).toBeUndefined()
})
