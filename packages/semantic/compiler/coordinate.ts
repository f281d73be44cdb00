import type { Dimension } from '../catalog/column.ts'
import type { FilterValue } from '../query.ts'
import { InvalidQuery } from '../query.ts'
import type { Compilation } from './compilation.ts'
import { toMinor } from './compile-filter.ts'

/** Condition that a group's key equals its returned value. */
const hasAnsweredValue = (
  dimension: Dimension,
  key: string,
  value: FilterValue,
  { scope, minorUnits }: Compilation,
): string => {
  if (value === null) return `(${key} IS NULL)`
  if (typeof value === 'boolean') return value ? scope.dialect.isTrue(key) : scope.dialect.isFalse(key)
  if (dimension.present) return `(${dimension.present(key, scope)} = ${scope.bind(String(value), 'text')})`
  if (typeof value === 'string') return `(${key} = ${scope.bind(value, 'text')})`
  return `(${key} = ${scope.bind(dimension.type === 'currency' ? toMinor(value, minorUnits) : value, 'number')})`
}

/** Conditions on groups, for a query of one group. */
export const coordinateConditions = (
  compilation: Compilation,
  dimensions: readonly Dimension[],
  keyOf: (index: number) => string,
): string[] =>
  Object.entries(compilation.query.coordinate ?? {}).map(([columnId, value]) => {
    const index = dimensions.findIndex((dimension) => dimension.columnId === columnId)
    const dimension = dimensions[index]
    if (dimension !== undefined) return hasAnsweredValue(dimension, keyOf(index), value, compilation)
    throw new InvalidQuery([{ field: 'cell.row', message: `${columnId} is not one of the groups` }])
  })
