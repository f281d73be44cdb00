import { ALL_OTHERS } from '#domain/report-terms.ts'
import type { Dimension } from '../catalog/column.ts'
import type { GroupLimit, SemanticQuery } from '../query.ts'
import { dimensionField } from './compile-filter.ts'
import type { CompilerScope } from './scope.ts'

/** The group of everything beyond a top N, as SQL. */
const REST = `'${ALL_OTHERS}'`

export interface GroupKey {
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

/** SQL of the values that a limit keeps, as `kept_value` with `kept`, for the scope of the records that are joined to it. */
export type CompileTopValues = (limit: GroupLimit, scope: CompilerScope) => string

export interface KeyOptions {
  readonly limits: SemanticQuery['groupLimits']
  readonly compileTopValues: CompileTopValues
  /** of the joins' aliases, unique in a statement's FROM */
  readonly prefix: string
  /** default: every dimension */
  readonly isKey?: (dimension: Dimension) => boolean
}

/** A join of a record to the value that a limit keeps; without one the record is among the rest. */
export const joinTopValues = (field: string, kept: string, alias: string, { dialect }: CompilerScope): string =>
  ` LEFT JOIN (${kept}) AS ${alias} ON ${dialect.isSame(field, `${alias}.kept_value`)}`

/** Keys of a scope's records. Compile them before the relation's FROM, because they may need joins of the base table. */
export const compileKeys = (
  dimensions: readonly Dimension[],
  scope: CompilerScope,
  { limits = [], compileTopValues, prefix, isKey = () => true }: KeyOptions,
): GroupKeys => {
  const joins: string[] = []
  const keys = dimensions.flatMap((dimension, index): GroupKey[] => {
    if (!isKey(dimension)) return []
    const alias = `k${index + 1}`
    const field = dimensionField(dimension, scope)
    const limit = limits.find(({ columnId }) => columnId === dimension.columnId)
    if (limit === undefined) return [{ dimension, alias, sql: field }]
    const kept = `${prefix}${index + 1}`
    joins.push(joinTopValues(field, compileTopValues(limit, scope), kept, scope))
    return [{ dimension, alias, sql: `CASE WHEN ${kept}.kept IS NULL THEN ${REST} ELSE ${field} END` }]
  })
  return { joins: joins.join(''), keys }
}

/** A value of that name is among the rest, so that the name means one group. */
export const isNotRest = (key: string): string => `(${key} IS NULL OR ${key} <> ${REST})`

/** Sorts the rest after every other group. */
export const restLast = (key: string): string => `CASE WHEN ${key} = ${REST} THEN 1 ELSE 0 END`
