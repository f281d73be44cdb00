import type { CatalogColumn } from '#contract/report-catalog.ts'
import { type Aggregation, FORMATS, type Format } from '#domain/report-terms.ts'

/** Columns to choose from. Quantities of lines add up to units sold, so a report is offered the one that fits its rows. */
export const offeredColumns = (columns: readonly CatalogColumn[], isGrouped: boolean): readonly CatalogColumn[] => {
  const [other, fitting] = isGrouped ? ['quantity', 'unitsSold'] : ['unitsSold', 'quantity']
  const hasFitting = columns.some(({ columnId }) => columnId === fitting)
  return columns.filter(({ columnId, filterOnly }) => !filterOnly && !(hasFitting && columnId === other))
}

/** Aggregations of a column in a grouped report; `None` is the measure's own formula, or groups by the dimension. */
export const allowedAggregations = (column: CatalogColumn): readonly Aggregation[] => column.aggregations

const MEASURE_AGGREGATION_LABELS: Readonly<Record<Aggregation, string>> = {
  None: 'Default',
  Sum: 'Sum',
  Count: 'Count',
  Min: 'Minimum',
  Max: 'Maximum',
  Avg: 'Average',
  Median: 'Median',
  Mode: 'Most frequent value (mode)',
  P25: '25th percentile',
  P75: '75th percentile',
  P90: '90th percentile',
  P95: '95th percentile',
}

const DIMENSION_AGGREGATION_LABELS: Readonly<Record<Aggregation, string>> = {
  ...MEASURE_AGGREGATION_LABELS,
  None: 'Group by',
  Count: 'Distinct count',
  Min: 'First',
  Max: 'Last',
}

export const aggregationLabel = (aggregation: Aggregation, kind: CatalogColumn['kind']): string =>
  (kind === 'measure' ? MEASURE_AGGREGATION_LABELS : DIMENSION_AGGREGATION_LABELS)[aggregation]

const FORMAT_LABELS: Readonly<Record<Format, string>> = {
  number: 'Number',
  integer: 'Whole number',
  currency: 'Currency',
  percent: 'Percent',
  days: 'Months or years, from days',
  date: 'Date',
  dateTime: 'Date and time',
  text: 'Text',
}

const NUMERIC: readonly Format[] = ['number', 'integer', 'currency', 'percent', 'days']
const DATED: readonly Format[] = ['date', 'dateTime']

/** Formats suitable for the column's values, its own first. */
export const allowedFormats = ({ format }: CatalogColumn): readonly Format[] => {
  const family = [NUMERIC, DATED].find((formats) => formats.includes(format)) ?? [format]
  return FORMATS.filter((one) => family.includes(one)).toSorted((a, b) => Number(b === format) - Number(a === format))
}

export const formatLabel = (format: Format): string => FORMAT_LABELS[format]

/** Whether a total of the column is meaningful. */
export const hasTotal = ({ kind }: CatalogColumn, aggregation: Aggregation): boolean =>
  kind === 'measure' || aggregation === 'Count'

/** How the total is calculated. */
export const totalDescription = ({ additive, kind }: CatalogColumn, aggregation: Aggregation): string => {
  const isSum =
    aggregation === 'Sum' || aggregation === 'Count' || (kind === 'measure' && aggregation === 'None' && additive)
  return isSum ? 'Sum of the rows' : 'Calculated from all records, so rows may not add up to the total'
}
