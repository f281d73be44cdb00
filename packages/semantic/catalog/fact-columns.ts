import { buildMeasure, stored } from './build-column.ts'
import type { Dimension, Measure } from './column.ts'
import { timestampColumns, weekendDimension } from './date-columns.ts'
import type { Aggregate, Field, Formula } from './formula.ts'

/** The order's date, its parts and its weekend, which filter the fact's records and not the records of the type. */
export const factOrderDates = (fact: string): Dimension[] =>
  [
    ...timestampColumns({ prefix: 'order', displayName: 'Order date', name: 'ordered' }),
    weekendDimension(stored('ordered_local')),
  ].map((column) => ({
    ...column,
    fact,
    description: `${column.description}; filters the sales, not the records`,
  }))

export const ofFact = <A extends Aggregate>(fact: string, aggregate: A): A & { readonly fact: string } => ({
  ...aggregate,
  fact,
})

/** The formula over a fact's records. Throws for an aggregate at a coarser grain, which has no fact. */
export const formulaOfFact = (formula: Formula, fact: string): Formula => {
  if (formula.kind !== 'ratio') return ofFact(fact, formula)
  const { numerator, denominator } = formula
  if (denominator.kind === 'coarser') throw new Error('A coarser aggregate has no fact')
  return { ...formula, numerator: ofFact(fact, numerator), denominator: ofFact(fact, denominator) }
}

type FactMeasureOptions = Omit<Parameters<typeof buildMeasure>[0], 'record' | 'formula'> & {
  readonly fact: string
  readonly formula: Formula
}

/** A measure computed from a fact's records, with a value for each record of the type. */
export const factMeasure = ({ fact, ...options }: FactMeasureOptions): Measure =>
  buildMeasure({ ...options, record: (scope) => scope.perRecord(fact, options.formula) })

/**
 * Which orders count: every measure of money or units counts paid orders, of which paid refunds are the negative part. Orders that
 * are neither paid nor canceled are open. Each order is one of the three.
 */
export const isPaid: Field = (scope) => `(${scope.col('payment_status')} = 'paid')`
export const isCanceled: Field = (scope) => `(${scope.col('payment_status')} = 'cancelled')`
export const isOpen: Field = (scope) => `(${scope.col('payment_status')} NOT IN ('paid', 'cancelled'))`
