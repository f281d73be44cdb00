import type { WidgetData } from '#contract/dashboards.ts'
import type { Cell, ResultColumn } from '#contract/reports.ts'

export interface ResultTable {
  readonly columns: readonly ResultColumn[]
  readonly rows: readonly (readonly Cell[])[]
}

const NO_COLUMN = -1

export const columnIndex = ({ columns }: Pick<ResultTable, 'columns'>, columnId: string): number =>
  columns.findIndex((column) => column.columnId === columnId)

/** The first dimension, which the rows are grouped by. */
export const firstDimension = ({ columns }: Pick<ResultTable, 'columns'>): ResultColumn | null =>
  columns.find(({ kind }) => kind === 'dimension') ?? null

/** The named column, else the first measure. */
export const measureNamed = ({ columns }: Pick<ResultTable, 'columns'>, columnId: string): ResultColumn | null =>
  columns.find((column) => column.columnId === columnId) ?? columns.find(({ kind }) => kind === 'measure') ?? null

/** What a group without rows has: 0 of what adds up, nothing where there is nothing to divide. */
export const valueWithoutRows = (table: Pick<ResultTable, 'columns'>, measureId: string): 0 | null =>
  measureNamed(table, measureId)?.additive === true ? 0 : null

export const numberAt = (row: readonly Cell[] | undefined, index: number): number | null => {
  const cell = index === NO_COLUMN ? null : row?.[index]
  return typeof cell === 'number' && Number.isFinite(cell) ? cell : null
}

export const textAt = (row: readonly Cell[] | undefined, index: number): string | null => {
  const cell = index === NO_COLUMN ? null : row?.[index]
  return cell === null || cell === undefined || cell === '' ? null : String(cell)
}

/** Whether the result is empty: no rows, and no number other than zero. */
export const isEmptyResult = ({ rows, kpis, account, goal, report }: WidgetData): boolean => {
  if (account !== undefined || goal !== undefined) return false
  if (report !== undefined) return report.rowCount === 0
  return rows.length === 0 && kpis.every(({ value }) => value === null || value === 0)
}
