import type { Dimension, RowComparison } from '../catalog/column.ts'
import type { Dialect, RowWindow } from '../catalog/dialect.ts'
import { InvalidQuery } from '../query.ts'

interface RowOptions {
  readonly dialect: Dialect
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

/**
 * A number of a row that depends on other rows, from the SQL of the number that is compared. Without groups there is one row: its
 * running total is its value, and it has no difference or rank.
 */
export const compareRows = (comparison: RowComparison, sql: string, options: RowOptions): string => {
  const { dialect } = options
  if (options.dimensions.length === 0) return comparison.kind === 'runningTotal' ? sql : 'NULL'
  const window = windowOf(comparison, options)
  switch (comparison.kind) {
    case 'runningTotal':
      return dialect.runningTotal(sql, window)
    case 'difference':
      return `(${dialect.toNumber(sql)} - ${dialect.previousRow(dialect.toNumber(sql), window)})`
    case 'rank': {
      const orderBy = [dialect.orderBy(sql, comparison.direction)]
      return `CASE WHEN ${sql} IS NULL THEN NULL ELSE ${dialect.rank({ ...window, orderBy })} END`
    }
  }
}
