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

/** What report this is, of which data: the same lines in every kind of file. */
export const reportFacts = (
  { title, settings, report }: ReportQuestion,
  { rows, asOf, excluded }: FoundFacts,
): readonly Fact[] => {
  const fact = (label: string, text: string): Fact => ({ label, text })
  const { query, range, compareRange } = report
  const leftOut = excluded.map(({ currency, rows: count }) => `${count} in ${currency}`).join(', ')
  return [
    fact('Report', title),
    fact('Account', settings.accountName),
    fact('Filters', filterWords(passportFilters(query, { row: {} }))),
    fact('Dates', range === null ? 'All' : rangeDays(range)),
    ...(compareRange === null ? [] : [fact('Compared with', rangeDays(compareRange))]),
    fact('Time zone', settings.timeZone),
    fact('Currency', settings.currency),
    fact('Data as of', asOf ?? 'No data yet'),
    fact('Rows', String(rows)),
    ...(leftOut === '' ? [] : [fact('Left out', `Records in other currencies: ${leftOut}`)]),
  ]
}
