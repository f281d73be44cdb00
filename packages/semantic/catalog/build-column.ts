import type { Format, GoodDirection } from '#domain/report-terms.ts'
import { type Column, type ColumnType, type Dimension, InvalidValue, type Measure } from './column.ts'
import type { Aggregate, BridgeValue, Field, Formula } from './formula.ts'

/** A value of the base table. */
export const stored =
  (name: string): Field =>
  (scope) =>
    scope.col(name)

/** The sum of a whole-number or money column. */
export const buildSum = (name: string): Aggregate => ({ kind: 'sum', of: stored(name) })

/** The sum of a decimal column. */
export const buildDecimalSum = (name: string): Aggregate => ({ kind: 'sumDecimal', of: stored(name) })

/** A required text column, which is stored empty where the source has no value. */
export const unlessEmpty =
  (of: Field): Field =>
  (scope) =>
    `NULLIF(${of(scope)}, '')`

/** A value of a joined relation. */
export const joinedField =
  (join: string, name: string): Field =>
  (scope) =>
    scope.joined(join, name)

const FORMAT_OF: Readonly<Record<ColumnType, Format>> = {
  text: 'text',
  enum: 'text',
  integer: 'integer',
  number: 'number',
  currency: 'currency',
  percent: 'percent',
  boolean: 'text',
  date: 'date',
  dateTime: 'dateTime',
}

type DimensionOptions = Omit<Dimension, 'kind' | 'format' | 'type' | 'description' | 'columnId' | 'displayName'> & {
  readonly type?: ColumnType
  readonly description?: string
}

export const dimension = (
  columnId: string,
  displayName: string,
  { type = 'text', description = displayName, ...rest }: DimensionOptions,
): Dimension => ({
  kind: 'dimension',
  columnId,
  displayName,
  type,
  format: FORMAT_OF[type],
  description,
  ...(type === 'boolean' ? { present: (sql, scope) => scope.dialect.asBoolean(sql) } : {}),
  ...rest,
})

/** A text column of the warehouse. */
export const textDimension = (columnId: string, displayName: string, name: string, description?: string): Dimension =>
  dimension(columnId, displayName, { field: stored(name), ...(description ? { description } : {}) })

/** The column as one that names people, or records of one person. */
export const personal = (column: Dimension): Dimension => ({ ...column, isPersonal: true })

export const customerId = personal(dimension('customerId', 'Customer ID', { field: stored('customer_id'), isId: true }))

export const sku = dimension('sku', 'SKU', {
  description: 'Stock keeping unit (case-sensitive)',
  field: stored('sku'),
  isId: true,
})

/** Sources that give no ID leave it blank; several sources have IDs of their own for one person, so names are not grouped by it. */
export const teamMemberId = (field: Field): Dimension =>
  personal(
    dimension('teamMemberId', 'Team member ID', {
      description: 'ID in the source, to distinguish people with the same name; blank if the source has only names',
      field,
      isId: true,
    }),
  )

/** As for team members. */
export const clubId = (field: Field): Dimension =>
  dimension('clubId', 'Club ID', {
    description: 'ID in the source, to distinguish clubs with the same name; blank if the source has only names',
    field,
    isId: true,
  })

/** The column with phrases that questions may use for it. */
export const withSynonyms = <C extends Column>(column: C, synonyms: string): C => ({ ...column, synonyms })

interface MeasureOptions {
  readonly columnId: string
  readonly displayName: string
  readonly type: ColumnType
  readonly description: string
  /** default: what a count adds for the record, else null */
  readonly record?: Field
  readonly population?: Field
  readonly bridge?: BridgeValue
  readonly formula: Formula
  readonly additive?: boolean
  readonly goodDirection?: GoodDirection
  readonly synonyms?: string
}

const ADDITIVE_KINDS: readonly Formula['kind'][] = ['count', 'sum', 'sumDecimal']

const recordOf = (formula: Formula): Field | null => {
  if (formula.kind !== 'count' || formula.fact !== undefined) return null
  const { where } = formula
  return (scope) => (where === undefined ? '1' : `CASE WHEN ${where(scope)} THEN 1 ELSE 0 END`)
}

export const buildMeasure = ({ goodDirection = 'up', ...options }: MeasureOptions): Measure => ({
  kind: 'measure',
  record: recordOf(options.formula),
  format: FORMAT_OF[options.type],
  goodDirection,
  additive: ADDITIVE_KINDS.includes(options.formula.kind),
  ...options,
})

/** The measure over these records only. `formula` is one aggregate. */
export const buildCountedMeasure = (
  population: Field,
  { formula, ...options }: MeasureOptions & { readonly formula: Aggregate },
): Measure => buildMeasure({ ...options, population, formula: { ...formula, where: population } })

type Named<T> = Omit<T, 'columnId' | 'displayName' | 'type'>

export const measure = (
  columnId: string,
  displayName: string,
  type: ColumnType,
  options: Named<MeasureOptions>,
): Measure => buildMeasure({ columnId, displayName, type, ...options })

export const countedMeasure = (
  population: Field,
  columnId: string,
  displayName: string,
  type: ColumnType,
  options: Named<MeasureOptions> & { readonly formula: Aggregate },
): Measure => buildCountedMeasure(population, { columnId, displayName, type, ...options })

/** Money of a record, summed over these records. */
export const moneyMeasure = (
  population: Field,
  columnId: string,
  displayName: string,
  name: string,
  description: string,
  goodDirection: GoodDirection = 'neutral',
): Measure =>
  countedMeasure(population, columnId, displayName, 'currency', {
    description,
    record: stored(name),
    formula: buildSum(name),
    goodDirection,
  })

/** The number of records. */
export const recordCount = (
  columnId: string,
  displayName: string,
  description: string,
  goodDirection: GoodDirection = 'neutral',
): Measure =>
  measure(columnId, displayName, 'integer', {
    description,
    formula: { kind: 'count' },
    goodDirection,
  })

/** Parses a whole number of a filter. */
export const parseInteger = (value: string | number | boolean): number => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number !== 'number' || !Number.isSafeInteger(number)) throw new InvalidValue('This must be a whole number')
  return number
}
