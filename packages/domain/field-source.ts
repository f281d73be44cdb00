import type { TextRule } from './date-text.ts'

/**
 * How the text of a cell is parsed.
 * - `id`: unchanged; `text`: trimmed
 * - `code`: by its code table, unknown values become `other`
 * - `number`: up to three decimals; `integer`; `price`: up to six; `money`: rounded to the currency's minor unit
 * - `decimal`: up to six decimals; `boolean`: true or false, yes or no
 * - `'moment'`: day and time; `day`; `time`: of the day; `zone`: a time zone name; `currency`: three letters
 */
export type FieldType =
  | 'id'
  | 'text'
  | 'code'
  | 'number'
  | 'integer'
  | 'price'
  | 'money'
  | 'moment'
  | 'day'
  | 'time'
  | 'zone'
  | 'currency'
  | 'decimal'
  | 'boolean'

/** The key of a code table for every value that has no key of its own. */
export const ANY_VALUE = '*'

/** Where a field's values come from and how they are read. */
export interface FieldSource {
  /** index of the file's column, from 0; null: the default alone */
  readonly column: number | null
  /** further columns of the value: texts are joined with blanks between, amounts are added up */
  readonly joined: readonly number[]
  /** index of the column whose text counts where the cell is empty, before `fallback`; default: none */
  readonly standIn?: number
  /** used where the cell is empty */
  readonly fallback: string | null
  readonly type: FieldType
  /** an empty cell is a problem */
  readonly required: boolean
  /** `'moment'` and `'day'`: formats of strptime, tried in order */
  readonly dateFormats: readonly string[]
  /** formats of the text after `dateRules`, for values that none of `dateFormats` reads */
  readonly plainDateFormats: readonly string[]
  readonly dateRules: readonly TextRule[]
  /** dates are written as numbers of this kind */
  readonly dateNumber: 'excel1900' | 'excel1904' | 'unixSeconds' | 'unixMilliseconds' | null
  /** the format in words, for messages */
  readonly dateFormatName: string | null
  /** `'moment'`: the format carries a zone, so values are instants */
  readonly hasZone: boolean
  /** numbers are written 1.234,56 */
  readonly hasDecimalComma: boolean
  /** a discount is a share of the amount, written as 20 or 20% of a hundred, or as 0.2; its value is read as 0.2 */
  readonly share: 'percent' | 'fraction' | null
  /** a discount is written as what is added to the amount */
  readonly isNegated: boolean
  /** `code`: lower-case text → code; `zone`: text → IANA name */
  readonly codes: Readonly<Record<string, string>>
  /** `day`: it has been, so a two-digit year in the future is of the century before */
  readonly isPast?: true
}
