import type { Kpi, WidgetComparison } from '#contract/dashboards.ts'
import type { ResultColumn } from '#contract/reports.ts'
import type { WidgetRange } from './widget-view.ts'

type Format = ResultColumn['format']

const column = (columnId: string, displayName: string, kind: ResultColumn['kind'], format: Format): ResultColumn => ({
  columnId,
  columnName: `${columnId.charAt(0).toUpperCase()}${columnId.slice(1)}`,
  displayName,
  kind,
  type: kind === 'measure' ? 'number' : 'text',
  format,
  aggregation: 'None',
  total: kind === 'measure',
  totalAggregation: 'sum',
  additive: format === 'currency' || format === 'integer',
  goodDirection: 'up',
})

/** Columns and numbers of sample results. */
export const sampleDimension = (columnId: string, displayName: string): ResultColumn =>
  column(columnId, displayName, 'dimension', 'text')

export const sampleMeasure = (columnId: string, displayName: string, format: Format): ResultColumn =>
  column(columnId, displayName, 'measure', format)

export const sampleKpi = (
  metric: string,
  label: string,
  format: Format,
  [value, previous]: readonly [number, number | null],
  goodDirection: Kpi['goodDirection'] = 'up',
): Kpi => ({ metric, label, value, previous, format, goodDirection })

export const sampleComparison = (mode: WidgetComparison['mode']): WidgetComparison => ({
  mode,
  alignedOn: null,
  dataStarts: null,
  likeForLike: null,
})

export const sampleRange = (from: string, until: string, label: string, partial = true): WidgetRange => ({
  from,
  until,
  label,
  partial,
})
