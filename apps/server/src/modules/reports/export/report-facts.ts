import { createFormats } from '#charts/value-format.ts'
import type { ReportResult } from '#contract/reports.ts'
import { addDays } from '#domain/ranges/local-day.ts'
import type { ResolvedRange } from '#domain/ranges/resolve-range.ts'
import { passportFilters } from '../passport-filters.ts'
import { filterWords } from './filter-words.ts'
import type { ReportQuestion } from './report-question.ts'

/** One line of what a file says about itself. */
export interface Fact {
  readonly label: string
  readonly text: string
}

export interface FoundFacts {
  readonly rows: number
  readonly asOf: string | null
  readonly excluded: ReportResult['excluded']
}

/** First and last day, both in. */
export const rangeDays = ({ from, until }: ResolvedRange): string => {
  const last = addDays(until, -1)
  return from === last ? from : `${from} to ${last}`
}

/** How dates and counts are written. */
export interface FactWords {
  readonly range: (range: ResolvedRange) => string
  readonly moment: (utc: string) => string
  readonly count: (rows: number) => string
}

/** As programs read them back: ISO dates, plain digits. */
export const PLAIN_WORDS: FactWords = { range: rangeDays, moment: (utc) => utc, count: String }

/** As the reader's culture writes them, with the account's clock. */
export const wordsFor = ({ reader, settings }: ReportQuestion): FactWords => {
  const { currency, timeZone } = settings
  const formats = createFormats({ culture: reader.culture, currency, timeZone })
  return {
    range: ({ from, until }) => formats.range(from, until),
    moment: (utc) => formats.instant(utc, 'full'),
    count: (rows) => formats.value(rows, 'integer'),
  }
}

/** What report this is, of which data: the same lines in every kind of file. */
export const reportFacts = (
  { title, settings, report }: ReportQuestion,
  { rows, asOf, excluded }: FoundFacts,
  words: FactWords = PLAIN_WORDS,
): readonly Fact[] => {
  const fact = (label: string, text: string): Fact => ({ label, text })
  const { query, range, compareRange } = report
  const leftOut = excluded.map(({ currency, rows: count }) => `${words.count(count)} in ${currency}`).join(', ')
  return [
    fact('Report', title),
    fact('Account', settings.accountName),
    fact('Filters', filterWords(passportFilters(query, { row: {} }))),
    fact('Dates', range === null ? 'All' : words.range(range)),
    ...(compareRange === null ? [] : [fact('Compared with', words.range(compareRange))]),
    fact('Time zone', settings.timeZone),
    fact('Currency', settings.currency),
    fact('Data as of', asOf === null ? 'No data yet' : words.moment(asOf)),
    fact('Rows', words.count(rows)),
    ...(leftOut === '' ? [] : [fact('Left out', `Records in other currencies: ${leftOut}`)]),
  ]
}
