import { createFormats } from '../value-format.ts'
import type { ReportCell, ReportChartInput, ReportColumn } from './report-data.ts'

export const formats = createFormats({ culture: 'en-US', currency: 'USD' })
export const box = { width: 640, height: 300 }

export const dimension = (columnId: string): ReportColumn => ({
  columnId,
  displayName: columnId,
  kind: 'dimension',
  format: 'text',
  additive: false,
})
export const measure = (columnId: string, additive = true, format = 'currency'): ReportColumn => ({
  ...dimension(columnId),
  kind: 'measure',
  format,
  additive,
})

interface Case extends Partial<ReportChartInput> {
  readonly kind: ReportChartInput['chart']['kind']
  readonly columns: readonly ReportColumn[]
  readonly rows: readonly (readonly ReportCell[])[]
  readonly series?: readonly string[]
  readonly x?: string
}

/** A chart's input; `x` is the first column. */
export const makeChartInput = ({ kind, columns, series = [], x, ...rest }: Case): ReportChartInput => ({
  chart: { kind, x: x ?? columns[0]?.columnId ?? null, series },
  columns,
  formats,
  ...rest,
})

export const channels = [dimension('channel'), measure('netSales')]
export const byChannel = (count: number, value = (at: number) => 1000 - at): ReportCell[][] =>
  Array.from({ length: count }, (_, at) => [`Channel ${at}`, value(at)])
