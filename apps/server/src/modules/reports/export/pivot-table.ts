import type { Cell, PivotResult, ResultColumn } from '#contract/reports.ts'
import type { ReportAnswer } from '../run-report.ts'
import { type FileReader, fileCell } from './file-cells.ts'
import { TOTAL } from './report-table.ts'

/** Values of a position, with "Total" for the columns that it sums. */
const filled = (values: readonly Cell[], columns: readonly ResultColumn[]): Cell[] =>
  columns.map((_, index) => (index < values.length ? (values[index] ?? null) : TOTAL))

const headerOf = (values: readonly Cell[], { columnColumns }: PivotResult, reader: FileReader): string =>
  filled(values, columnColumns)
    .slice(0, values.length + 1)
    .flatMap((value, index) => {
      const column = columnColumns[index]
      return column?.keyOf === undefined ? [String((column ? fileCell(column, reader)(value) : value) ?? '')] : []
    })
    .join(' · ')

/** A pivot as rows with a column for each position across and measure; any other answer as it is. */
export const pivotTable = (answer: ReportAnswer, reader: FileReader): ReportAnswer => {
  const { pivot, previous: _previous, previousTotals: _previousTotals, ...rest } = answer
  if (pivot === undefined) return answer
  const { rowColumns, measures, columns, rows } = pivot
  const cellColumns = columns.flatMap((values) =>
    measures.map((measure) => ({
      ...measure,
      displayName: `${headerOf(values, pivot, reader)} · ${measure.displayName}`,
    })),
  )
  const isShown = (_: unknown, index: number): boolean => rowColumns[index]?.keyOf === undefined
  const label: ResultColumn[] = rowColumns.length === 0 ? [totalColumn(measures)] : rowColumns.filter(isShown)
  const withLabels = (values: readonly Cell[], cells: readonly Cell[]): Cell[] => [
    ...(rowColumns.length === 0 ? filled(values, label) : filled(values, rowColumns).filter(isShown)),
    ...cells,
  ]
  const hasPrevious = rows.some((row) => row.previous !== undefined)
  return {
    ...rest,
    columns: [...label, ...cellColumns],
    rows: rows.map(({ values, cells }) => withLabels(values, cells)),
    totals: [...label, ...cellColumns].map(() => null),
    ...(hasPrevious ? { previous: rows.map((row) => withLabels(row.values, row.previous ?? [])) } : {}),
  }
}

/** Without columns down there is one row, the total. */
const totalColumn = (measures: readonly ResultColumn[]): ResultColumn => ({
  columnId: 'total',
  columnName: 'Total',
  displayName: '',
  kind: 'dimension',
  type: 'text',
  format: 'text',
  aggregation: 'None',
  total: false,
  totalAggregation: measures[0]?.totalAggregation ?? 'sum',
  additive: false,
  goodDirection: 'neutral',
})
