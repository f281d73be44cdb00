/** Terms of report definitions that queries, API and screens share. */
export const AGGREGATIONS = [
  'None',
  'Sum',
  'Count',
  'Min',
  'Max',
  'Avg',
  'Median',
  'Mode',
  'P25',
  'P75',
  'P90',
  'P95',
] as const
export type Aggregation = (typeof AGGREGATIONS)[number]

/** Follows the name of an aggregated column: `Net sales (max)`. */
const AGGREGATION_NAMES: Readonly<Record<Exclude<Aggregation, 'None'>, string>> = {
  Sum: 'sum',
  Count: 'count',
  Min: 'min',
  Max: 'max',
  Avg: 'average',
  Median: 'median',
  Mode: 'mode',
  P25: '25th percentile',
  P75: '75th percentile',
  P90: '90th percentile',
  P95: '95th percentile',
}

/** The header of a column with an aggregation. */
export const aggregatedName = (displayName: string, aggregation: Aggregation): string =>
  aggregation === 'None' ? displayName : `${displayName} (${AGGREGATION_NAMES[aggregation]})`

/** How the total of a column is made of its records. */
export type TotalKind = 'sum' | 'avg' | 'median' | 'overall'

/** A total; an average or median says so, since it could be taken for a sum. */
export const totalText = (text: string, totalAggregation: string): string =>
  totalAggregation === 'sum' || totalAggregation === 'overall' ? text : `${totalAggregation} ${text}`

export const COMPARISONS = [
  'Equal',
  'NotEqual',
  'GreaterThan',
  'LessThan',
  'GreaterThanOrEqual',
  'LessThanOrEqual',
  'Contains',
  'NotContains',
  'StartsWith',
  'EndsWith',
  'IsNull',
  'IsNotNull',
  'IsFalse',
  'IsTrue',
] as const
export type Comparison = (typeof COMPARISONS)[number]

/** Comparisons of a number of records. */
export const COUNT_COMPARISONS = [
  'GreaterThanOrEqual',
  'Equal',
  'LessThanOrEqual',
  'GreaterThan',
  'LessThan',
] as const satisfies readonly Comparison[]
export type CountComparison = (typeof COUNT_COMPARISONS)[number]

export const COMPARISON_LABELS: Readonly<Record<Comparison, string>> = {
  Equal: 'is',
  NotEqual: 'is not',
  GreaterThan: 'is more than',
  LessThan: 'is less than',
  GreaterThanOrEqual: 'is at least',
  LessThanOrEqual: 'is at most',
  Contains: 'contains',
  NotContains: 'does not contain',
  StartsWith: 'starts with',
  EndsWith: 'ends with',
  IsNull: 'is blank',
  IsNotNull: 'is not blank',
  IsFalse: 'is No',
  IsTrue: 'is Yes',
}

export const FILTER_OPERATORS = ['And', 'Or'] as const

export const CALCULATION_OPERATORS = ['add', 'subtract', 'multiply', 'divide'] as const
export type CalculationOperator = (typeof CALCULATION_OPERATORS)[number]

/**
 * `arithmetic`: the expression itself; the others apply to its values. `shareOfTotal` divides by the value of all rows.
 * `runningTotal`, `difference` (from the previous row) and `rank` compare rows.
 */
export const CALCULATION_KINDS = ['arithmetic', 'shareOfTotal', 'runningTotal', 'difference', 'rank'] as const
export type CalculationKind = (typeof CALCULATION_KINDS)[number]

/**
 * The group of everything beyond a top N. In a group column with a top N this text always means that group: records whose own
 * value is the same text belong to it.
 */
export const ALL_OTHERS = 'All others'

/** What a filter on a measure compares in a grouped report: the value of each record, or of each group. */
export const FILTER_LEVELS = ['records', 'groups'] as const
export type FilterLevel = (typeof FILTER_LEVELS)[number]

/** Display format of a column. `percent` is a fraction of 1; `days` are shown as months or years. */
export const FORMATS = ['number', 'integer', 'currency', 'percent', 'days', 'date', 'dateTime', 'text'] as const
export type Format = (typeof FORMATS)[number]

/** Whether a higher value of a measure is better. */
export const GOOD_DIRECTIONS = ['up', 'down', 'neutral'] as const
export type GoodDirection = (typeof GOOD_DIRECTIONS)[number]

/** How a report is shown on a dashboard. */
export const REPORT_SHOWS = ['number', 'chart', 'table', 'pivot'] as const
export type ReportShow = (typeof REPORT_SHOWS)[number]

/** Parts of an answer that a follow-up question can change. */
export const ANSWER_CHANGES = [
  'measure',
  'groups',
  'filters',
  'limits',
  'dates',
  'comparison',
  'order',
  'share',
  'chart',
  'reasons',
] as const
export type AnswerChange = (typeof ANSWER_CHANGES)[number]

/** What questions count, list and group by. */
export const NOUN_NAMES = [
  'order',
  'customer',
  'newCustomer',
  'repeatCustomer',
  'product',
  'member',
  'signup',
  'cancellation',
  'onHoldMember',
  'hold',
  'holdEnd',
  'declinedMember',
  'skippedMember',
  'release',
  'reservation',
  'refund',
  'guest',
  'person',
] as const
export type NounName = (typeof NOUN_NAMES)[number]
