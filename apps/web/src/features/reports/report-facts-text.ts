import type { Formats } from '#charts/value-format.ts'
import type { ReportResult } from '#contract/reports.ts'
import { comparisonName } from '#domain/ranges/comparison-mode.ts'
import { addDays, earlierDay } from '#domain/ranges/local-day.ts'
import { localDayOf } from '#domain/ranges/time-zone.ts'
import { inSentence } from '#domain/text.ts'

/** Dimensions whose values can be counted by noun. Others, such as Weekend or Day of week, count as rows. */
const COUNTABLE =
  /^(area|brand|category|channel|city|club|country|customer|day|experience|hour|location|member|month|order|product|quarter|reason|region|release|segment|sku|state|status|tier|type|varietal|vintage|week|year)$/i

const pluralOf = (word: string): string => {
  if (word.endsWith('y') && !word.endsWith('ay')) return `${word.slice(0, -1)}ies`
  return word.endsWith('s') ? `${word}es` : `${word}s`
}

/** Rows and their noun: the only dimension of a grouped report, of which "No state" is none, what a list is about, else "row". */
const countRows = (
  { columns, rows, rowCount }: ReportResult,
  isGrouped: boolean,
  records: string,
): [number, string] => {
  if (!isGrouped && rowCount !== 1) return [rowCount, records.toLowerCase()]
  const dimensions = columns.filter(({ kind, keyOf }) => kind === 'dimension' && keyOf === undefined)
  // An ID tells two of one name apart.
  const names = dimensions.filter(({ displayName }) => !/( ID|^SKU)$/.test(displayName))
  const named = names.length === 0 ? dimensions : names
  const [only, ...others] = isGrouped ? named : []
  const label = only?.displayName ?? ''
  const isCountable = !label.includes(' of ') && COUNTABLE.test(label.split(' ').at(-1) ?? '')
  const hasNoun = only !== undefined && others.length === 0 && isCountable
  const blanks = hasNoun && rows.length === rowCount ? rows.filter((row) => row[columns.indexOf(only)] === null) : []
  const count = rowCount - blanks.length
  const noun = hasNoun ? inSentence(label) : 'row'
  return [count, count === 1 ? noun : pluralOf(noun)]
}

/** A range that goes on ends with the data. */
export const rangeText = (
  { range, asOf, timeZone }: Pick<ReportResult, 'range' | 'asOf' | 'timeZone'>,
  formats: Formats,
): string => {
  if (range === null) return 'All dates'
  if (!range.partial) return formats.range(range.from, range.until)
  const end = asOf === null ? range.until : addDays(localDayOf(Date.parse(asOf), timeZone), 1)
  const until = end > range.from ? earlierDay(range.until, end) : range.until
  return `${formats.range(range.from, until)} (so far)`
}

export const comparedFact = ({ compareRange, comparison }: ReportResult, formats: Formats): string[] => {
  if (compareRange === undefined || comparison === undefined) return []
  if (comparison.mode === 'plan') return [comparison.noPlan ?? 'vs plan']
  const event = comparison.alignedOn === null ? '' : `${comparisonName(comparison)}, `
  return [`vs ${event}${formats.range(compareRange.from, compareRange.until)}`]
}

interface Facts {
  readonly result: ReportResult
  readonly isGrouped: boolean
  /** what a row of a list is, in the plural */
  readonly records: string
  /** the report's own, as text; empty: none */
  readonly filters: string
  /** new data was loaded while the report was open */
  readonly isUpdated: boolean
}

/** A line does not break before AM. */
const unbroken = (time: string): string => time.replace(/\s(?=[AP]M$)/, '\u00a0')

/** Row count, range, comparison, filters and the age of the data. */
export const formatFacts = ({ result, isGrouped, records, filters, isUpdated }: Facts, formats: Formats): string => {
  const { asOf, pivot } = result
  const [count, noun] = countRows(result, isGrouped, records)
  const facts = [
    ...(pivot === undefined ? [`${formats.value(count, 'integer')} ${noun}`] : []),
    rangeText(result, formats),
    ...comparedFact(result, formats),
    ...(filters === '' ? [] : [filters]),
    ...(asOf === null ? [] : [`${isUpdated ? 'updated, ' : ''}data as of ${unbroken(formats.instant(asOf))}`]),
  ]
  return facts.join('\u00a0· ')
}
