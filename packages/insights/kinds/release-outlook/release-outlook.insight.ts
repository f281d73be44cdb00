import { addDays } from '#domain/ranges/local-day.ts'
import { releaseMembersFigure } from '../../account/reported-figures.ts'
import { defineInsight, estimated, type InsightBase } from '../../insight/define-insight.ts'
import { countedFigure } from '../../insight/figure.ts'
import type { ReleaseInput } from '../../insight/inputs.ts'
import { INTERVAL } from '../../language/phrases.ts'
import { expectLine, RECENT_RELEASES } from '../../release-plan/expect-release.ts'

/** Expected sales of a club's next release: created by `releaseOutlook`. */
export interface ReleaseOutlookInsight extends InsightBase {
  readonly kind: 'releaseOutlook'
}

/** The expected sales of the next release, from sales per member in earlier ones. Null with fewer than three of them. */
export const releaseOutlook = ({ club, past, next }: ReleaseInput): ReleaseOutlookInsight | null => {
  const [sales, processed] = [expectLine(past, 'netSales', next), expectLine(past, 'processed', next)]
  if (sales === null || processed === null) return null
  const known = past.filter(({ day, members, netSales }) => day < next.day && members > 0 && netSales > 0)
  const subject = { kind: 'club', value: club } as const
  const method = 'releasesBefore'
  return {
    kind: 'releaseOutlook',
    key: `releaseOutlook ${club} ${next.day}`,
    subject,
    period: { from: next.day, until: addDays(next.day, 1) },
    figures: [
      next.listed === null
        ? countedFigure('members', next.members, { what: 'members of the club today', subject, range: null })
        : releaseMembersFigure({ id: 'members', value: next.members }, next.listed.releaseId, {
            from: next.listed.day,
            until: addDays(next.listed.day, 1),
          }),
      estimated('processed', processed.expected, 'count', method),
      estimated('expected', sales.expected, 'money', method),
      estimated('low', sales.low, 'money', method),
      estimated('high', sales.high, 'money', method),
      estimated('releases', Math.min(known.length, RECENT_RELEASES), 'count', method),
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
      label: 'Plan the release',
      path:
        subject.kind === 'club'
          ? `/clubs/${encodeURIComponent(subject.value)}/next-release`
          : '/reports/clubs/releases',
    },
  ],
  dates: ({ period }) => ({ next: period }),
  figureLabels: { members: 'Members eligible', processed: 'Members charged', releases: 'Previous releases' },
  methods: { releasesBefore: 'Sales per member in previous releases; those of the same season count twice.' },
})
