import { z } from 'zod'
import { COMPARE_MODES } from '#domain/ranges/comparison-range.ts'
import { AGGREGATIONS, COMPARISONS, FILTER_OPERATORS, FORMATS, GOOD_DIRECTIONS } from '#domain/report-terms.ts'
import { Instant, LocalDay } from './common.ts'
import { endpoint } from './endpoint.ts'

/** `until` is exclusive; both are local days of the account. */
export const ResolvedRange = z.object({
  from: LocalDay,
  until: LocalDay,
  label: z.string(),
  /** today, or a later day, is part of it */
  partial: z.boolean(),
})

export const Cell = z.union([z.string(), z.number(), z.boolean(), z.null()])
export type Cell = z.infer<typeof Cell>
export const ResultRow = z.array(Cell)

export const ResultColumn = z.object({
  columnId: z.string(),
  columnName: z.string(),
  displayName: z.string(),
  kind: z.enum(['dimension', 'measure']),
  type: z.string(),
  format: z.enum(FORMATS),
  aggregation: z.enum(AGGREGATIONS),
  total: z.boolean(),
  totalAggregation: z.string(),
  additive: z.boolean(),
  goodDirection: z.enum(GOOD_DIRECTIONS),
})
export type ResultColumn = z.infer<typeof ResultColumn>

const columnRef = { columnId: z.string().max(100).optional(), columnName: z.string().max(100).optional() }

export const ReportColumn = z.object({
  ...columnRef,
  displayName: z.string().max(200).optional(),
  aggregation: z.enum(AGGREGATIONS).default('None'),
  total: z.boolean().default(true),
  totalAggregation: z.string().max(20).default('sum'),
  format: z.enum(FORMATS).optional(),
  hyperlink: z.string().max(500).nullable().optional(),
})

export const ReportFilter = z.object({
  ...columnRef,
  comparison: z.enum(COMPARISONS).default('Equal'),
  value: z.union([z.string().max(1000), z.number(), z.boolean(), z.null()]).default(null),
})

export const ReportSort = z.object({ ...columnRef, direction: z.enum(['asc', 'desc']).default('asc') })

export const RelativeDateFilter = z.object({
  relativeRange: z.string().default('None'),
  columnName: z.string().max(100).optional(),
})

export const ReportDefinition = z.object({
  reportType: z.string().max(50),
  name: z.string().max(200).default(''),
  columns: z.array(ReportColumn).min(1).max(100),
  filters: z.array(ReportFilter).max(100).default([]),
  filterOperator: z.enum(FILTER_OPERATORS).default('And'),
  groupColumns: z
    .array(
      z.union([z.string().max(100), z.object({ columnId: z.string().max(100) }).transform(({ columnId }) => columnId)]),
    )
    .max(20)
    .default([]),
  orderColumns: z.array(ReportSort).max(20).default([]),
  relativeDateFilter: RelativeDateFilter.nullable().default(null),
  top: z.number().int().min(1).max(10_000).nullable().default(null),
  requiresFilter: z.boolean().default(false),
})
export type ReportDefinition = z.infer<typeof ReportDefinition>

export const ReportQuery = z.object({
  definition: ReportDefinition,
  page: z.number().int().min(1).default(1),
  pageSize: z.number().int().min(1).max(500).default(50),
  filters: z.array(ReportFilter).max(100).default([]),
  /** `OrderDate-Last30Days`: replaces the definition's range */
  relativeDate: z.string().max(200).optional(),
  from: LocalDay.optional(),
  /** exclusive */
  until: LocalDay.optional(),
  compare: z.enum(COMPARE_MODES).optional(),
  known: z.string().optional(),
})
export type ReportQuery = z.input<typeof ReportQuery>

export const ReportResult = z.object({
  columns: z.array(ResultColumn),
  rows: z.array(ResultRow),
  totals: z.array(Cell),
  others: ResultRow.optional(),
  previous: z.array(ResultRow.nullable()).optional(),
  previousTotals: z.array(Cell).optional(),
  rowCount: z.number().int(),
  range: ResolvedRange.nullable(),
  compareRange: ResolvedRange.optional(),
  excluded: z.array(z.object({ currency: z.string(), rows: z.number().int() })),
  asOf: Instant.nullable(),
  timeZone: z.string(),
  definitionVersion: z.string(),
  etag: z.string(),
})
export type ReportResult = z.infer<typeof ReportResult>

export const CatalogColumn = z.object({
  columnId: z.string(),
  columnName: z.string(),
  displayName: z.string(),
  kind: z.enum(['dimension', 'measure']),
  type: z.string(),
  format: z.enum(FORMATS),
  additive: z.boolean(),
  description: z.string(),
  goodDirection: z.enum(GOOD_DIRECTIONS),
})

export const ReportCatalog = z.object({
  builtin: z.array(z.unknown()),
  reportTypes: z.array(z.object({ reportType: z.string(), title: z.string(), columns: z.array(CatalogColumn) })),
})

export const reports = {
  catalog: endpoint({
    method: 'GET',
    path: '/reports/catalog',
    summary: 'Report types with their columns',
    access: 'reports',
  }).output(ReportCatalog),
  /** served raw: the answer is kept as serialised bytes */
  query: endpoint({
    method: 'POST',
    path: '/reports/query',
    summary: 'Run a report definition',
    access: 'reports',
    effect: 'read',
    transport: 'raw',
  })
    .input(ReportQuery)
    .output(ReportResult),
}
