import { z } from 'zod'
import { isSameSitePath } from '#domain/field-rules.ts'
import { COMPARE_NAMES, toCompareMode } from '#domain/ranges/comparison-mode.ts'
import {
  AGGREGATIONS,
  CALCULATION_KINDS,
  CALCULATION_OPERATORS,
  COMPARISONS,
  COUNT_COMPARISONS,
  FILTER_LEVELS,
  FILTER_OPERATORS,
  FORMATS,
} from '#domain/report-terms.ts'

export const FilterValue = z.union([z.string().max(1000), z.number(), z.boolean(), z.null()])

/** The column is any of the values, or none of them where they are excluded; null is a blank. */
const DimensionFilter = z.strictObject({
  columnId: z.string().min(1).max(100),
  values: z.array(FilterValue).min(1).max(100),
  exclude: z.boolean().default(false),
})

/** All of them must match. */
export const DimensionFilters = z.array(DimensionFilter).max(20)

const HistoryEvents = z.strictObject({
  /** report type of the records, of those whose records belong to people: Orders, OrderLines, Memberships, Reservations, and so on */
  of: z.string().max(50),
  /** on columns of those records, evaluated as of today; all of them must match */
  filters: z
    .array(
      z.strictObject({
        columnId: z.string().min(1).max(100),
        comparison: z.enum(COMPARISONS).default('Equal'),
        value: FilterValue.default(null),
      }),
    )
    .max(20)
    .default([]),
  /**
   * On the type's date, of memberships with a cancellation date on that: a relative range, or dates such as `2026-03-01/2026-04-01`, of
   * which the last is out. `2026-03-01/` is since that day, `/2026-03-01` before it.
   */
  dates: z.string().max(100).nullable().default(null),
})

/**
 * A condition on what the person did to whom a record belongs: on how many records of a type that person has, or on the first or last
 * of them. All services, currencies and sales channels count, whatever else the report is limited to.
 */
export const HistoryCondition = HistoryEvents.extend({
  /** `any`: how many of them meet the filters and dates; `first` and `last`: whether that one does */
  which: z.enum(['any', 'first', 'last']).default('any'),
  /** of `any`; at least one unless given. Equal 0: people who did not. Lines count once per order. */
  count: z
    .strictObject({
      comparison: z.enum(COUNT_COMPARISONS).default('GreaterThanOrEqual'),
      value: z.number().int().min(0).max(1_000_000).default(1),
    })
    .optional(),
  /**
   * of `any`: only those on a later day than the person's first of these; where none is wanted, than the last. `sameDay`: on that day as
   * well
   */
  after: HistoryEvents.extend({ sameDay: z.boolean().default(false) }).optional(),
})
export type HistoryCondition = z.infer<typeof HistoryCondition>

const columnRef = { columnId: z.string().max(100).optional(), columnName: z.string().max(100).optional() }

export const CompareName = z.enum(COMPARE_NAMES).transform(toCompareMode)

export const ReportColumn = z.object({
  ...columnRef,
  displayName: z.string().max(200).optional(),
  aggregation: z.enum(AGGREGATIONS).default('None'),
  total: z.boolean().default(true),
  totalAggregation: z.string().max(20).default('sum'),
  format: z.enum(FORMATS).optional(),
  /** pixels in a table; absent: as wide as its content */
  width: z.number().int().min(40).max(2000).optional(),
  /** stays at the left of a table while the others scroll; several keep their order */
  pinned: z.boolean().optional(),
  /** a template over columnIds, such as `/reports/orders/list?f.customerId=Equal:{customerId}` */
  hyperlink: z.string().max(500).refine(isSameSitePath, 'This must be a page on this site').nullable().optional(),
})

export const ReportFilter = z.object({
  ...columnRef,
  comparison: z.enum(COMPARISONS).default('Equal'),
  value: FilterValue.default(null),
  /**
   * In a grouped report, a filter on a measure applies to single records (lines with a quantity of at least 10) or to groups
   * (groups whose total quantity is at least 10). Default: groups. All other filters apply to records.
   */
  appliesTo: z.enum(FILTER_LEVELS).optional(),
})

export const ReportSort = z.object({
  ...columnRef,
  direction: z.enum(['asc', 'desc']).default('asc'),
  /**
   * Sorts groups by how much the value changed from the compared range, as an amount. A group without earlier records changed by all it
   * has; a rate without one of the two values comes last. Only of the first sort, and only with a comparison: without one, by the value.
   */
  by: z.literal('change').optional(),
})

/**
 * Keeps the first `top` values of a group column by a measure, over the report's filters and dates; nulls rank last. Rows of all other
 * values are combined in one group with the value `All others`, at every combination with other group columns. The comparison has
 * the same groups. Text columns only.
 */
const ReportGroupLimit = z.object({
  ...columnRef,
  top: z.number().int().min(1).max(1000),
  by: z.object({ ...columnRef, aggregation: z.enum(AGGREGATIONS).default('None') }),
  direction: z.enum(['asc', 'desc']).default('desc'),
})

const Operand = z.union([
  z.object({ value: z.number().min(-1e9).max(1e9) }),
  z.object({ ...columnRef, aggregation: z.enum(AGGREGATIONS).default('None') }),
])
type Operand = z.infer<typeof Operand>

/** Arithmetic on measures and constants, money in major units. */
export type ReportExpression =
  | Operand
  | {
      operator: (typeof CALCULATION_OPERATORS)[number]
      left: ReportExpression
      right: ReportExpression
    }

/** Operations within operations. */
const MAX_DEPTH = 5

const expression = (depth: number): z.ZodType<ReportExpression, unknown> => {
  if (depth === 0) return Operand
  const part = expression(depth - 1)
  return z.union([z.object({ operator: z.enum(CALCULATION_OPERATORS), left: part, right: part }), Operand])
}

export const ReportExpression = expression(MAX_DEPTH)

/**
 * A measure that the definition computes from others. Columns, sorts, filters and top N's name it by its columnId. Units are checked:
 * amount ÷ count is an amount, amount ÷ amount a percentage, and amount × amount is refused. A total is computed from the totals of
 * its parts.
 */
export const ReportCalculation = z.object({
  columnId: z
    .string()
    .min(1)
    .regex(/^[a-z][A-Za-z0-9]{0,49}$/, 'This must be a word of letters and digits'),
  displayName: z.string().min(1).max(200),
  kind: z.enum(CALCULATION_KINDS).default('arithmetic'),
  of: ReportExpression,
  /** of a rank: `desc` gives 1 to the highest value */
  direction: z.enum(['asc', 'desc']).default('desc'),
  /**
   * Group column that a running total, difference or rank goes along, separately for each combination of the other group columns;
   * null: along the rows in their order, a rank among all rows
   */
  along: z.string().max(100).nullable().default(null),
})

/**
 * Lays the groups out on two axes: these group columns across, the others down. The result has a subtotal for every first columns of
 * an axis, and totals of both.
 */
const ReportPivot = z.object({
  columns: z.array(z.string().max(100)).min(1).max(3),
  /** false: only the totals of the whole axes */
  subtotals: z.boolean().default(true),
  /** false: no totals at the right, where what is across does not add up, such as months since signup */
  rowTotals: z.boolean().optional(),
})

const RelativeDateFilter = z.object({
  /** a relative range, or dates such as `2026-03-01/2026-04-01`, of which the last is out */
  relativeRange: z.string().max(100).default('None'),
  columnName: z.string().max(100).optional(),
})

const CHART_KINDS = ['none', 'line', 'bar', 'stackedBar', 'pie', 'heatmap', 'map'] as const

/**
 * `x` and each of `series` are columnIds of the report; a heatmap's two axes are `x` and the first of `series`. `rates` are columnIds
 * written at the ends of the bars of the last series, in their order; `size` is written next to the names of a heatmap's rows.
 */
export const ReportChart = z.object({
  kind: z.enum(CHART_KINDS).default('none'),
  x: z.string().max(100).nullable().default(null),
  series: z.array(z.string().max(100)).max(20).default([]),
  rates: z.array(z.string().max(100)).max(20).optional(),
  size: z.string().max(100).optional(),
  /** default: the series and `x` */
  title: z.string().max(200).optional(),
})
export type ReportChart = z.infer<typeof ReportChart>

export const ReportDefinition = z.object({
  reportType: z.string().max(50),
  name: z.string().max(200).default(''),
  description: z.string().max(2000).nullable().default(null),
  /** only rows of this service; null: of all */
  serviceType: z.string().max(50).nullable().default(null),
  serviceId: z.string().max(100).nullable().default(null),
  columns: z.array(ReportColumn).min(1).max(100),
  filters: z.array(ReportFilter).max(100).default([]),
  filterOperator: z.enum(FILTER_OPERATORS).default('And'),
  /** all of them must match, whatever the operator */
  dimensionFilters: DimensionFilters.optional(),
  /** on the people to whom the records belong; all of them must match, whatever the operator */
  history: z.array(HistoryCondition).max(10).optional(),
  /** whether sales include orders of the club channel; default: yes */
  includeClubOrders: z.boolean().optional(),
  groupColumns: z
    .array(
      z.union([z.string().max(100), z.object({ columnId: z.string().max(100) }).transform(({ columnId }) => columnId)]),
    )
    .max(20)
    .default([]),
  calculations: z.array(ReportCalculation).max(20).default([]),
  /** a top N of group columns, at most one each */
  groupLimits: z.array(ReportGroupLimit).max(20).default([]),
  pivot: ReportPivot.nullable().default(null),
  orderColumns: z.array(ReportSort).max(20).default([]),
  relativeDateFilter: RelativeDateFilter.nullable().default(null),
  /** what the range is compared with */
  compare: CompareName.nullable().default(null),
  top: z.number().int().min(1).max(10_000).nullable().default(null),
  requiresFilter: z.boolean().default(false),
  /**
   * columnIds in the order they are shown; empty: as in `columns`. A column that a list leaves out is answered but not shown
   * until it is chosen: links may name it. Cells of an answer always follow `columns`.
   */
  columnOrder: z.array(z.string().max(100)).max(100).default([]),
  /** aggregation of columns that name none */
  aggregations: z
    .array(z.object({ ...columnRef, aggregation: z.enum(AGGREGATIONS) }))
    .max(100)
    .default([]),
  chart: ReportChart.nullable().default(null),
})
export type ReportDefinition = z.infer<typeof ReportDefinition>
/** A definition as input: fields with a default may be omitted. */
export type ReportDefinitionInput = z.input<typeof ReportDefinition>

/** A definition itself, a built-in report by its slug with group (`orders/by-brand`), or a saved report by its id. */
export const DefinitionRef = z.union([
  z.strictObject({ builtin: z.string().max(100) }),
  z.strictObject({ id: z.string().max(100) }),
  ReportDefinition,
])
export type DefinitionRef = z.input<typeof DefinitionRef>
