import { z } from 'zod'
import { COMPARE_MODES, NO_COMPARISON } from '#domain/ranges/comparison-mode.ts'
import { AGGREGATIONS, COMPARISONS, FORMATS, GOOD_DIRECTIONS } from '#domain/report-terms.ts'
import { endpoint, endpointFor } from './endpoint.ts'
import { Instant, LocalDay } from './fields.ts'
import { FilterBar } from './filter-bar.ts'
import { columnFields, ReportCatalog } from './report-catalog.ts'
import { CompareName, DefinitionRef, DimensionFilters, ReportFilter, ReportSort } from './report-definition.ts'

/** `until` is exclusive; both are local days of the account. */
export const ResolvedRange = z.object({
  from: LocalDay,
  until: LocalDay,
  label: z.string(),
  /** includes today or a later day */
  partial: z.boolean(),
})

export const Cell = z.union([z.string(), z.number(), z.boolean(), z.null()])
export type Cell = z.infer<typeof Cell>
export const ResultRow = z.array(Cell)

export const ResultColumn = z.object({
  ...columnFields,
  aggregation: z.enum(AGGREGATIONS),
  total: z.boolean(),
  totalAggregation: z.string(),
  additive: z.boolean(),
  goodDirection: z.enum(GOOD_DIRECTIONS),
  /** columnId of the name whose values it identifies: a column that the definition does not show, after those that it does */
  keyOf: z.string().optional(),
  /** columnId of the proportion whose guests, visits and so on it counts: a column that the definition does not show, as the last ones */
  countOf: z.string().optional(),
})
export type ResultColumn = z.infer<typeof ResultColumn>

/** Whether the definition shows the column. */
export const isShownColumn = ({ keyOf, countOf }: Pick<ResultColumn, 'keyOf' | 'countOf'>): boolean =>
  keyOf === undefined && countOf === undefined

/** What a call adds to a definition. */
const callOptions = {
  filters: z.array(ReportFilter).max(100).default([]),
  /** like `filters`, all of them must match */
  dimensionFilters: DimensionFilters.default([]),
  /** whether sales include orders of the club channel */
  includeClubOrders: z.boolean().default(true),
  /** `OrderDate-Last30Days`: replaces the definition's range; with `from` and `until` it only names their column */
  relativeDate: z.string().max(200).optional(),
  from: LocalDay.optional(),
  /** exclusive */
  until: LocalDay.optional(),
  /** replaces the definition's comparison; `none`: without */
  compare: z.union([z.literal(NO_COMPARISON), CompareName]).optional(),
  /** replaces the definition's sort */
  sort: z.array(ReportSort).max(20).optional(),
}

export const ReportCallOptions = z.object(callOptions)

const paging = {
  page: z.number().int().min(1).default(1),
  pageSize: z.number().int().min(1).max(500).default(50),
}

export const ReportQuery = z.object({
  definition: DefinitionRef,
  ...paging,
  ...callOptions,
  known: z.string().optional(),
})
export type ReportQuery = z.input<typeof ReportQuery>

/** How a comparison range was found. */
export const Comparison = z.object({
  /** the mode in force: one that does not fit the range is replaced */
  mode: z.enum(COMPARE_MODES),
  /** the holiday or club release that both ranges are aligned on, with its year */
  alignedOn: z.object({ current: z.string(), previous: z.string() }).nullable(),
  /** first day with data, if the comparison range begins before it; else null */
  dataStarts: LocalDay.nullable(),
  /** why there is no plan to compare with; null or absent: there is, or it is another comparison */
  noPlan: z.string().nullish(),
})
export type Comparison = z.infer<typeof Comparison>

/** The parts of both ranges for which both have data. */
export const LikeForLikeRanges = z.object({ range: ResolvedRange, compareRange: ResolvedRange })

/** With short history, the totals over the like-for-like parts; null: the comparison range has no data. */
const ReportComparison = Comparison.extend({
  likeForLike: LikeForLikeRanges.extend({ totals: z.array(Cell), previousTotals: z.array(Cell) }).nullable(),
})

/** Group values of the first columns of an axis. Fewer than it has columns: their subtotal; none: the total of the axis. */
const AxisPosition = z.array(Cell)

/**
 * A pivot: its positions down and across, each in order with members before their subtotal and the total last. `cells` has a value per
 * measure for the first position across, then for the second …; null where there are no records.
 */
export const PivotResult = z.object({
  rowColumns: z.array(ResultColumn),
  columnColumns: z.array(ResultColumn),
  measures: z.array(ResultColumn),
  columns: z.array(AxisPosition),
  rows: z.array(
    z.object({
      values: AxisPosition,
      cells: z.array(Cell),
      /** of the compared range */
      previous: z.array(Cell).optional(),
    }),
  ),
})
export type PivotResult = z.infer<typeof PivotResult>

export const ReportResult = z.object({
  columns: z.array(ResultColumn),
  rows: z.array(ResultRow),
  totals: z.array(Cell),
  others: ResultRow.optional(),
  previous: z.array(ResultRow.nullable()).optional(),
  /** of a comparison: the page has every group of both ranges */
  hasEveryGroup: z.boolean().optional(),
  /** the same groups laid out on two axes, for a definition with a `pivot` */
  pivot: PivotResult.optional(),
  previousTotals: z.array(Cell).optional(),
  rowCount: z.number().int(),
  range: ResolvedRange.nullable(),
  compareRange: ResolvedRange.optional(),
  comparison: ReportComparison.optional(),
  excluded: z.array(z.object({ currency: z.string(), rows: z.number().int() })),
  /** records that a list shows and its totals leave out */
  notCounted: z.array(
    z.object({
      kind: z.enum(['open', 'canceled']),
      records: z.number().int(),
      /** sum of the records' values per column; null where the total counts every record */
      cells: z.array(Cell),
    }),
  ),
  /** share of the net sales whose lines have a cost, of a report with cost, profit or margin; null: no such column, or no sales */
  costCoverage: z.number().nullable(),
  asOf: Instant.nullable(),
  timeZone: z.string(),
  definitionVersion: z.string(),
  etag: z.string(),
})
export type ReportResult = z.infer<typeof ReportResult>

/**
 * A number of an answer: the group values of its row by columnId (empty: the total) and the measure by columnId.
 * `aggregation` tells two columns of one measure apart. `period: previous` is the compared one.
 */
export const CellPlace = z.object({
  row: z.record(z.string().max(100), z.union([z.string().max(1000), z.number(), z.boolean(), z.null()])).default({}),
  measure: z.string().max(100),
  aggregation: z.enum(AGGREGATIONS).default('None'),
  period: z.enum(['current', 'previous']).default('current'),
})
export type CellPlace = z.input<typeof CellPlace>

const ofReport = z.object({ definition: DefinitionRef, ...callOptions, cell: CellPlace })

/** A number of a dashboard tile: its KPIs have no row. */
const ofWidget = z.object({
  widget: z.object({ type: z.string().max(100), props: z.record(z.string(), z.unknown()).default({}) }),
  includeClubOrders: z.boolean().default(true),
  /** that of the dashboard */
  filterBar: FilterBar.optional(),
  cell: CellPlace,
})

export const ExplainRequest = z.union([ofReport, ofWidget])
export type ExplainRequest = z.input<typeof ExplainRequest>

export const DrillRequest = z.union([ofReport.extend(paging), ofWidget.extend(paging)])
export type DrillRequest = z.input<typeof DrillRequest>

/**
 * The records' own values aggregated for comparison with the number shown. `sum` is what the records give for the part: a sum, a
 * distinct count or a median, as `name` says. Money in major units.
 */
export const Proof = z.object({
  parts: z.array(z.object({ name: z.string(), sum: z.number().nullable() })),
  computed: z.number().nullable(),
  cell: z.number().nullable(),
  matches: z.boolean(),
  /** number of aggregated records */
  records: z.number().int(),
  /** the records add up to `computed`; false: it is an average, a median, a ratio, or a count of distinct values */
  isSum: z.boolean(),
})
export type Proof = z.infer<typeof Proof>

export const DrillResult = z.object({
  columns: z.array(ResultColumn),
  rows: z.array(ResultRow),
  rowCount: z.number().int(),
  proof: Proof,
  range: ResolvedRange.nullable(),
  asOf: Instant.nullable(),
  timeZone: z.string(),
})
export type DrillResult = z.infer<typeof DrillResult>

/** From all records under the figure's filters and dates to those that it counts. Amounts in major units. */
export const Bridge = z.object({
  /** report type of the records */
  reportType: z.string(),
  /** `all`, what is left out (`minus`), what is added or taken within the rest (`adjust`), `figure` */
  steps: z.array(
    z.object({
      kind: z.enum(['all', 'minus', 'adjust', 'figure']),
      label: z.string(),
      records: z.number().int(),
      /** of `records`; null where records cannot be refunds */
      refunds: z.number().int().nullable(),
      /** null where there is none, as for records of other currencies */
      amount: z.number().nullable(),
    }),
  ),
  /** whether the last step equals the figure, or the first part of its ratio; null where it is neither a sum nor a count */
  matches: z.boolean().nullable(),
  /** what unrounded lines would add; null where rounding changes no total */
  rounding: z.number().nullable(),
})
export type Bridge = z.infer<typeof Bridge>

const OrderTotals = z.object({
  orders: z.number().int(),
  refunds: z.number().int(),
  /** major units of the account's currency */
  netSales: z.number(),
})

/** Stored orders of a service in a figure's range, without its filters, and the same as the source gave them. */
export const SourceCheck = z.object({
  serviceId: z.string(),
  name: z.string(),
  stored: OrderTotals,
  /** counted before the rows were merged; null: not known of all stored orders */
  source: OrderTotals.nullable(),
  matches: z.boolean().nullable(),
})
export type SourceCheck = z.infer<typeof SourceCheck>

/** Number lineage: what a number is, how it was calculated and the records that prove it. */
export const Lineage = z.object({
  label: z.string(),
  /** the measure in plain words */
  definition: z.string(),
  format: z.enum(FORMATS),
  /** of what the records add up to: of a running total, a difference or a rank, the row's own number */
  recordsFormat: z.enum(FORMATS),
  value: z.number().nullable(),
  /** the formula with this number's values: `$57,515.00 ÷ 214` has two parts and an operator; parts of a calculation follow its expression */
  formula: z.object({
    operator: z.enum(['none', 'divide', 'calculate']),
    /** of a calculated column, with the names of its measures: `(Net sales − Tax) ÷ Orders` */
    expression: z.string().nullable(),
    parts: z.array(z.object({ name: z.string(), value: z.number().nullable(), format: z.enum(FORMATS) })),
  }),
  /** active filters and the groups of the row, in words: `Sales channel is Web`, `Total quantity is at least 10` */
  filters: z.array(
    z.object({
      columnId: z.string(),
      label: z.string(),
      comparison: z.enum(COMPARISONS),
      value: Cell,
      /** of a condition on the history of the records' people, which compares no column: the whole of it, such as `who ordered last year` */
      sentence: z.string().optional(),
      /** one of the alternatives must match; all others must match */
      isAlternative: z.boolean(),
      /** alternatives with the same number belong together; null: none */
      alternativesOf: z.number().int().nullable(),
    }),
  ),
  range: ResolvedRange.nullable(),
  /** name of the date that the range limits; null without a range */
  rangeOf: z.string().nullable(),
  /** null if the measure is not a sale */
  clubOrders: z.enum(['included', 'left out']).nullable(),
  timeZone: z.string(),
  currency: z.string(),
  asOf: Instant.nullable(),
  definitionVersion: z.string(),
  proof: Proof,
  /** null for a figure without records of its own */
  bridge: Bridge.nullable(),
  /** for figures of orders: a check that does not use the figure's query; null for others */
  sources: z.array(SourceCheck).nullable(),
})
export type Lineage = z.infer<typeof Lineage>

export const EXPORT_FORMATS = ['csv', 'xlsx', 'pdf'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

export const ExportRequest = z.object({
  definition: DefinitionRef,
  ...callOptions,
  format: z.enum(EXPORT_FORMATS),
  /** CSV and XLSX: a last row with the totals; PDF always has one */
  totals: z.boolean().default(false),
  /** CSV: title, filters, dates, zone, age of the data and row count as lines before the header, each beginning with `#` */
  details: z.boolean().default(false),
})
export type ExportRequest = z.input<typeof ExportRequest>

const SAMPLE_LIST = { reportType: 'Orders', columns: [{ columnId: 'orderId' }] }
const SAMPLE_TOTAL = { reportType: 'Orders', columns: [{ columnId: 'orderCount' }] }

const read = endpointFor({ access: 'reports' })

export const reports = {
  catalog: read('GET /reports/catalog', 'Built-in reports, and report types with their columns').output(ReportCatalog),
  /** served raw: the response is cached as serialized bytes */
  query: read('POST /reports/query', 'Run a report definition', {
    effect: 'read',
    transport: 'raw',
    sample: { body: { definition: SAMPLE_LIST } },
  })
    .input(ReportQuery)
    .output(ReportResult),
  drill: read('POST /reports/drill', 'The records behind a number, and the proof that they add up to it', {
    effect: 'read',
    transport: 'raw',
    sample: { body: { definition: SAMPLE_TOTAL, cell: { measure: 'orderCount' } } },
  })
    .input(DrillRequest)
    .output(DrillResult),
  explain: read('POST /reports/explain', 'How a number is calculated', {
    effect: 'read',
    transport: 'raw',
    sample: { body: { definition: SAMPLE_TOTAL, cell: { measure: 'orderCount' } } },
  })
    .input(ExplainRequest)
    .output(Lineage),
  /** returns the file with all rows, or 413 before the first byte */
  export: endpoint('POST /reports/export', 'Export a report as a CSV, XLSX, or PDF file', {
    access: 'reports',
    effect: 'read',
    transport: 'raw',
    audit: { area: 'reports', label: 'Exported a report' },
    rateLimit: { bucket: 'export', hits: 10, seconds: 60, per: 'user' },
    sample: {
      body: { definition: SAMPLE_LIST, format: 'csv' },
    },
  }).input(ExportRequest),
}
