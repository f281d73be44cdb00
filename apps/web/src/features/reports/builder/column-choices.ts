import type { CatalogColumn } from '#contract/reports.ts'
import { type Aggregation, FORMATS, type Format } from '#domain/report-terms.ts'

/** How a column may be folded in a grouped report; `None` is the measure's own formula, or to group by the dimension. */
export const allowedAggregations = (column: CatalogColumn): readonly Aggregation[] => column.aggregations

const OF_MEASURE: Readonly<Record<Aggregation, string>> = {
  None: 'Default',
  Sum: 'Sum',
  Count: 'Count',
  Min: 'Minimum',
  Max: 'Maximum',
  Avg: 'Average',
}

const OF_DIMENSION: Readonly<Record<Aggregation, string>> = {
  ...OF_MEASURE,
  None: 'Group by',
  Count: 'Distinct count',
  Min: 'First',
  Max: 'Last',
}

export const aggregationWords = (aggregation: Aggregation, kind: CatalogColumn['kind']): string =>
  (kind === 'measure' ? OF_MEASURE : OF_DIMENSION)[aggregation]

const FORMAT_WORDS: Readonly<Record<Format, string>> = {
  number: 'Number',
  integer: 'Whole number',
  currency: 'Currency',
  percent: 'Percent',
  date: 'Date',
  dateTime: 'Date and time',
  text: 'Text',
}

const NUMERIC: readonly Format[] = ['number', 'integer', 'currency', 'percent']
const DATED: readonly Format[] = ['date', 'dateTime']

/** Formats that can write the column's values, its own first. */
export const allowedFormats = ({ format }: CatalogColumn): readonly Format[] => {
  const family = [NUMERIC, DATED].find((formats) => formats.includes(format)) ?? [format]
  return FORMATS.filter((one) => family.includes(one)).toSorted((a, b) => Number(b === format) - Number(a === format))
}

export const formatWords = (format: Format): string => FORMAT_WORDS[format]

/** Whether a total of the column means anything. */
export const hasTotal = ({ kind }: CatalogColumn, aggregation: Aggregation): boolean =>
  kind === 'measure' || aggregation === 'Count'

/** How the total comes about, for the reader who wonders why averages do not add up. */
export const totalWords = ({ additive, kind }: CatalogColumn, aggregation: Aggregation): string => {
  const isSum =
    aggregation === 'Sum' || aggregation === 'Count' || (kind === 'measure' && aggregation === 'None' && additive)
  return isSum ? 'Sum of the rows' : 'Calculated from all records, so rows may not add up to the total'
}
