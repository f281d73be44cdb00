import type { FieldType } from '#domain/field-source.ts'
import { NO_MONEY_PATTERN } from '#domain/money-text.ts'
import { matchDateFormats } from '../detect-dates.ts'
import { isDiscountField, isWrittenNumber } from '../number-style.ts'
import { UNCOMPUTED } from '../workbook/cell-format.ts'

/** What the values of a column are, by its sample. `text` also covers mixed values. */
type ValueShape =
  | 'empty'
  | 'date'
  | 'dateTime'
  | 'time'
  | 'email'
  | 'url'
  | 'percent'
  | 'integer'
  | 'decimal'
  | 'code'
  | 'text'

export interface ColumnProfile {
  readonly shape: ValueShape
  /** rows of the sample */
  readonly rows: number
  /** values that are not blank */
  readonly filled: number
  /** of them, how many have each shape */
  readonly counts: ReadonlyMap<ValueShape, number>
  /** whole numbers below 1,000, such as guests or bottles */
  readonly isSmallInteger: boolean
  /** words without digits, such as first and last name */
  readonly isName: boolean
}

const DATE = String.raw`(?:\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|\d{1,2}[-. /]?\p{L}{3,10}\.?,?[-. /]?\d{2,4}|\p{L}{3,10}\.? \d{1,2},? \d{4})`
const TIME = String.raw`\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?(?:[ \u00a0\u202f]?[AaPp]\.?[ \u00a0\u202f]?[Mm]\.?)?(?: ?(?:Z|UTC|[+-]\d{2}:?\d{2}))?`

const SHAPES: readonly (readonly [shape: ValueShape, form: RegExp])[] = [
  ['dateTime', new RegExp(`^(?:\\p{L}{3,4},? )?${DATE}[T ,]+${TIME}$`, 'u')],
  ['date', new RegExp(`^(?:\\p{L}{3,4},? )?${DATE}$`, 'u')],
  ['time', new RegExp(`^${TIME}$`, 'u')],
  ['email', /^[^\s@]+@[^\s@]+\.[^\s@]+$/],
  ['url', /^(?:https?:\/\/|www\.)\S+$/i],
  ['percent', /^-?\d+(?:[.,]\d+)? ?%$/],
  ['integer', /^[-+]?\d{1,18}$/],
  [
    'decimal',
    /^[-+(]*(?:[A-Z]{3} ?|\p{Sc} ?)?[-+]?(?:\d+|\d{1,3}(?:[.,' \u00a0]\d{3})+)(?:[.,]\d{1,6})?(?: ?(?:[A-Z]{3}|\p{Sc}))?\)?-?$/u,
  ],
  ['code', /^#?(?=\S*\d)[\p{L}\d._/#-]{2,40}$/u],
]

/** A column counts as what at least this share of its values is; the rest are typing errors or notes. */
const MOST = 0.9

/** The forms take quadratic time, which is too long for a text of a million characters. */
const LONGEST_VALUE = 500

const shapeOfValue = (value: string): ValueShape => {
  if (value.length > LONGEST_VALUE) return 'text'
  const shape = SHAPES.find(([, form]) => form.test(value))?.[0] ?? 'text'
  if ((shape !== 'text' && shape !== 'code') || !/\d/.test(value) || value.length > 70) return shape
  if (isWrittenNumber(value)) return 'decimal'
  // Ids with letters are many and no dates; dates with letters have the name of a month, a half of the day or a zone.
  return /\p{L}{2}|年/u.test(value) && matchDateFormats(value).length > 0 ? 'dateTime' : shape
}

/** A cell of a workbook that nobody has computed: its column is what its name says, and the import names it. */
const isUncomputed = (value: string): boolean => value.startsWith(UNCOMPUTED)

const NO_MONEY = new RegExp(`^(?:${NO_MONEY_PATTERN})$`, 'i')

/** A wider shape that both belong to. */
const WIDER: Readonly<Partial<Record<ValueShape, ValueShape>>> = { integer: 'decimal', date: 'dateTime' }

const countShapes = (values: readonly string[]): ReadonlyMap<ValueShape, number> =>
  new Map([...Map.groupBy(values, shapeOfValue)].map(([shape, same]) => [shape, same.length]))

const shapeOf = (counts: ReadonlyMap<ValueShape, number>, filled: number): ValueShape => {
  if (filled === 0) return 'empty'
  const isMost = (count: number) => count >= filled * MOST
  for (const [shape, count] of counts) if (isMost(count)) return shape
  for (const [narrow, wide] of Object.entries(WIDER)) {
    const together =
      (counts.get(wide) ?? 0) + [...counts].reduce((sum, [shape, n]) => sum + (shape === narrow ? n : 0), 0)
    if (isMost(together)) return wide
  }
  const codes = (counts.get('code') ?? 0) + (counts.get('integer') ?? 0)
  return isMost(codes) ? 'code' : 'text'
}

const NUMBERS: readonly ValueShape[] = ['integer', 'decimal']

/** Rows that tell the shape of a column. */
const MAX_ROWS = 400

/** The profile of a column by the values of a sample of rows. */
export const profileColumn = (sample: readonly string[]): ColumnProfile => {
  const cells = sample.slice(0, MAX_ROWS)
  const values = cells
    .map((cell) => cell.trim())
    .filter((value) => value !== '' && !NO_MONEY.test(value) && !isUncomputed(value))
  const counts = countShapes(values)
  const shape = shapeOf(counts, values.length)
  const isName = (value: string) => !/[\d@]/.test(value) && /\p{L}\.?[\s,]+\p{L}/u.test(value)
  const isSmall = (value: string) => /^-?\d{1,3}(?:\.0+)?$/.test(value)
  return {
    shape,
    rows: cells.length,
    filled: values.length,
    counts,
    isSmallInteger: values.length > 0 && values.filter(isSmall).length >= values.length * MOST,
    isName: shape === 'text' && values.filter(isName).length * 2 > values.length,
  }
}

const DATES: readonly ValueShape[] = ['date', 'dateTime']

/** Eight digits such as 20240131, or day numbers as spreadsheets store them. */
const mayBeDate = ({ shape }: ColumnProfile): boolean => DATES.includes(shape) || NUMBERS.includes(shape)

/** Of a column whose name says what it has, the cells that are something else are faults of their rows. */
const isMostly = ({ counts, filled }: ColumnProfile, shapes: readonly ValueShape[]): boolean =>
  shapes.reduce((sum, shape) => sum + (counts.get(shape) ?? 0), 0) * 2 > filled

/** Whether values of this profile can fill a field; a column without values can fill any. */
export const canFill = (type: FieldType, name: string, profile: ColumnProfile): boolean => {
  const { shape } = profile
  if (shape === 'empty') return true
  if (name === 'email' || name === 'customerEmail') return isMostly(profile, ['email'])
  switch (type) {
    case 'moment':
    case 'day':
      return mayBeDate(profile)
    case 'time':
      return shape === 'time' || shape === 'dateTime'
    case 'number':
    case 'integer':
    case 'price':
    case 'money':
    case 'decimal':
      return isMostly(profile, isDiscountField(name) ? [...NUMBERS, 'percent'] : NUMBERS)
    case 'id':
      return !DATES.includes(shape) && shape !== 'time' && shape !== 'percent' && shape !== 'url'
    case 'text':
    case 'code':
    case 'zone':
      return !DATES.includes(shape) && shape !== 'percent' && shape !== 'decimal' && shape !== 'time'
    case 'currency':
    case 'boolean':
      return shape === 'text' || shape === 'code'
  }
}

/** A nonempty value of a column; a sample does not know the line. */
export interface ColumnValue {
  readonly line: number | null
  readonly text: string
}

/** Columns and some rows of a file, including the first rows. */
export interface FileHead {
  readonly columns: readonly string[]
  readonly sample: readonly (readonly string[])[]
  readonly delimiter?: string
  /** every form of value in a column, where the sample is not enough */
  readonly whole?: ReadonlyMap<string, readonly ColumnValue[]>
}

/** Nonempty values of a column: of all rows where they were read, else of the sample. */
export const columnValues = ({ columns, sample, whole }: FileHead, column: string): readonly ColumnValue[] => {
  const index = columns.indexOf(column)
  return (
    whole?.get(column) ?? sample.flatMap((row) => (row[index]?.trim() ? [{ line: null, text: row[index].trim() }] : []))
  )
}

export const columnTexts = (file: FileHead, column: string): string[] =>
  columnValues(file, column).map(({ text }) => text)
