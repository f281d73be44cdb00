import type { CsvImportPlan } from '../../staging.ts'
import { grossAmount, rowValues } from './row-values.ts'

/** The amounts of a file of orders that become net sales, as its cells say them. */
export interface WrittenAmount {
  /** fields whose cells are added up; of several, they are multiplied in each row */
  readonly fields: readonly string[]
  /** SQL of a row’s amount in minor units, over `writtenRows` or `typedRows` */
  readonly amount: string
}

/** Null for files of other kinds, and where no column has the amounts. */
export const writtenAmount = (plan: CsvImportPlan): WrittenAmount | null => {
  const row = rowValues(plan)
  const ofColumn = (name: string): WrittenAmount => ({ fields: [name], amount: row.minor(`"${name}"`) })
  if (plan.kind === 'orders') {
    const name = ['netAmount', 'subtotal', 'total'].find(row.has)
    return name === undefined ? null : ofColumn(name)
  }
  if (plan.kind !== 'order_lines') return null
  if (row.has('lineAmount')) return ofColumn('lineAmount')
  if (!row.has('quantity') || !row.has('unitPrice')) return null
  return { fields: ['quantity', 'unitPrice'], amount: row.minor(grossAmount(row)) }
}
