import type { CompareMode } from '#domain/ranges/comparison-mode.ts'
import type { Reading } from './meaning.ts'
import { phraseList, type Token } from './token.ts'

/** Complete phrases for the comparison with the previous year. */
const YEAR_OVER_YEAR = phraseList('year over year, year on year, yoy').map((phrase) => phrase.split(' '))

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
    the same days last year, same days last year, this time last year, same time last year`,
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
    the week before, the quarter before, the previous month, the previous week, the previous quarter, the days before`,
  ),
]

/** Synonyms of "vs". */
const LEADS = phraseList(`
  vs, versus, compared with, compared to, compare with, compare to, comparing with, comparing to, against,
  relative to, in comparison with, in comparison to, and compare it with, and compare with, and compare to,
  compare that with`)

const matches = (tokens: readonly Token[], at: number, words: readonly string[]): boolean =>
  words.every((word, place) => tokens[at + place]?.text === word)

/** A named comparison, or only the word for it, with days that follow. */
export const readCompare = (tokens: readonly Token[], at: number): Reading | null => {
  for (const lead of LEADS) {
    const leadWords = lead.split(' ')
    if (!matches(tokens, at, leadWords)) continue
    const following = PERIODS.filter(({ words }) => matches(tokens, at + leadWords.length, words)).sort(
      (a, b) => b.words.length - a.words.length,
    )[0]
    return {
      meanings: [{ kind: 'compare', mode: following?.mode ?? null }],
      length: leadWords.length + (following?.words.length ?? 0),
    }
  }
  const named = YEAR_OVER_YEAR.find((words) => matches(tokens, at, words))
  return named ? { meanings: [{ kind: 'compare', mode: 'lastYear' }], length: named.length } : null
}
