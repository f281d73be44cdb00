import { type Around, type Group, groupRecords, sortGroups } from './groups.ts'
import type { Context, ReferenceRecord } from './report-type.ts'
import type { Asked, AskedColumn } from './request.ts'
import type { Value } from './value.ts'

/** Positions on both axes, subtotals included, and a list of cells for each position down. */
export interface ReferencePivot {
  readonly rows: readonly (readonly Value[])[]
  readonly columns: readonly (readonly Value[])[]
  readonly cells: readonly (readonly Value[])[]
}

type Values = readonly Value[]

const isSame = (a: Values, b: Values): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Measures of the pivot: everything shown that is not grouped by. */
const askedMeasures = ({ columns, groupBy }: Asked): AskedColumn[] =>
  columns.filter(
    ({ column, aggregation, columnId }) =>
      column.kind === 'measure' || aggregation !== 'None' || !groupBy.includes(columnId),
  )

/** The same question by some of its groups, over the records of the groups that are shown. */
const by = (asked: Asked, groupBy: readonly string[], isAcross: boolean): Asked => {
  const measures = askedMeasures(asked)
  const keys = asked.columns.filter((column) => !measures.includes(column) && groupBy.includes(column.columnId))
  /** A sort means the first column of its name, which may be a number of a group column. */
  const isSorted = (columnId: string) => {
    const named = asked.columns.find((column) => column.columnId === columnId)
    return named !== undefined && measures.includes(named) ? !isAcross : groupBy.includes(columnId)
  }
  return {
    ...asked,
    groupBy,
    columns: [...keys, ...measures],
    groupFilters: [],
    sort: asked.sort.filter(({ columnId }) => isSorted(columnId)),
  }
}

/** Values of an axis below a position, each followed by its own total. */
const below = (position: Values, levels: readonly (readonly Values[])[], subtotals: boolean): Values[] => {
  const next = levels[0]
  if (next === undefined) return [position]
  const own = next.filter((values) => isSame(values.slice(0, position.length), position))
  const members = own.flatMap((values) => below(values, levels.slice(1), subtotals))
  return position.length === 0 || subtotals ? [...members, position] : members
}

interface PivotOptions {
  /** columns of each level: a name comes with what tells two of it apart */
  readonly down: readonly (readonly string[])[]
  readonly across: readonly (readonly string[])[]
  readonly subtotals: boolean
  readonly around: Around
  /** groups without records that come with others */
  readonly ended: (one: Asked, own: readonly Group[]) => readonly Group[]
  /** a measure's value as it is answered */
  readonly present: (column: AskedColumn, value: Value) => Value
  /** the same of a group's value */
  readonly presentKey: (columnId: string, value: Value) => Value
}

/** Folds the records of every pair of positions on their own. */
export const computePivot = (
  asked: Asked,
  records: readonly ReferenceRecord[],
  context: Context,
  { down, across, subtotals, around, ended, present, presentKey }: PivotOptions,
): ReferencePivot => {
  const groupsBy = (groupBy: readonly string[], isAcross: boolean) => {
    const one = by(asked, groupBy, isAcross)
    const own = groupRecords(one, records, context, around)
    return sortGroups(one, [...own, ...ended(one, own)], context)
  }
  const levelsOf = (axis: PivotOptions['down'], isAcross: boolean) =>
    axis.map((_, depth) => groupsBy(axis.slice(0, depth + 1).flat(), isAcross).map(({ key }) => key))
  const rows = below([], levelsOf(down, false), subtotals)
  const columns = below([], levelsOf(across, true), subtotals)
  const measures = askedMeasures(asked)
  const folded = new Map<string, ReadonlyMap<string, Values>>()
  const foldedBy = (groupBy: readonly string[]): ReadonlyMap<string, Values> => {
    const name = groupBy.join()
    const cells =
      folded.get(name) ??
      new Map(groupsBy(groupBy, false).map(({ key, cells: all }) => [JSON.stringify(key), all.slice(-measures.length)]))
    folded.set(name, cells)
    return cells
  }
  const cellsAt = (row: Values, column: Values): Value[] => {
    const groups = foldedBy([...down.flat().slice(0, row.length), ...across.flat().slice(0, column.length)])
    const found = groups.get(JSON.stringify([...row, ...column]))
    return measures.map((measure, index) => present(measure, found?.[index] ?? null))
  }
  const presented = (axis: PivotOptions['down'], positions: readonly Values[]): Values[] =>
    positions.map((values) => values.map((value, index) => presentKey(axis.flat()[index] ?? '', value)))
  return {
    rows: presented(down, rows),
    columns: presented(across, columns),
    cells: rows.map((row) => columns.flatMap((column) => cellsAt(row, column))),
  }
}
