import { findColumn, queriedType } from '../catalog/catalog.ts'
import { type Aggregate, hasOwnDates, listLeaves } from '../catalog/formula.ts'
import type { MeasureRef, SemanticQuery } from '../query.ts'
import { aggregateColumn } from './aggregation.ts'
import type { Compilation } from './compilation.ts'
import type { CompilerScope } from './scope.ts'
import type { Source } from './source.ts'

const measureFormula = (
  { columnId, aggregation, ...queried }: MeasureRef,
  { customFields, planned }: SemanticQuery,
) => {
  const type = queriedType({ ...queried, ...(customFields ? { customFields } : {}), ...(planned ? { planned } : {}) })
  const column = type && findColumn(type, columnId)
  return column ? aggregateColumn(column, aggregation).formula : null
}

/** Aggregates of a measure that are computed from the query's records. */
const contributingLeaves = ({ query }: Compilation, measure: MeasureRef): Aggregate[] => {
  const formula = measureFormula(measure, query)
  const fact = query.semiJoin?.fact
  return formula === null
    ? []
    : listLeaves(formula).flatMap((leaf) => (leaf.kind !== 'coarser' && leaf.fact === fact ? [leaf] : []))
}

const countingConditions = (leaf: Aggregate, scope: CompilerScope, range: Source['range']): string[] => [
  ...(leaf.where ? [leaf.where(scope)] : []),
  ...(range === null || hasOwnDates(leaf) ? [] : [range()]),
]

/** Every condition on a record: the query's own, and that the record contributes to the measure. */
export const recordConditions = (compilation: Compilation, scope: CompilerScope, source: Source): string[] => {
  const { contributingTo } = compilation.query
  const leaves = contributingTo === undefined ? [] : contributingLeaves(compilation, contributingTo)
  if (leaves.length === 0) return [...source.conditions, ...(source.range === null ? [] : [source.range()])]
  const counted = leaves.map((leaf) => countingConditions(leaf, scope, source.range))
  if (counted.some((conditions) => conditions.length === 0)) return [...source.conditions]
  const any = new Set(counted.map((conditions) => `(${conditions.join(' AND ')})`))
  return [...source.conditions, `(${[...any].join(' OR ')})`]
}
