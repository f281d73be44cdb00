import type { Aggregation, Format } from '#domain/report-terms.ts'
import type { Column } from '../catalog/column.ts'
import type { Aggregate, CoarserAggregate, Formula } from '../catalog/formula.ts'
import { aggregateColumn } from '../compiler/aggregation.ts'
import type { Definitions } from '../definitions/definitions.ts'
import type { FormulaDescription, FormulaPart } from './fold-proof.ts'

const ownFormat = (leaf: Aggregate | CoarserAggregate): Format => {
  const { kind } = leaf.kind === 'coarser' ? leaf.of : leaf
  return kind === 'sumDecimal' || kind === 'sumOnce' || kind === 'average' || kind === 'median' ? 'number' : 'integer'
}

const partOf = (name: string, leaf: Aggregate | CoarserAggregate, isMoney: boolean): FormulaPart => ({
  name,
  isMoney,
  format: isMoney ? 'currency' : ownFormat(leaf),
})

const describeRatio = (
  formula: Extract<Formula, { kind: 'ratio' }>,
  isMoney: boolean,
  definitions: Definitions,
): FormulaDescription => {
  const { numerator, denominator, money = [isMoney, false] } = formula
  const names = typeof formula.names === 'function' ? formula.names(definitions) : formula.names
  return {
    operator: 'divide',
    parts: [partOf(names[0], numerator, money[0]), partOf(names[1], denominator, money[1])],
  }
}

/**
 * The parts of a column's formula, with names. A mean is a sum ÷ the number of records that have a value.
 * Throws `NotAggregatable`.
 */
export const describeFormula = (
  column: Column,
  aggregation: Aggregation,
  definitions: Definitions,
): FormulaDescription => {
  const { formula, isMoney, format } = aggregateColumn(column, aggregation)
  if (formula.kind === 'ratio') return describeRatio(formula, isMoney, definitions)
  if (formula.kind !== 'average') return { operator: 'none', parts: [{ name: column.displayName, format, isMoney }] }
  return {
    operator: 'divide',
    parts: [
      { name: `Sum of ${column.displayName}`, format, isMoney },
      { name: 'Records with a value', format: 'integer', isMoney: false },
    ],
  }
}
