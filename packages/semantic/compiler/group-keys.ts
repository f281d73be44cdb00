import { ALL_OTHERS } from '#domain/report-terms.ts'
import type { Dimension } from '../catalog/column.ts'
import type { GroupLimit, SemanticQuery } from '../query.ts'
import { dimensionField } from './compile-filter.ts'
import type { CompilerScope } from './scope.ts'

/** The group of everything beyond a top N, as SQL. */
const REST = `'${ALL_OTHERS}'`

interface GroupKey {
  readonly dimension: Dimension
  /** `k1` … by the dimension's index in the query */
  readonly alias: string
  /** of one record */
  readonly sql: string
}

export interface GroupKeys {
  /** joins that the keys need, after those of the base table */
  readonly joins: string
  readonly keys: readonly GroupKey[]
}

/** SQL of the values that a limit keeps, as `kept_value` with `kept_key` and `kept`, for the scope of the records that are joined to it. */
export type CompileTopValues = (limit: GroupLimit, scope: CompilerScope) => string

export interface KeyOptions {
  readonly limits: SemanticQuery['groupLimits']
  readonly compileTopValues: CompileTopValues
  /** of the joins' aliases, unique in a statement's FROM */
  readonly prefix: string
  /** default: every dimension */
  readonly isKey?: (dimension: Dimension) => boolean
}

/** Whether a limit is about a column: the one that it names, or the one that identifies its values. */
export const limitsColumn = ({ columnId, key }: GroupLimit, column: string): boolean =>
  columnId === column || key === column

/** A join of a record to the value that a limit keeps, and its key; without one the record is among the rest. */
export const joinTopValues = (
  [field, key]: readonly [field: string, key: string | null],
  kept: string,
  alias: string,
  { dialect }: CompilerScope,
): string => {
  const own = dialect.isSame(field, `${alias}.kept_value`)
  const on = key === null ? own : `${own} AND ${dialect.isSame(key, `${alias}.kept_key`)}`
  return ` LEFT JOIN (${kept}) AS ${alias} ON ${on}`
}

/** Keys of a scope's records. Compile them before the relation's FROM, because they may need joins of the base table. */
export const compileKeys = (
  dimensions: readonly Dimension[],
  scope: CompilerScope,
  { limits = [], compileTopValues, prefix, isKey = () => true }: KeyOptions,
): GroupKeys => {
  const joins = new Map<GroupLimit, string>()
  const keyField = (name: string | undefined): string | null => {
    const dimension = dimensions.find(({ columnId }) => columnId === name)
    return dimension === undefined ? null : dimensionField(dimension, scope)
  }
  const keys = dimensions.flatMap((dimension, index): GroupKey[] => {
    if (!isKey(dimension)) return []
    const alias = `k${index + 1}`
    const field = dimensionField(dimension, scope)
    const limit = limits.find((one) => limitsColumn(one, dimension.columnId))
    if (limit === undefined) return [{ dimension, alias, sql: field }]
    const kept = `${prefix}${limits.indexOf(limit) + 1}`
    if (!joins.has(limit)) {
      const fields = [keyField(limit.columnId) ?? field, keyField(limit.key)] as const
      joins.set(limit, joinTopValues(fields, compileTopValues(limit, scope), kept, scope))
    }
    return [{ dimension, alias, sql: `CASE WHEN ${kept}.kept IS NULL THEN ${REST} ELSE ${field} END` }]
  })
  return { joins: [...joins.values()].join(''), keys }
}

/** A value of that name is among the rest, so that the name means one group. */
export const isNotRest = (key: string): string => `(${key} IS NULL OR ${key} <> ${REST})`

/** Sorts the rest after every other group. */
export const restLast = (key: string): string => `CASE WHEN ${key} = ${REST} THEN 1 ELSE 0 END`
