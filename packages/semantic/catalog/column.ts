import type { Format, GoodDirection } from '#domain/report-terms.ts'
import type { Scope } from '../compiler/scope.ts'
import type { Field } from './field.ts'
import type { Formula } from './formula.ts'

export const COLUMN_TYPES = [
  'text',
  'enum',
  'integer',
  'number',
  'currency',
  'percent',
  'boolean',
  'date',
  'dateTime',
] as const
export type ColumnType = (typeof COLUMN_TYPES)[number]

interface ColumnBase {
  readonly columnId: string
  readonly displayName: string
  readonly type: ColumnType
  readonly format: Format
  /** for a measure, its formula in plain words */
  readonly description: string
}

export interface Dimension extends ColumnBase {
  readonly kind: 'dimension'
  /** what is grouped, filtered and sorted by; text values have empty turned into null */
  readonly field: Field
  /** the value as it is answered, made of the grouped one */
  readonly present?: (sql: string, scope: Scope) => string
  /** what is sorted by, made of the grouped value; absent: that value */
  readonly order?: (sql: string, scope: Scope) => string
  /** reads a filter value into what `field` yields; throws `InvalidValue` */
  readonly parse?: (value: string | number | boolean) => string | number | boolean
  /** Count counts distinct values */
  readonly isId?: true
  /** of a dateTime: the UTC side, which is what is answered */
  readonly utcField?: Field
  /** for time parts: the date column they are cut from, and the grain */
  readonly part?: { readonly of: string; readonly grain: string }
  /** a column of the records of this fact: it limits the measures made of them, and can be neither shown nor grouped by */
  readonly fact?: string
}

export interface Measure extends ColumnBase {
  readonly kind: 'measure'
  /** its value of one record; null where it only means something for many */
  readonly record: Field | null
  readonly formula: Formula
  readonly additive: boolean
  readonly goodDirection: GoodDirection
}

export type Column = Dimension | Measure

/** A filter value that its column cannot hold. */
export class InvalidValue extends Error {
  override readonly name = 'InvalidValue'
}
