import { measure, stored } from './build-column.ts'
import type { Dimension, Measure } from './column.ts'
import { momentColumns } from './date-columns.ts'
import type { Aggregate, Formula } from './formula.ts'

/** The order's date and its parts, which limit what is counted of each record and not which records there are. */
export const factOrderDates = (fact: string): Dimension[] =>
  momentColumns({
    prefix: 'order',
    displayName: 'Order date',
    local: stored('ordered_local'),
    utc: stored('ordered_utc'),
  }).map((column) => ({ ...column, fact, description: `${column.description}; limits the sales, not the records` }))

export const ofFact = <A extends Aggregate>(fact: string, aggregate: A): A & { readonly fact: string } => ({
  ...aggregate,
  fact,
})

type FactMeasureOptions = Omit<Parameters<typeof measure>[0], 'record' | 'formula'> & {
  readonly fact: string
  readonly formula: Formula
}

/** A measure made of a fact's records, which each record of the type has its own value of. */
export const factMeasure = ({ fact, ...options }: FactMeasureOptions): Measure =>
  measure({ ...options, record: (scope) => scope.perRecord(fact, options.formula) })
