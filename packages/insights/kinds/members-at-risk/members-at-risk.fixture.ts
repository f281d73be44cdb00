import { createRandom } from '#connectors/sample/random.ts'
import { addDays, diffDays, type LocalDay } from '#domain/ranges/local-day.ts'
import type { MemberHistory } from '../../insight/inputs.ts'
import type { Sample } from '../../insight/sample.fixture.ts'
import type { MembersAtRiskInsight } from './members-at-risk.insight.ts'

export const sample: Sample<MembersAtRiskInsight> = ({ random, measured, counted }) => ({
  members: [
    {
      membershipId: 'm1',
      club: 'Club 12',
      chance: random(),
      timesUsual: 3,
      reasons: [{ factor: 'noVisit', odds: 2 }],
    },
  ],
  figures: [
    counted('members'),
    counted('expectedCancellations'),
    measured('stake', 'netSales'),
    counted('concordance', 'share'),
  ],
})

export const CLUB_FROM: LocalDay = '2023-01-01'
export const CLUB_TODAY: LocalDay = '2026-01-01'
const RELEASE_DAYS = 91

const within = (days: readonly LocalDay[], day: LocalDay, count: number): boolean => {
  const last = days.at(-1)
  return last !== undefined && diffDays(last, day) <= count
}

/**
 * Simulates members with a hidden satisfaction: dissatisfied members skip more, visit less, buy less and cancel earlier; a skip and
 * a declined card raise the cancellation rate for a while. `pull` 0 makes cancellations random.
 */
export const simulateClub = (seed: number, size: number, pull: number): MemberHistory[] => {
  const random = createRandom(seed)
  const days = diffDays(CLUB_FROM, CLUB_TODAY)
  return Array.from({ length: size }, (_, at): MemberHistory => {
    const start = random.chance(0.4) ? -random.below(900) : random.below(days - 30)
    const skips: LocalDay[] = []
    const declines: LocalDay[] = []
    const visits: LocalDay[] = []
    const purchases: { day: LocalDay; amount: number }[] = []
    let content = 0.5 + random.next()
    let cancelled: LocalDay | null = null
    for (let number = start; number < days && cancelled === null; number += 1) {
      const day = addDays(CLUB_FROM, number)
      content = Math.min(2, Math.max(0.05, content + (random.next() - 0.505) * 0.03))
      if (random.chance(0.012 * content ** 2)) visits.push(day)
      if (random.chance(0.012 * content ** 2)) purchases.push({ day, amount: 4000 + random.below(20_000) })
      if ((number - start) % RELEASE_DAYS === 60 && random.chance(0.6 * Math.exp(-1.6 * content))) skips.push(day)
      if ((number - start) % RELEASE_DAYS === 60 && random.chance(0.02)) declines.push(day)
      const cooled = within(skips, day, 120) ? 2.5 : 1
      const vexed = within(declines, day, 60) ? 5 : 1
      const hazard = 0.0006 * Math.exp(pull * (1 - content)) * cooled * vexed
      if (number >= 0 && random.chance(hazard)) cancelled = addDays(day, 1)
    }
    return {
      membershipId: `m${at}`,
      club: 'Estate Club',
      signup: addDays(CLUB_FROM, start),
      cancelled,
      skips,
      declines,
      visits,
      purchases,
    }
  })
}
