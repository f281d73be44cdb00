import { addDays, diffDays, type LocalDay } from '#domain/ranges/local-day.ts'
import { releaseMembersFigure, releaseSalesFigure } from '../../account/reported-figures.ts'
import { reportPage } from '../../insight/actions.ts'
import { defineInsight, estimated, type InsightBase } from '../../insight/define-insight.ts'
import { computed } from '../../insight/figure.ts'
import type { ClubReleases } from '../../insight/inputs.ts'
import { INTERVAL, isOne } from '../../language/phrases.ts'
import { releaseOutlook } from '../release-outlook/release-outlook.insight.ts'

/** Sales of a club's latest release, compared with the forecast from the releases before it: created by `releaseResult`. */
export interface ReleaseResultInsight extends InsightBase {
  readonly kind: 'releaseResult'
  /** usual: within the forecast's range */
  readonly result: 'above' | 'usual' | 'below'
}

/** Days after a release in which most of its orders have been charged, and up to which its result is news. */
const COMPLETE_DAYS = 7
const NEWS_DAYS = 35
/** A smaller change is usual, however alike the releases before were. */
const LEAST_CHANGE = 0.1

/** Null until a week after the release, for old releases, and without three earlier ones. */
const releaseResult = ({ club, releases }: ClubReleases, today: LocalDay): ReleaseResultInsight | null => {
  const latest = releases.findLast(({ day }) => day < today)
  if (latest === undefined || latest.members <= 0 || latest.netSales <= 0) return null
  const { releaseId, day, members, netSales } = latest
  const age = diffDays(day, today)
  if (age < COMPLETE_DAYS || age > NEWS_DAYS) return null
  const past = releases.filter((release) => release.day < day)
  const outlook = releaseOutlook({ club, past, next: { day, members, listed: { releaseId, day } } })
  if (outlook === null) return null
  const forecast = (id: string): number => outlook.figures.find((figure) => figure.id === id)?.value ?? 0
  const range = { from: day, until: addDays(day, 1) }
  const actual = releaseSalesFigure({ id: 'actual', value: netSales }, releaseId, range)
  const expected = estimated('expected', forecast('expected'), 'money', 'releasesBeforeThis')
  const [low, high] = [forecast('low'), forecast('high')]
  const isNews = Math.abs(netSales / expected.value - 1) >= LEAST_CHANGE
  const result = isNews && netSales > high ? 'above' : isNews && netSales < low ? 'below' : 'usual'
  const difference = computed({ id: 'difference', unit: 'money', rule: 'difference', of: [actual, expected] })
  return {
    kind: 'releaseResult',
    key: `releaseResult ${club} ${day}`,
    subject: { kind: 'club', value: club },
    period: range,
    result,
    figures: [
      actual,
      expected,
      estimated('low', low, 'money', 'releasesBeforeThis'),
      estimated('high', high, 'money', 'releasesBeforeThis'),
      difference,
      computed({ id: 'change', unit: 'change', rule: 'change', of: [actual, expected] }),
      releaseMembersFigure({ id: 'members', value: members }, releaseId, range),
      estimated('releases', forecast('releases'), 'count', 'releasesBeforeThis'),
    ],
    // A usual result is good to know and last to read.
    stake: result === 'usual' ? 0 : Math.round(Math.abs(difference.value)),
    confidence: 0.8,
    unusual: null,
  }
}

const TITLES = {
  above: 'The {subject} release did better than expected',
  usual: 'The {subject} release came in within its forecast',
  below: 'The {subject} release fell short',
} as const

const ADVICE = {
  above: 'Note what was in the box: it can go into the next release.',
  usual: 'Check the members who skipped it before the next one.',
  below: 'Review who skipped it and whose card was declined, and offer them the wines again.',
} as const

export const releaseResultInsight = defineInsight('releaseResult', 'Release results', {
  description: 'What a release brought in, compared with its forecast.',
  icon: 'IconPackageExport',
  inputs: ['finishedReleases'],
  detect: ({ finishedReleases }, { history }) =>
    finishedReleases.flatMap((club) => releaseResult(club, history.until) ?? []),
  describe: ({ result, figures }) => {
    const isMore = (figures.find(({ id }) => id === 'difference')?.value ?? 0) >= 0
    return {
      title: TITLES[result],
      sentences: [
        `The {subject} release on {period} brought in {actual}, ${result === 'usual' ? 'within' : 'outside'} the expected {low} to {high}.`,
        `That’s {difference} ${isMore ? 'above' : 'below'} the {expected} expected ({change}) for {members} ${isOne(figures, 'members') ? 'member' : 'members'}.`,
      ],
      unusual: INTERVAL,
      advice: [ADVICE[result]],
      tone: ({ above: 'good', usual: 'neutral', below: 'bad' } as const)[result],
    }
  },
  actions: ({ subject, period }) => [
    {
      kind: 'page',
      label: 'See the release',
      path: reportPage('/reports/clubs/releases', {
        date: 'ReleaseDate',
        range: period,
        filters: subject.kind === 'club' ? { clubName: subject.value } : {},
      }),
    },
  ],
  figureLabels: { actual: 'Net sales', members: 'Members eligible', releases: 'Previous releases' },
  methods: {
    releasesBeforeThis: 'Sales per member in the releases before this one; those of the same season count twice.',
  },
})
