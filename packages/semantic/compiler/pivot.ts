import type { FilterValue, QuerySort, SemanticQuery } from '../query.ts'
import { shownGroups } from './shown-groups.ts'

/** Group columns of a query laid out on two axes. */
export interface Pivot {
  /** columnIds down */
  readonly rows: readonly string[]
  /** columnIds across */
  readonly columns: readonly string[]
  /** those of both that identify what the name before them names: a position has either both or neither */
  readonly keys: readonly string[]
  /** subtotals of every first columns of an axis; totals of a whole axis are always there */
  readonly subtotals: boolean
  /** every row has a total over all columns across */
  readonly rowTotals: boolean
}

/** The cells at one grain: all combinations of the first `rows` columns down and the first `columns` columns across. */
export interface PivotGrain {
  readonly rows: number
  readonly columns: number
  /** shows its group columns in order, then the measures */
  readonly query: SemanticQuery
}

type Values = readonly FilterValue[]

/** A position on an axis: values of its first columns. Fewer than all is a subtotal, none the total of the axis. */
export type AxisPosition = Values

const isKey = ({ groupBy }: SemanticQuery, { columnId, aggregation }: SemanticQuery['columns'][number]): boolean =>
  aggregation === 'None' && groupBy.includes(columnId)

/** The measures of a pivot, in order. */
export const pivotMeasures = (query: SemanticQuery): SemanticQuery['columns'] =>
  query.columns.filter((column) => !isKey(query, column))

/** The sort of the whole query, as far as the grain shows what it names. Columns across are not sorted by measures. */
const sortOf = (whole: SemanticQuery, columns: SemanticQuery['columns'], isAcross: boolean): QuerySort[] =>
  whole.sort.flatMap((sort): QuerySort[] => {
    const named = 'column' in sort ? whole.columns[sort.column] : { columnId: sort.columnId, aggregation: 'None' }
    if (named === undefined) return []
    const column = columns.findIndex(
      ({ columnId, aggregation }) => columnId === named.columnId && aggregation === named.aggregation,
    )
    const isDropped =
      column < 0 || (isAcross && !isKey(whole, columns[column] ?? { columnId: '', aggregation: 'None' }))
    return isDropped ? [] : [{ column, direction: sort.direction }]
  })

/** The query over some of its groups' columns: measures are computed again over all records of each of its groups. */
export const grainQuery = (query: SemanticQuery, groupBy: readonly string[], isAcross = false): SemanticQuery => {
  const { groupLimits = [], having, earlierGroups, ...rest } = query
  const isWhole = groupBy.length === query.groupBy.length
  const groupFilter = isWhole ? undefined : shownGroups(query)
  const limits = groupLimits.filter(({ columnId }) => groupBy.includes(columnId))
  const keys = groupBy.map((columnId) => ({ columnId, aggregation: 'None' as const }))
  const columns = [...keys, ...pivotMeasures(query)]
  return {
    ...rest,
    groupBy,
    columns,
    sort: sortOf(query, columns, isAcross),
    top: null,
    page: null,
    ...(limits.length === 0 ? {} : { groupLimits: limits }),
    ...(isWhole && having ? { having } : {}),
    ...(groupFilter ? { groupFilter } : {}),
    // a filter on groups of all columns says nothing of the groups of some
    ...(earlierGroups && having === undefined ? { earlierGroups } : {}),
  }
}

/** How many of an axis' columns its positions have: a name and its key count as one. */
const axisDepths = (axis: readonly string[], { keys }: Pick<Pivot, 'keys'>): number[] =>
  Array.from({ length: axis.length + 1 }, (_, count) => count).filter((count) => !keys.includes(axis[count] ?? ''))

/** Every grain of a pivot. Those of one axis alone say in which order its positions come. */
export const pivotGrains = (query: SemanticQuery, { rows, columns, subtotals, keys }: Pivot): PivotGrain[] =>
  axisDepths(rows, { keys }).flatMap((down) =>
    axisDepths(columns, { keys }).flatMap((across) => {
      const isWhole = (down === 0 || down === rows.length) && (across === 0 || across === columns.length)
      if (!subtotals && !isWhole && down !== 0 && across !== 0) return []
      const groupBy = [...rows.slice(0, down), ...columns.slice(0, across)]
      return [{ rows: down, columns: across, query: grainQuery(query, groupBy, down === 0 && across > 0) }]
    }),
  )

const serializeValues = (values: Values): string => JSON.stringify(values)

/**
 * The positions of an axis in order: members before their subtotal, the total of the axis last. `answers`: the positions at each depth
 * of the axis from the total down, in the order of their own grain.
 */
export const axisPositions = (answers: readonly (readonly Values[])[], subtotals: boolean): AxisPosition[] => {
  const below = (parent: Values, [next, ...deeper]: readonly (readonly Values[])[]): AxisPosition[] => {
    if (next === undefined) return [parent]
    const own = next.filter((values) => serializeValues(values.slice(0, parent.length)) === serializeValues(parent))
    const isShown = parent.length === 0 || subtotals
    return [...own.flatMap((values) => below(values, deeper)), ...(isShown ? [parent] : [])]
  }
  return below([], answers.slice(1))
}
