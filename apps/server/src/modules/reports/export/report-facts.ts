import { createFormats, NAMED_NUMBER, namedNumber } from '#charts/value-format.ts'
import type { Cell, Lineage, ReportResult } from '#contract/reports.ts'
import { formatCode } from '#domain/code-labels.ts'
import { COMPARE_TITLES } from '#domain/ranges/comparison-mode.ts'
import type { ResolvedComparison } from '#domain/ranges/comparison-range.ts'
import { addDays } from '#domain/ranges/local-day.ts'
import type { ResolvedRange } from '#domain/ranges/resolve-range.ts'
import { timeZoneName } from '#domain/ranges/time-zone.ts'
import { COMPARISON_LABELS, type Comparison } from '#domain/report-terms.ts'
import { costCoverageText, notCountedText } from '#reports/kit/not-counted-text.ts'
import { lineageFilters } from '../number-lineage.ts'
import type { ReportQuestion } from './report-question.ts'
import type { Fact } from './table-snapshot.ts'

const NEEDS_NO_VALUE: ReadonlySet<Comparison> = new Set(['IsNull', 'IsNotNull', 'IsFalse', 'IsTrue'])

type Condition = Lineage['filters'][number]

const NAMES = createFormats({ culture: 'en-US', currency: 'USD' })

const formatValue = (columnId: string, value: Cell): string => {
  if (value === null || value === '') return 'blank'
  return typeof value === 'number' && NAMED_NUMBER.test(columnId)
    ? namedNumber(columnId, value, NAMES)
    : formatCode(columnId, value)
}

const describeCondition = ({ columnId, label, comparison, value, sentence }: Condition): string => {
  if (sentence !== undefined) return `People ${sentence}`
  const compared = `${label} ${COMPARISON_LABELS[comparison]}`
  return NEEDS_NO_VALUE.has(comparison) ? compared : `${compared} ${formatValue(columnId, value)}`
}

/** The conditions of a report in one line: `Sales channel is Web; State is California or State is Oregon`. */
const describeFilters = (conditions: readonly Condition[]): string => {
  const needed = conditions.filter(({ alternativesOf }) => alternativesOf === null).map(describeCondition)
  const lists = Map.groupBy(
    conditions.filter(({ alternativesOf }) => alternativesOf !== null),
    ({ alternativesOf }) => alternativesOf,
  )
  const all = [...needed, ...[...lists.values()].map((list) => list.map(describeCondition).join(' or '))]
  return all.length === 0 ? 'No filters' : all.join('; ')
}

export interface ResultFacts {
  readonly rows: number
  readonly asOf: string | null
  readonly excluded: ReportResult['excluded']
  readonly columns: ReportResult['columns']
  readonly notCounted: ReportResult['notCounted']
  readonly costCoverage: ReportResult['costCoverage']
  /** of a compared report */
  readonly comparison?: ReportResult['comparison']
}

/** First and last day, both included. */
export const formatRange = ({ from, until }: ResolvedRange): string => {
  const last = addDays(until, -1)
  return from === last ? from : `${from} to ${last}`
}

/** How dates and counts are formatted. */
export interface FactFormats {
  readonly range: (range: ResolvedRange) => string
  readonly timestamp: (utc: string) => string
  readonly count: (rows: number) => string
  readonly money: (amount: number) => string
  readonly day: (day: string) => string
  readonly percent: (ratio: number) => string
  readonly zone: (timeZone: string) => string
}

/** Machine-readable: ISO dates, plain digits. */
const PLAIN_FORMATS: FactFormats = {
  range: formatRange,
  timestamp: (utc) => utc,
  count: String,
  money: String,
  day: (day) => day,
  percent: (ratio) => `${(ratio * 100).toFixed(1)}%`,
  zone: (timeZone) => timeZone,
}

/** In the reader's culture and the account's time zone. */
export const readerFormats = ({ reader, settings }: ReportQuestion): FactFormats => {
  const { currency, timeZone } = settings
  const formats = createFormats({ culture: reader.culture, currency, timeZone })
  return {
    range: ({ from, until }) => formats.range(from, until),
    timestamp: (utc) => formats.instant(utc, 'full'),
    count: (rows) => formats.value(rows, 'integer'),
    money: (amount) => formats.value(amount, 'currency'),
    day: (day) => formats.day(day, 'full'),
    percent: (ratio) => formats.value(ratio, 'percent'),
    zone: timeZoneName,
  }
}

/** `Same weekdays last year: 2025-11-15 to 2025-11-16` */
const describeComparison = ({ mode, range, alignedOn }: ResolvedComparison, formats: FactFormats): string =>
  `${alignedOn?.previous ?? COMPARE_TITLES[mode]}: ${formats.range(range)}`

/** Since when there is data, and the changes of the totals over the days for which both periods have some. */
const historyFacts = (
  { columns, comparison }: Pick<ResultFacts, 'columns' | 'comparison'>,
  formats: FactFormats,
): readonly Fact[] => {
  if (!comparison?.dataStarts) return []
  const starts = { label: 'Data starts', text: formats.day(comparison.dataStarts) }
  if (comparison.likeForLike === null) return [starts]
  const { range, compareRange, totals, previousTotals } = comparison.likeForLike
  const changes = columns.flatMap(({ displayName }, index) => {
    const [value, previous] = [totals[index], previousTotals[index]]
    if (typeof value !== 'number' || typeof previous !== 'number' || previous === 0) return []
    const ratio = (value - previous) / Math.abs(previous)
    return [`${displayName} ${ratio < 0 ? '' : '+'}${formats.percent(ratio)}`]
  })
  const days = `${formats.range(range)} against ${formats.range(compareRange)}`
  return [starts, { label: 'Comparable days', text: [days, ...changes].join('; ') }]
}

/** Describes a report and its data, with the same lines in every file format. */
export const reportFacts = (
  { title, settings, report }: ReportQuestion,
  { rows, asOf, excluded, columns, comparison: compared, notCounted, costCoverage }: ResultFacts,
  formats: FactFormats = PLAIN_FORMATS,
): readonly Fact[] => {
  const fact = (label: string, text: string): Fact => ({ label, text })
  const { query, range, comparison } = report
  const excludedCounts = excluded
    .map(({ currency, rows: count }) => `${formats.count(count)} in ${currency}`)
    .join(', ')
  const unpaid = notCountedText({ columns, notCounted }, formats)
  const costs = costCoverageText(costCoverage, formats.percent)
  return [
    fact('Report', title),
    fact('Account', settings.accountName),
    fact('Filters', describeFilters(lineageFilters(query, { row: {} }))),
    ...(query.withoutClubOrders === true ? [fact('Club orders', 'Excluded')] : []),
    fact('Dates', range === null ? 'All' : formats.range(range)),
    ...(comparison === null ? [] : [fact('Compared with', describeComparison(comparison, formats))]),
    ...historyFacts({ columns, comparison: compared }, formats),
    fact('Time zone', formats.zone(settings.timeZone)),
    fact('Currency', settings.currency),
    fact('Data as of', asOf === null ? 'No data yet' : formats.timestamp(asOf)),
    fact('Rows', formats.count(rows)),
    ...(unpaid === null ? [] : [fact('Totals', unpaid)]),
    ...(costs === null ? [] : [fact('Costs', costs)]),
    ...(excludedCounts === '' ? [] : [fact('Left out', `Records in other currencies: ${excludedCounts}`)]),
  ]
}
