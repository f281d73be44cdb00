import { cellName } from '#charts/report/report-series.ts'
import { type Formats, MISSING } from '#charts/value-format.ts'
import type { Cell, ResultColumn } from '#contract/reports.ts'
import { labelOf } from '#domain/code-labels.ts'

const NUMERIC: ReadonlySet<string> = new Set(['number', 'integer', 'currency', 'percent'])

/** Whether the column's values are amounts, which stand at the right. */
export const isAmount = ({ columnId, kind, format, aggregation }: ResultColumn): boolean =>
  NUMERIC.has(format) &&
  (kind === 'measure' || aggregation === 'Count' || !/(Year|Weekday|Hour|MonthOfYear)$/.test(columnId))

/** A cell of an answer as people read it. */
export const cellText = (column: ResultColumn, cell: Cell | undefined, formats: Formats): string => {
  const value = cell ?? null
  if (isAmount(column)) return typeof value === 'number' ? formats.value(value, column.format) : MISSING
  if (value === null && column.kind === 'measure') return MISSING
  return cellName({ ...column, place: 0 }, value, { formats, nameOf: labelOf })
}
