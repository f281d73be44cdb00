import { addDays, type LocalDay } from '#domain/ranges/local-day.ts'
import { releaseMembersFigure } from '../account/reported-figures.ts'
import type { Figure } from '../insight/figure.ts'
import type { ReleaseOutlookInsight } from '../insight/insight.ts'
import { biweightMean } from '../statistics/location.ts'
import { medianDeviation, quantile } from '../statistics/quantile.ts'

/** A release that is over. */
export interface PastRelease {
  readonly day: LocalDay
  /** members whom it was made for */
  readonly members: number
  readonly processed: number
  /** minor units */
  readonly netSales: number
}

export interface ListedRelease {
  readonly releaseId: string
  readonly day: LocalDay
}

export interface ReleaseInput {
  readonly club: string
  /** oldest first */
  readonly past: readonly PastRelease[]
  /** its members are those whom the release of `listed` lists: itself, or the last one */
  readonly next: { readonly day: LocalDay; readonly members: number; readonly listed: ListedRelease }
}

const FEWEST = 3
/** Releases of the same season of earlier years count twice: autumn's are larger than spring's. */
const SEASON_DAYS = 45
const RECENT = 6
const NORMAL_80 = 1.2816
const LEAST_SCATTER = 0.08
const DAYS_A_YEAR = 365.25

const isSameSeason = (a: LocalDay, b: LocalDay): boolean => {
  const days = Math.abs(Date.parse(a) - Date.parse(b)) / 86_400_000
  const off = days % DAYS_A_YEAR
  return Math.min(off, DAYS_A_YEAR - off) <= SEASON_DAYS
}

/** Net sales a member of the release: comparable whatever the club's size then. */
const perMember = ({ netSales, members }: PastRelease): number => netSales / members

/** What the next release will bring, from what a member brought in those before. Null with fewer than three of them. */
export const releaseOutlook = ({ club, past, next }: ReleaseInput): ReleaseOutlookInsight | null => {
  const known = past.filter(({ members, netSales }) => members > 0 && netSales > 0).slice(-RECENT)
  if (known.length < FEWEST || next.members <= 0) return null
  const weighed = known.flatMap((release) => (isSameSeason(release.day, next.day) ? [release, release] : [release]))
  const logs = weighed.map((release) => Math.log(perMember(release)))
  const centre = biweightMean(logs)
  const scatter = Math.max(LEAST_SCATTER, medianDeviation(logs, centre)) * Math.sqrt(1 + 1 / known.length)
  const rate = quantile(
    known.map(({ processed, members }) => processed / members),
    0.5,
  )
  const subject = { kind: 'club', value: club } as const
  const estimated = (id: string, value: number, unit: Figure['unit']): Figure => ({
    id,
    value,
    unit,
    recipe: { kind: 'estimated', method: 'releasesBefore' },
  })
  const sales = (deviations: number): number => Math.round(next.members * Math.exp(centre + deviations * scatter))
  const expected = sales(0)
  return {
    kind: 'releaseOutlook',
    key: `releaseOutlook ${club} ${next.day}`,
    subject,
    period: { from: next.day, until: addDays(next.day, 1) },
    figures: [
      releaseMembersFigure({ id: 'members', value: next.members }, next.listed.releaseId, {
        from: next.listed.day,
        until: addDays(next.listed.day, 1),
      }),
      estimated('processed', Math.round(next.members * rate), 'count'),
      estimated('expected', expected, 'money'),
      estimated('low', sales(-NORMAL_80), 'money'),
      estimated('high', sales(NORMAL_80), 'money'),
      estimated('releases', known.length, 'count'),
    ],
    stake: expected,
    confidence: 0.8,
    unusual: null,
  }
}
