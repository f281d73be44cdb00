import type { PeriodCalendar } from '#domain/ranges/period.ts'
import { groupDimensions } from '../catalog/catalog.ts'
import type { RowComparison } from '../catalog/column.ts'
import { aggregateColumn } from '../compiler/aggregation.ts'
import { columnAt, getReportType } from '../compiler/compilation.ts'
import { findPeriodStep, isAfterGap, valueInGap } from '../compiler/period-step.ts'
import { type FilterValue, InvalidQuery, type SemanticQuery } from '../query.ts'
import type { Cell } from './cell-records.ts'

/** A row's own number, which a running total, a difference or a rank compares with those of other rows. */
export interface ComparedNumber {
  readonly comparison: RowComparison
  /** the query, with a measure for the row's own number */
  readonly query: SemanticQuery
  readonly cell: Cell
}

/** The number that a cell compares with other rows; null for a cell that compares none. Throws `InvalidQuery`. */
export const comparedNumber = (query: SemanticQuery, cell: Cell): ComparedNumber | null => {
  const column = columnAt(getReportType(query), cell.measure, 'cell.measure')
  const comparison = column.kind === 'measure' ? column.comparedRows : undefined
  const calculations = query.calculations ?? []
  const calculation = calculations.find(({ columnId }) => columnId === column.columnId)
  if (comparison === undefined || calculation === undefined) return null
  const { of } = calculation
  if ('columnId' in of)
    return { comparison, query, cell: { ...cell, measure: of.columnId, aggregation: of.aggregation } }
  const own = { ...calculation, columnId: `${column.columnId}_row`, kind: 'arithmetic' as const, along: null }
  return {
    comparison,
    query: { ...query, calculations: [...calculations, own] },
    cell: { ...cell, measure: own.columnId },
  }
}

/** All rows of the result in the order of the comparison: after the query's columns its groups, the own and the compared number. */
export const comparedRowsQuery = ({ comparison, query, cell }: ComparedNumber, compared: Cell): SemanticQuery => ({
  ...query,
  top: null,
  page: null,
  columns: [
    ...query.columns,
    ...query.groupBy.map((columnId) => ({ columnId, aggregation: 'None' as const })),
    { columnId: cell.measure, aggregation: cell.aggregation },
    { columnId: compared.measure, aggregation: compared.aggregation },
  ],
  sort: comparison.along === null ? query.sort : [{ columnId: comparison.along, direction: 'asc' }],
})

interface ComparedRow {
  readonly keys: readonly FilterValue[]
  readonly own: number | null
  readonly compared: number | null
}

export interface FoldedComparison {
  /** the number as the report shows it */
  readonly cell: number | null
  readonly own: number | null
  /** of a running total, the sum of the rows before; of a difference, the row before; of a rank, how many rows come first */
  readonly others: number | null
  /** there are periods without rows between the row and the one before, so it is compared with such a period */
  readonly isAfterGap?: boolean
  readonly computed: number | null
  /** rounded numbers of rows that the result depends on; of a rank, the rows that may have shared its place before rounding */
  readonly rounded: number
}

const numberOrNull = (value: FilterValue | undefined): number | null => (typeof value === 'number' ? value : null)

const sumValues = (rows: readonly ComparedRow[]): number | null => {
  const values = rows.flatMap(({ own }) => own ?? [])
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0)
}

const add = (left: number | null, right: number | null): number | null =>
  left === null || right === null ? (left ?? right) : left + right

type Folded = Omit<FoldedComparison, 'cell' | 'own'>

const runningTotal = ({ own }: ComparedRow, before: readonly ComparedRow[]): Folded => {
  const others = sumValues(before)
  return { others, computed: add(own, others), rounded: before.length + 1 }
}

const difference = (
  { comparison, query, cell }: ComparedNumber,
  row: ComparedRow,
  before: ComparedRow | undefined,
  calendar: PeriodCalendar,
): Folded => {
  const step = findPeriodStep(query, groupDimensions(query), comparison.along)
  const skips = step !== null && before !== undefined && isAfterGap(step, row.keys, before.keys, calendar)
  const { formula } = aggregateColumn(columnAt(getReportType(query), cell.measure, 'cell.measure'), cell.aggregation)
  // the rows' numbers are in major units
  const others = skips ? valueInGap(query, step, formula, 1) : (before?.own ?? null)
  const computed = row.own === null || others === null ? null : row.own - others
  return { others, isAfterGap: skips, computed, rounded: 2 }
}

const rank = ({ own }: ComparedRow, rows: readonly ComparedRow[], { direction }: RowComparison): Folded => {
  if (own === null) return { others: null, computed: null, rounded: 0 }
  const values = rows.flatMap((other) => other.own ?? [])
  const first = values.filter((other) => (direction === 'desc' ? other > own : other < own)).length
  return { others: first, computed: first + 1, rounded: values.filter((other) => other === own).length - 1 }
}

/** Compares a row with the others again, from the numbers of the rows. Throws `InvalidQuery` for a row that is not shown. */
export const foldComparison = (
  compared: ComparedNumber,
  answered: readonly (readonly FilterValue[])[],
  calendar: PeriodCalendar,
): FoldedComparison => {
  const { comparison, query, cell } = compared
  const { groupBy, columns } = query
  const rows = answered.map((values): ComparedRow => {
    const keys = values.slice(columns.length, columns.length + groupBy.length)
    const [own, shown] = values.slice(columns.length + groupBy.length)
    return { keys, own: numberOrNull(own), compared: numberOrNull(shown) }
  })
  const index = rows.findIndex(({ keys }) => groupBy.every((columnId, at) => keys[at] === cell.row[columnId]))
  const row = rows[index]
  if (row === undefined) throw new InvalidQuery([{ field: 'cell.row', message: 'The report has no such row' }])
  const isComparedWith = ({ keys }: ComparedRow): boolean =>
    comparison.along === null || groupBy.every((id, at) => id === comparison.along || keys[at] === row.keys[at])
  const before = rows.slice(0, index).filter(isComparedWith)
  const fold: Readonly<Record<RowComparison['kind'], () => Folded>> = {
    runningTotal: () => runningTotal(row, before),
    difference: () => difference(compared, row, before.at(-1), calendar),
    rank: () => rank(row, rows.filter(isComparedWith), comparison),
  }
  return { cell: row.compared, own: row.own, ...fold[comparison.kind]() }
}
