import { lookupTable } from '#domain/lookup-table.ts'
import type { CompareMode } from '#domain/ranges/comparison-mode.ts'
import { DAY_WORDS } from '../language/days.ts'
import type { Token } from '../text/token.ts'
import { type AskCalendar, anyOf, longest, oneOf, patternsOf } from './pattern.ts'
import type { Reading } from './tag.ts'

type NamedComparison = CompareMode | 'lastYear'

/** Synonyms of "vs". */
const LEADS = `
  vs, versus, compared with, compared to, compare with, compare to, comparing with, comparing to, against,
  relative to, in comparison with, in comparison to, and compare it with, and compare with, and compare to,
  compare that with, v, compared, than, stacked up against, stack up against, measured against, comparable to`

/** Synonyms of "vs" where days follow: "ahead of last year", but not "more than 12 bottles". */
const DATED_LEADS = `
  ahead of, behind, up from, up over, up on, down from, down on, better than, worse than, higher than, lower than,
  more than, less than, bigger than, smaller than, busier than, slower than, greater than, hit, reach, match, surpass, exceed, beat, beating, beaten, next to,
  side by side with, as good as, as well as, as busy as, topped, outpacing, trailing behind, compare against`

const PRIOR = 'previous, prior, last'
const YEARS_AGO = 'last year, a year ago, a year earlier'

/** What is planned, by any name: read where the account has a plan. */
const PLANNED = `
  plan, the plan, our plan, budget, the budget, our budget, target, targets, the target, our target, goal, goals, the goal, our goal,
  our goals`
/** The same after a word that means nothing else. */
const ON_PLAN =
  'to plan, to budget, on plan, on budget, over plan, over budget, under plan, under budget, above plan, below plan, on target'

export const COMPARE_VOCABULARY = [LEADS, DATED_LEADS, PRIOR, YEARS_AGO, 'same, period, point, holiday, release'].join()

const period = patternsOf({
  the: anyOf('the'),
  prior: anyOf('previous, prior'),
  at: anyOf('at, by, as of'),
  some: anyOf('two months, three months, two weeks, three weeks, months, weeks, quarters, two quarters'),
  last: anyOf(PRIOR),
  yearAgo: anyOf(YEARS_AGO),
  grain: anyOf('month, week, quarter, period'),
  month: anyOf(DAY_WORDS.months.join()),
  time: anyOf('period, time, point, days'),
  same: oneOf<NamedComparison>([
    ['lastYear', 'period, time, days, day'],
    ['previousYear', 'month, quarter, dates, date'],
    ['sameWeekdays', 'weekend, week, weekday, weekdays, day of the week'],
    ['sameHoliday', 'holiday'],
    ['sameRelease', 'release, shipment'],
  ]),
})

const LAST_YEAR = (): NamedComparison => 'lastYear'
const PREVIOUS = (): NamedComparison => 'previousPeriod'

/** What may follow a synonym of "vs". */
const PERIOD = longest<NamedComparison>(
  period('{the?} same {same} {yearAgo}', ({ same }) => same),
  period('{the?} {prior} year', LAST_YEAR),
  period('the prior year period', LAST_YEAR),
  period('{the?} same {some} {yearAgo}', LAST_YEAR),
  period('the year before', LAST_YEAR),
  period('a year ago|earlier|before', LAST_YEAR),
  period('this time {yearAgo}', LAST_YEAR),
  period('{last} ytd', LAST_YEAR),
  period('{last} year to date', LAST_YEAR),
  period('{the?} same {time} last {grain}', PREVIOUS),
  period('{the?} same {time} last {month}', LAST_YEAR),
  period('this time last {grain}', PREVIOUS),
  period('last {grain} {at} this {time}', PREVIOUS),
  period('last year {at} this {time}', LAST_YEAR),
  period('last year same {time}', LAST_YEAR),
  period('last {grain} same {time}', PREVIOUS),
  period('last {grain} to date', PREVIOUS),
  period('the {grain} before', PREVIOUS),
  period('the days before', PREVIOUS),
  period('{the?} {prior} {grain}', PREVIOUS),
)

const own = patternsOf({
  yearAgo: anyOf(YEARS_AGO),
  grain: anyOf('day, week, month, quarter'),
})

/** Complete phrases. */
const WHOLE = longest<NamedComparison>(
  period('year over|on year', LAST_YEAR),
  period('yoy|y/y', LAST_YEAR),
  own('over|from|than|on {yearAgo}', LAST_YEAR),
  own('than|from this time {yearAgo}', LAST_YEAR),
  own('{grain} over {grain}', PREVIOUS),
  own('{grain} to {grain}', PREVIOUS),
  own('from {grain} to {grain}', PREVIOUS),
  period('mom|wow|qoq', PREVIOUS),
  own('over|from|than the {grain} before', PREVIOUS),
  own('over|from|than the year before', LAST_YEAR),
  own('from|over the previous month|week|quarter|period', PREVIOUS),
  period('than usual', PREVIOUS),
)

const PLAN = anyOf(PLANNED)
const OF_PLAN = anyOf(ON_PLAN)

/** Likelier than the topic that explains what is missing without a plan. */
const PLAN_COST = -2

/** The length of words for the plan after a synonym of "vs", or of a phrase of their own; null without any. */
const planLength = (tokens: readonly Token[], at: number, calendar: AskCalendar): number | null => {
  if ((calendar.plan ?? []).length === 0) return null
  const lead = LEAD(tokens, at, calendar) ?? DATED_LEAD(tokens, at, calendar)
  if (lead === null) return OF_PLAN(tokens, at, calendar)?.length ?? null
  const planned = PLAN(tokens, at + lead.length, calendar)
  return planned === null ? null : lead.length + planned.length
}

const LEAD = anyOf(LEADS)
const DATED_LEAD = anyOf(DATED_LEADS)

/** Likelier than a word that only says that something changed. */
const DATED_COST = -0.5

const LAST_OF: Readonly<Record<string, NamedComparison>> = lookupTable({
  year: 'lastYear',
  ytd: 'lastYear',
  month: 'previousPeriod',
  week: 'previousPeriod',
  quarter: 'previousPeriod',
})

/** A named comparison, or only the word for it, with days that follow. */
export const readCompare = (
  tokens: readonly Token[],
  at: number,
  calendar: AskCalendar,
  /** whether a position has days */
  areDays: (at: number) => boolean,
): Reading[] => {
  const named = (mode: NamedComparison | null, length: number, cost = 0): Reading[] => [
    { tags: [{ kind: 'compare', mode }], length, cost },
  ]
  const planned = planLength(tokens, at, calendar)
  if (planned !== null) return named('plan', planned, PLAN_COST)
  const lead = LEAD(tokens, at, calendar)
  if (lead !== null) {
    const end = at + lead.length
    // "this year vs last": the word for the period is said once
    const isEnd = tokens[end]?.text === 'last' && tokens[end + 1] === undefined
    const last = isEnd ? LAST_OF[tokens[at - 1]?.text ?? ''] : undefined
    if (last !== undefined) return named(last, lead.length + 1)
    const following = PERIOD(tokens, end, calendar)
    return named(following?.value ?? null, lead.length + (following?.length ?? 0))
  }
  const dated = DATED_LEAD(tokens, at, calendar)
  if (dated !== null) {
    const following = PERIOD(tokens, at + dated.length, calendar)
    if (following !== null) return named(following.value, dated.length + following.length, DATED_COST)
    if (areDays(at + dated.length)) return named(null, dated.length, DATED_COST)
  }
  const found = WHOLE(tokens, at, calendar)
  return found === null ? [] : named(found.value, found.length)
}
