import type { Measure } from '../catalog/column.ts'
import type { SemanticQuery } from '../query.ts'
import {
  buildSource,
  type Compilation,
  type CompiledStatement,
  type CompilerOptions,
  columnAt,
  startCompilation,
  toStatement,
} from './compilation.ts'
import { buildRestriction } from './compile-groups.ts'
import { recordConditions } from './contributing-records.ts'
import { fromClause, whereClause } from './source.ts'

/** The measures of a list that count some of its records only; null for its other columns. */
const countedMeasures = ({ query, type }: Compilation): readonly (Measure | null)[] =>
  query.columns.map(({ columnId }, index) => {
    const column = columnAt(type, columnId, `columns[${index}]`)
    return column.kind === 'measure' && column.additive && column.population && column.record ? column : null
  })

/**
 * What a list shows and its totals leave out: rows of `open` or `canceled`, the number of records, and a cell per column with the
 * sum of their values, null where the total counts every record. Null for a query whose totals leave nothing out.
 */
export const compileNotCounted = (query: SemanticQuery, options: CompilerOptions): CompiledStatement | null => {
  if (query.grain !== 'records') return null
  const compilation = startCompilation(query, options)
  const { type, scope } = compilation
  const measures = countedMeasures(compilation)
  if (type.unpaid === undefined || measures.every((measure) => measure === null)) return null
  const { dialect } = scope
  const status = `CASE WHEN ${type.unpaid.isOpen(scope)} THEN 'open' WHEN ${type.unpaid.isCanceled(scope)} THEN 'canceled' END`
  const sums = measures.map((measure) => {
    if (!measure?.record || !measure.population) return 'NULL'
    const value = measure.record(scope)
    const isLeftOut = `NOT ${measure.population(scope)}`
    return measure.type === 'number' ? dialect.sumDecimal(value, isLeftOut) : dialect.sumInteger(value, isLeftOut)
  })
  const source = buildSource(compilation)
  const own = recordConditions(compilation, scope, source)
  const { joins, conditions } = buildRestriction(compilation)(scope)
  const where = whereClause([...own, ...conditions, `${status} IS NOT NULL`])
  const from = `${fromClause({ scope, type, source })}${joins}${where}`
  const selected = [status, dialect.countWhere(null), ...sums].join(', ')
  return toStatement(compilation, `SELECT ${selected} ${from} GROUP BY ${status} ORDER BY ${status} DESC`)
}
