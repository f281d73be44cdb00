import { type Aggregate, hasOwnDates } from '../catalog/formula.ts'
import { buildSource, type Compilation } from '../compiler/compilation.ts'
import { buildRestriction } from '../compiler/compile-groups.ts'
import { fromClause, whereClause } from '../compiler/source.ts'

/** SELECT of the records' own values, one row per record. */
const recordValues = (
  compilation: Compilation,
  leaf: Aggregate,
  values: readonly string[],
  more: readonly string[],
) => {
  const { scope, type } = compilation
  const source = buildSource(compilation)
  const { joins, conditions } = buildRestriction(compilation)(scope)
  const range = source.range === null || hasOwnDates(leaf) ? [] : [source.range()]
  const where = whereClause([...source.conditions, ...range, ...more, ...conditions])
  return `${values.join(', ')} ${fromClause({ scope, type, source })}${joins}${where}`
}

/** The value of one record for the aggregate: null where it is not counted. */
const countedValue = (leaf: Exclude<Aggregate, { kind: 'countDistinct' }>, { scope }: Compilation): string => {
  const value = leaf.kind === 'count' ? '1' : leaf.of(scope)
  return leaf.where ? `CASE WHEN ${leaf.where(scope)} THEN ${value} END` : value
}

const foldDistinct = (compilation: Compilation, leaf: Extract<Aggregate, { kind: 'countDistinct' }>): string => {
  const { scope } = compilation
  const values = leaf.of.map((part) => part(scope))
  const counted = [...(leaf.where ? [leaf.where(scope)] : []), ...values.map((sql) => `${sql} IS NOT NULL`)]
  const named = values.map((sql, index) => `${sql} AS v${index + 1}`)
  return `SELECT COUNT(*) FROM (SELECT DISTINCT ${recordValues(compilation, leaf, named, counted)}) AS r`
}

/** Records with the same key share their value, so DISTINCT keeps one of them. */
const foldOnce = (compilation: Compilation, leaf: Extract<Aggregate, { kind: 'sumOnce' }>): string => {
  const { scope, dialect } = compilation
  const keys = leaf.per.map((part, index) => `${part(scope)} AS k${index + 1}`)
  const values = recordValues(compilation, leaf, [...keys, `${countedValue(leaf, compilation)} AS v`], [])
  return `SELECT ${dialect.sumDecimal('r.v', null)} FROM (SELECT DISTINCT ${values}) AS r`
}

/**
 * SELECTs of one number each, folded from the values of single records, independently of how a report computes it. An average
 * gives its sum and its number of values, everything else one.
 */
export const foldRecords = (compilation: Compilation, leaf: Aggregate): string[] => {
  if (leaf.kind === 'countDistinct') return [foldDistinct(compilation, leaf)]
  if (leaf.kind === 'sumOnce') return [foldOnce(compilation, leaf)]
  const { dialect } = compilation
  const values = recordValues(compilation, leaf, [`${countedValue(leaf, compilation)} AS v`], [])
  const fold = (sql: string) => `SELECT ${sql} FROM (SELECT ${values}) AS r`
  switch (leaf.kind) {
    case 'count':
      return [fold(dialect.countWhere('r.v IS NOT NULL'))]
    case 'sum':
      return [fold(dialect.sumInteger('r.v', null))]
    case 'sumDecimal':
      return [fold(dialect.sumDecimal('r.v', null))]
    case 'min':
      return [fold(dialect.min('r.v', null))]
    case 'max':
      return [fold(dialect.max('r.v', null))]
    case 'quantile':
      return [fold(dialect.quantile('r.v', leaf.fraction, null))]
    case 'survival':
      return [fold(dialect.survival('r.v', leaf.bound, null))]
    case 'mode':
      return [fold(dialect.mode('r.v', null))]
    case 'average':
      return [fold(dialect.sumDecimal('r.v', null)), fold(dialect.countWhere('r.v IS NOT NULL'))]
  }
}
