import type { Dimension } from '../catalog/column.ts'
import { InvalidQuery } from '../invalid-query.ts'
import type { FilterValue } from '../query.ts'
import type { Compilation } from './compilation.ts'
import { toMinor } from './compile-filter.ts'

/** That a group's key is the value that was answered for it. */
const isAnswered = (
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

/** Conditions on groups, for a query that asks for one of them. */
export const placeConditions = (
  compilation: Compilation,
  dimensions: readonly Dimension[],
  keyOf: (place: number) => string,
): string[] =>
  Object.entries(compilation.query.place ?? {}).map(([columnId, value]) => {
    const place = dimensions.findIndex((dimension) => dimension.columnId === columnId)
    const dimension = dimensions[place]
    if (dimension !== undefined) return isAnswered(dimension, keyOf(place), value, compilation)
    throw new InvalidQuery([{ field: 'cell.row', message: `${columnId} is not one of the groups` }])
  })
