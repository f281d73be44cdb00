import type { Cell } from '#contract/reports.ts'
import type { PlannedKpi, WidgetPlan } from './widget.ts'

type Row = readonly Cell[]

/** All KPIs of a tile, in order. */
export const allKpis = ({ kpis, joined }: WidgetPlan): readonly PlannedKpi[] => [
  ...(kpis?.items ?? []),
  ...(joined?.kpis.items ?? []),
]

/** The value of a column for a group without a row. */
export const absentValue = (isAdditive: boolean): 0 | null => (isAdditive ? 0 : null)

/** Rows and the values of their columns for a group without a row: 0 for a sum, null for a ratio. */
export interface JoinableRows {
  readonly rows: readonly Row[]
  readonly absent: Row
}

/** Rows of two queries joined by their first `keys` cells, in the order of the left ones, then of the others. */
export const joinRows = (left: JoinableRows, right: JoinableRows, keys: number): Cell[][] => {
  const joinKey = (row: Row): string => JSON.stringify(row.slice(0, keys))
  const toJoin = new Map(right.rows.map((row) => [joinKey(row), row]))
  const known = new Set(left.rows.map(joinKey))
  return [
    ...left.rows.map((row) => [...row, ...(toJoin.get(joinKey(row))?.slice(keys) ?? right.absent)]),
    ...right.rows
      .filter((row) => !known.has(joinKey(row)))
      .map((row) => [...row.slice(0, keys), ...left.absent, ...row.slice(keys)]),
  ]
}
