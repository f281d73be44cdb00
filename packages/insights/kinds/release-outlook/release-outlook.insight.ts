import { addDays, type LocalDay } from '#domain/ranges/local-day.ts'
import { releaseMembersFigure } from '../../account/reported-figures.ts'
import { defineInsight, estimated, type InsightBase } from '../../insight/define-insight.ts'
import type { PastRelease, ReleaseInput } from '../../insight/inputs.ts'
import { INTERVAL } from '../../language/phrases.ts'
import { biweightMean, medianDeviation, quantile } from '../../statistics/location.ts'

/** Expected sales of a club's next release: created by `releaseOutlook`. */
export interface ReleaseOutlookInsight extends InsightBase {
  readonly kind: 'releaseOutlook'
}

const FEWEST = 3
/** Releases of the same season count twice, because autumn releases are larger than spring ones. */
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

/** Net sales per member of the release, which are independent of the club's size. */
const perMember = ({ netSales, members }: PastRelease): number => netSales / members

/** The expected sales of the next release, from sales per member in earlier ones. Null with fewer than three of them. */
export const releaseOutlook = ({ club, past, next }: ReleaseInput): ReleaseOutlookInsight | null => {
  const known = past.filter(({ members, netSales }) => members > 0 && netSales > 0).slice(-RECENT)
  if (known.length < FEWEST || next.members <= 0) return null
  const weighed = known.flatMap((release) => (isSameSeason(release.day, next.day) ? [release, release] : [release]))
  const logs = weighed.map((release) => Math.log(perMember(release)))
  const center = biweightMean(logs)
  const scatter = Math.max(LEAST_SCATTER, medianDeviation(logs, center)) * Math.sqrt(1 + 1 / known.length)
  const rate = quantile(
    known.map(({ processed, members }) => processed / members),
    0.5,
  )
  const subject = { kind: 'club', value: club } as const
  const method = 'releasesBefore'
  const sales = (deviations: number): number => Math.round(next.members * Math.exp(center + deviations * scatter))
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
      estimated('processed', Math.round(next.members * rate), 'count', method),
      estimated('expected', expected, 'money', method),
      estimated('low', sales(-NORMAL_80), 'money', method),
      estimated('high', sales(NORMAL_80), 'money', method),
      estimated('releases', known.length, 'count', method),
    ],
    stake: 0,
    confidence: 0.8,
    unusual: null,
  }
}

export const releaseOutlookInsight = defineInsight('releaseOutlook', 'Release forecast', {
  description: 'What the next release of a club is expected to bring in.',
  icon: 'IconPackages',
  inputs: ['releases'],
  detect: ({ releases }) => releases.flatMap((release) => releaseOutlook(release) ?? []),
  describe: () => ({
    title: 'Forecast for the next {subject} release',
    sentences: [
      'The {subject} release around {next} is expected to bring in {expected}, between {low} and {high}.',
      'Of {members} members, about {processed} are expected to be charged, as in the {releases} releases before.',
    ],
    unusual: INTERVAL,
    advice: ['Before the release runs, check for expired cards and write to members who skipped last time.'],
    tone: 'neutral',
  }),
  actions: ({ subject }) => [
    {
      kind: 'page',
      label: 'See its releases',
      path: `/reports/clubs/releases?${new URLSearchParams(subject.kind === 'club' ? { 'f.clubName': `Equal:${subject.value}` } : {})}`,
    },
  ],
  dates: ({ period }) => ({ next: period }),
  figureLabels: { members: 'Members eligible', processed: 'Members charged', releases: 'Previous releases' },
  methods: { releasesBefore: 'Sales per member in previous releases; those of the same season count twice.' },
})
