import { diffDays } from '#domain/ranges/local-day.ts'
import type { MetricId } from '../account/metric.ts'
import { isSameSubject, type Subject } from '../account/subject.ts'
import { type DayRange, indexFrom, periodAt } from '../series/series.ts'
import type { PeriodScore, ScoredSeries } from './score-series.ts'
import { RUN, type ScoredSubject } from './scored-account.ts'

export interface Foretelling {
  readonly metric: MetricId
  readonly subject: Subject
}

const find = (account: readonly ScoredSubject[], { metric, subject }: Foretelling): ScoredSubject | undefined =>
  account.find((scored) => scored.metric === metric && isSameSubject(scored.subject, subject))

/** The score of exactly these days, or null where they are no period that is judged. */
const scoreOfRange = (scored: ScoredSeries | null, { from, until }: DayRange): PeriodScore | null => {
  if (scored === null) return null
  const index = indexFrom(scored.series, from)
  const length = scored.series.grain === 'day' ? diffDays(from, until) : diffDays(from, until) / 7
  return periodAt(scored.series, index) === from ? scored.at(index, length) : null
}

/** What an anomaly's `foretold` figures say, once more: of a day, or of whole weeks. Null where nothing was foretold. */
export const foretoldOf = (
  account: readonly ScoredSubject[],
  what: Foretelling,
  range: DayRange,
): PeriodScore | null => {
  const scored = find(account, what)
  if (scored === undefined) return null
  const days = diffDays(range.from, range.until)
  return days === 1 || days === RUN ? scoreOfRange(scored.byDay, range) : scoreOfRange(scored.byWeek, range)
}

/** Every day or week that begins in the range beside what was foretold of it, in order: the band of a chart. */
export const bandOf = (
  account: readonly ScoredSubject[],
  what: Foretelling & { readonly grain: 'day' | 'week' },
  { from, until }: DayRange,
): PeriodScore[] => {
  const subject = find(account, what)
  const scored = what.grain === 'day' ? subject?.byDay : subject?.byWeek
  if (scored === null || scored === undefined) return []
  const first = Math.max(0, indexFrom(scored.series, from))
  const end = Math.min(scored.series.values.length, indexFrom(scored.series, until))
  return Array.from({ length: Math.max(0, end - first) }, (_, at) => scored.at(first + at, 1)).filter(
    (score) => score !== null,
  )
}
