import type { Format, GoodDirection } from '#domain/report-terms.ts'
import type { BridgeValue, Field, MeasureFormula, Scope } from './formula.ts'

const COLUMN_TYPES = [
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
  /** for a measure, its formula in plain language */
  readonly description: string
  /** phrases that questions may use for the column, in addition to its display name; separated by commas */
  readonly synonyms?: string
}

export interface Dimension extends ColumnBase {
  readonly kind: 'dimension'
  /** value to group, filter, and sort by; empty text is null */
  readonly field: Field
  /** the value as returned, derived from the grouped one */
  readonly present?: (sql: string, scope: Scope) => string
  /** sort key derived from the grouped value; default: that value */
  readonly order?: (sql: string, scope: Scope) => string
  /** parses a filter value into the type of `field`; throws `InvalidValue` */
  readonly parse?: (value: string | number | boolean, scope: Pick<Scope, 'ownCodes'>) => string | number | boolean
  /** Count counts distinct values */
  readonly isId?: true
  /** of a name: column that tells two of one name apart, by which a report groups together with the name */
  readonly identifiedBy?: string
  /**
   * Names a person, or a record of one person: name, address, birth date, or an ID. Answers for people who are not signed in hold none
   * of its values and are limited by none.
   */
  readonly isPersonal?: true
  /** of a dateTime: the UTC timestamp, which is what is returned */
  readonly utcField?: Field
  /** for date parts: the date column they derive from, and the grain */
  readonly part?: { readonly of: string; readonly grain: string }
  /** a column of this fact's records: it filters the measures computed from them, and cannot be shown or grouped by */
  readonly fact?: string
  /**
   * Of a date that stands for all days from `start` to before `end`, which is null while they go on. A range or a filter keeps the
   * records that have such a day among theirs; the column cannot be shown or grouped by.
   */
  readonly span?: { readonly start: Field; readonly end: Field }
}

/** It can be neither shown nor grouped by. */
export const isFilterOnly = ({ fact, span }: Pick<Dimension, 'fact' | 'span'>): boolean =>
  fact !== undefined || span !== undefined

/** A number of a row that depends on other rows. */
export interface RowComparison {
  readonly kind: 'runningTotal' | 'difference' | 'rank'
  readonly direction: 'asc' | 'desc'
  /** group column that it goes along; null: along the rows in their order, a rank among all rows */
  readonly along: string | null
}

export interface Measure extends ColumnBase {
  readonly kind: 'measure'
  /** its value for one record; null where it has a meaning for many records only */
  readonly record: Field | null
  /** records that its formula and its aggregations count, such as paid orders; a list still shows the value of each record; default: all */
  readonly population?: Field
  /** how a bridge values a record; default: by the formula, which leaves nothing to see of records that it does not count */
  readonly bridge?: BridgeValue
  readonly formula: MeasureFormula
  /** applied to the formula's values of the rows */
  readonly comparedRows?: RowComparison
  readonly additive: boolean
  readonly goodDirection: GoodDirection
}

export type Column = Dimension | Measure

/** A filter value of the wrong type for its column. */
export class InvalidValue extends Error {
  override readonly name = 'InvalidValue'
}
