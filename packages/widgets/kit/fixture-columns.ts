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

const WEEKS = [
  '2026-09-28',
  '2026-10-05',
  '2026-10-12',
  '2026-10-19',
  '2026-10-26',
  '2026-11-02',
  '2026-11-09',
  '2026-11-16',
]
const SHARES = [
  ['pos', 0.46],
  ['web', 0.17],
  ['club', 0.31],
  ['phone', 0.06],
] as const

/** Rows of week, channel and a number, of the total of each week. */
export const sampleWeeksByChannel = (totals: readonly number[]) =>
  WEEKS.flatMap((week, index) =>
    SHARES.map(([channel, share]) => [week, channel, Math.round((totals[index] ?? 0) * share)]),
  )
