import { lookupTable } from '#domain/lookup-table.ts'
import type { CompareMode } from '#domain/ranges/comparison-mode.ts'
import { phraseList, type Token } from '../text/token.ts'
import type { Reading } from './tag.ts'

/** Complete phrases for the comparison with the previous year. */
const YEAR_OVER_YEAR = phraseList(
  'year over year, year on year, yoy, y/y, over last year, from last year, than last year, on last year, from a year ago, than a year ago, over a year ago, than this time last year, from this time last year',
).map((phrase) => phrase.split(' '))

type NamedComparison = CompareMode | 'lastYear'

const periods = (mode: NamedComparison, phrases: string) =>
  phraseList(phrases).map((phrase) => ({ mode, words: phrase.split(' ') }))

/** What may follow a synonym of "vs". */
const PERIODS = [
  ...periods(
    'lastYear',
    `
    the previous year, previous year, prior year, the prior year, the year before, a year ago, a year earlier,
    the same period last year, same period last year, the same time last year, the same period a year ago,
    the same days last year, same days last year, the same day last year, same day last year, a year before,
    the same day a year ago, same day a year ago, this time a year ago, the prior year period, this time last year, same time last year, prior ytd, last ytd, previous ytd, prior year to date, last year to date`,
  ),
  ...periods(
    'previousYear',
    `
    the same month last year, same month last year, the same month a year ago, the same quarter last year,
    same quarter last year, the same quarter a year ago, the same dates last year, same dates last year,
    the same dates a year ago, the same date last year`,
  ),
  ...periods(
    'sameWeekdays',
    `
    the same weekend last year, same weekend last year, the same weekend a year ago, the same week last year,
    same week last year, the same week a year ago, the same weekday last year, the same weekdays last year,
    same weekdays last year, the same weekdays a year ago, the same day of the week last year`,
  ),
  ...periods('sameHoliday', 'the same holiday last year, same holiday last year, the same holiday a year ago'),
  ...periods(
    'sameRelease',
    'the same release last year, same release last year, the same release a year ago, the same shipment last year',
  ),
  ...periods(
    'previousPeriod',
    `
    previous period, the previous period, prior period, the prior period, the period before, the month before,
    the week before, the quarter before, the same period last month, same period last month, the same time last month,
    same time last month, this time last month, the same point last month, same point last month, the same days last month,
    same days last month, last month to date, the same time last week, same time last week, this time last week,
    the same point last week, same point last week, last week to date, the same time last quarter, same time last quarter,
    same point last quarter, last quarter to date, the previous month, the previous week, the previous quarter, the days before`,
  ),
]

/** Synonyms of "vs". */
const LEADS = phraseList(`
  vs, versus, compared with, compared to, compare with, compare to, comparing with, comparing to, against,
  relative to, in comparison with, in comparison to, and compare it with, and compare with, and compare to,
  compare that with, v, vs., compared, than, stacked up against, stack up against, measured against, comparable to`)

/** Synonyms of "vs" where days follow: "ahead of last year", but not "more than 12 bottles". */
const DATED_LEADS = phraseList(`
  ahead of, behind, up from, up over, up on, down from, down on, better than, worse than, higher than, lower than,
  more than, less than, bigger than, smaller than, busier than, slower than, greater than, beat, beating, beaten, next to,
  side by side with, as good as, as well as, as busy as, topped, outpacing, trailing behind, compare against`)

/** Likelier than a word that only says that something changed. */
const DATED_COST = -0.5

const matches = (tokens: readonly Token[], at: number, words: readonly string[]): boolean =>
  words.every((word, index) => tokens[at + index]?.text === word)

/** Complete phrases for the comparison with the period before. */
const PERIOD_OVER_PERIOD = phraseList(`
  month over month, mom, week over week, wow, quarter over quarter, qoq, over the previous period, day over day,
  from the quarter before, than the quarter before, from the previous month, from the previous quarter, from the previous week,
  month to month, week to week, quarter to quarter, from month to month, from week to week, from quarter to quarter,
  over the month before, over the quarter before, over the week before,
  from the month before, than the month before, than the week before, from the week before, than usual`).map((phrase) =>
  phrase.split(' '),
)

export const COMPARE_VOCABULARY = [...LEADS, ...DATED_LEADS, ...PERIODS.map(({ words }) => words.join(' '))].join(', ')

const named = (mode: NamedComparison | null, length: number, cost = 0): Reading => ({
  tags: [{ kind: 'compare', mode }],
  length,
  cost,
})

const LAST_OF: Readonly<Record<string, NamedComparison>> = lookupTable({
  year: 'lastYear',
  ytd: 'lastYear',
  month: 'previousPeriod',
  week: 'previousPeriod',
  quarter: 'previousPeriod',
})

/** "this year vs last": the word for the period is said once. */
const lastOf = (tokens: readonly Token[], at: number, length: number): NamedComparison | null => {
  const isEnd = tokens[at + length]?.text === 'last' && tokens[at + length + 1] === undefined
  return isEnd ? (LAST_OF[tokens[at - 1]?.text ?? ''] ?? null) : null
}

const followingPeriod = (tokens: readonly Token[], at: number) =>
  PERIODS.filter(({ words }) => matches(tokens, at, words)).sort((a, b) => b.words.length - a.words.length)[0]

/** A named comparison, or only the word for it, with days that follow. */
export const readCompare = (
  tokens: readonly Token[],
  at: number,
  /** whether a position has days */
  areDays: (at: number) => boolean,
): Reading[] => {
  for (const lead of LEADS) {
    const leadWords = lead.split(' ')
    if (!matches(tokens, at, leadWords)) continue
    const last = lastOf(tokens, at, leadWords.length)
    if (last !== null) return [named(last, leadWords.length + 1)]
    const following = followingPeriod(tokens, at + leadWords.length)
    return [named(following?.mode ?? null, leadWords.length + (following?.words.length ?? 0))]
  }
  for (const lead of DATED_LEADS) {
    const { length } = lead.split(' ')
    if (!matches(tokens, at, lead.split(' '))) continue
    const following = followingPeriod(tokens, at + length)
    if (following !== undefined) return [named(following.mode, length + following.words.length, DATED_COST)]
    if (areDays(at + length)) return [named(null, length, DATED_COST)]
  }
  const yearly = YEAR_OVER_YEAR.find((words) => matches(tokens, at, words))
  if (yearly) return [named('lastYear', yearly.length)]
  const before = PERIOD_OVER_PERIOD.find((words) => matches(tokens, at, words))
  return before ? [named('previousPeriod', before.length)] : []
}
