import type { Dimension, RowComparison } from '../catalog/column.ts'
import type { RowWindow } from '../catalog/dialect.ts'
import type { MeasureFormula } from '../catalog/formula.ts'
import { InvalidQuery } from '../query.ts'
import type { Compilation } from './compilation.ts'
import { findPeriodStep, valueInGap } from './period-step.ts'

interface RowOptions {
  readonly compilation: Compilation
  readonly dimensions: readonly Dimension[]
  readonly keyName: (index: number) => string
  /** terms of ORDER BY that sort by a key */
  readonly keyOrder: (index: number) => readonly string[]
  /** of the rows */
  readonly order: readonly string[]
}

/** Whether the comparison follows the order of the rows, which therefore cannot depend on it. */
export const followsRowOrder = ({ kind, along }: RowComparison): boolean => kind !== 'rank' && along === null

const windowOf = ({ along }: RowComparison, { dimensions, keyName, keyOrder, order }: RowOptions): RowWindow => {
  if (along === null) return { partitionBy: [], orderBy: order }
  const index = dimensions.findIndex(({ columnId }) => columnId === along)
  if (index < 0) throw new InvalidQuery([{ field: 'calculations', message: `${along} is not one of the groups` }])
  // A column may be grouped by twice, and a name goes along with what identifies it: each pair is one place.
  const key = dimensions[index]?.identifiedBy
  const partitionBy = dimensions.flatMap(({ columnId }, other) =>
    columnId === along || columnId === key ? [] : [keyName(other)],
  )
  const keyIndex = dimensions.findIndex(({ columnId }) => columnId === key)
  return { partitionBy, orderBy: (keyIndex < 0 ? [index] : [index, keyIndex]).flatMap(keyOrder) }
}

/** The number of the row before. A row after periods without rows does not follow the row before, but such a period. */
const numberBefore = (
  { along }: RowComparison,
  formula: MeasureFormula,
  number: string,
  window: RowWindow,
  { compilation, dimensions, keyName }: RowOptions,
): string => {
  const { dialect, scope, query, minorUnits } = compilation
  const before = (sql: string): string => dialect.previousRow(sql, window)
  const step = findPeriodStep(query, dimensions, along)
  if (step === null) return before(number)
  const period = step.numbering.sql(keyName(step.index), scope)
  const isSame = step.others
    .map(keyName)
    .map((key) => `(${key} = ${before(key)} OR (${key} IS NULL AND ${before(key)} IS NULL))`)
  const isAfterGap = [...isSame, `ABS(${period} - ${before(period)}) > ${step.numbering.size}`].join(' AND ')
  const inGap = valueInGap(query, step, formula, minorUnits)
  return `CASE WHEN ${isAfterGap} THEN ${inGap === null ? 'NULL' : dialect.toNumber(String(inGap))} ELSE ${before(number)} END`
}

/**
 * A number of a row that depends on other rows, from the formula and the SQL of the number that is compared. Without groups there is one row: its
 * running total is its value, and it has no difference or rank.
 */
export const compareRows = (
  comparison: RowComparison,
  formula: MeasureFormula,
  sql: string,
  options: RowOptions,
): string => {
  const { dialect } = options.compilation
  if (options.dimensions.length === 0) return comparison.kind === 'runningTotal' ? sql : 'NULL'
  const window = windowOf(comparison, options)
  switch (comparison.kind) {
    case 'runningTotal':
      return dialect.runningTotal(sql, window)
    case 'difference':
      return `(${dialect.toNumber(sql)} - ${numberBefore(comparison, formula, dialect.toNumber(sql), window, options)})`
    case 'rank': {
      const orderBy = [dialect.orderBy(sql, comparison.direction)]
      return `CASE WHEN ${sql} IS NULL THEN NULL ELSE ${dialect.rank({ ...window, orderBy })} END`
    }
  }
}
