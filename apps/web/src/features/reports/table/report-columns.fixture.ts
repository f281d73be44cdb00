import type { ReportDefinition } from '#contract/report-definition.ts'
import type { ResultColumn } from '#contract/reports.ts'

type Shape = Pick<ResultColumn, 'columnId' | 'kind' | 'type' | 'format'> & Partial<ResultColumn>

const resultColumn = (shape: Shape): ResultColumn => ({
  columnName: shape.columnId.charAt(0).toUpperCase() + shape.columnId.slice(1),
  displayName: shape.columnId,
  aggregation: 'None',
  total: shape.kind === 'measure',
  totalAggregation: 'sum',
  additive: shape.kind === 'measure',
  goodDirection: 'up',
  ...shape,
})

export const text = (columnId: string, more: Partial<ResultColumn> = {}): ResultColumn =>
  resultColumn({ columnId, kind: 'dimension', type: 'text', format: 'text', ...more })

export const money = (columnId: string, more: Partial<ResultColumn> = {}): ResultColumn =>
  resultColumn({ columnId, kind: 'measure', type: 'currency', format: 'currency', ...more })

/** A definition with all optional parts omitted. */
export const makeDefinition = (
  columns: readonly { readonly columnId: string; readonly hyperlink?: string }[],
  more: Partial<ReportDefinition> = {},
): ReportDefinition => ({
  reportType: 'Orders',
  name: '',
  description: null,
  serviceType: null,
  serviceId: null,
  columns: columns.map((column) => ({ aggregation: 'None', total: true, totalAggregation: 'sum', ...column })),
  filters: [],
  filterOperator: 'And',
  groupColumns: [],
  calculations: [],
  groupLimits: [],
  pivot: null,
  orderColumns: [],
  relativeDateFilter: null,
  top: null,
  requiresFilter: false,
  columnOrder: [],
  compare: null,
  aggregations: [],
  chart: null,
  ...more,
})
