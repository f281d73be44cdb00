import type { FilePreview } from '#contract/imports.ts'
import { lookupTable } from '#domain/lookup-table.ts'

export type TargetField = FilePreview['fields'][number]
type FieldMapping = FilePreview['mapping'][string]

/** How one field is filled; empty text means "not set". */
export interface FieldChoice {
  readonly column: string
  /** columns joined to it */
  readonly joined: readonly string[]
  readonly format: string
  readonly default: string
  /** codes of written values */
  readonly values: Readonly<Record<string, string>>
}

export type Choices = Readonly<Record<string, FieldChoice>>

const NOTHING: FieldChoice = { column: '', joined: [], format: '', default: '', values: {} }

const toChoice = (mapping: FieldMapping): FieldChoice =>
  typeof mapping === 'string'
    ? { ...NOTHING, column: mapping }
    : {
        column: mapping.columns?.[0] ?? mapping.column ?? '',
        joined: mapping.columns?.slice(1) ?? [],
        format: mapping.format ?? '',
        default: mapping.default ?? '',
        values: mapping.values ?? {},
      }

export const toChoices = (mapping: Readonly<Record<string, FieldMapping>>): Choices =>
  Object.fromEntries(Object.entries(mapping).map(([field, value]) => [field, toChoice(value)]))

export const choiceFor = (choices: Choices, field: string): FieldChoice => choices[field] ?? NOTHING

const isFilled = ({ column, default: value }: FieldChoice): boolean => column !== '' || value !== ''

/** Columns of a value, without blanks. */
const chosenColumns = ({ column, joined }: FieldChoice): string[] => [column, ...joined].filter(Boolean)

const toColumns = (choice: FieldChoice): { column: string | null } | { columns: string[] } => {
  const columns = chosenColumns(choice)
  return columns.length > 1 ? { columns } : { column: columns[0] ?? null }
}

const toFieldMapping = ({ format, default: value, values, ...choice }: FieldChoice): FieldMapping => ({
  ...toColumns({ format, default: value, values, ...choice }),
  ...(format.trim() === '' ? {} : { format: format.trim() }),
  ...(value === '' ? {} : { default: value }),
  ...(Object.keys(values).length === 0 ? {} : { values: { ...values } }),
})

/** The mapping of the choices; unfilled fields are omitted. */
export const toMapping = (choices: Choices): Record<string, FieldMapping> =>
  Object.fromEntries(
    Object.entries(choices).flatMap(([field, choice]) => (isFilled(choice) ? [[field, toFieldMapping(choice)]] : [])),
  )

/** Filled fields, in the kind's order. */
export const filledFields = (fields: readonly TargetField[], choices: Choices): TargetField[] =>
  fields.filter(({ name }) => isFilled(choiceFor(choices, name)))

/** Required fields that are not filled. */
export const missingFields = (fields: readonly TargetField[], choices: Choices): TargetField[] =>
  fields.filter(({ name, required }) => required && !isFilled(choiceFor(choices, name)))

const DATED_TYPES: readonly string[] = ['moment', 'day', 'time']

/** Whether a value may be composed of several columns, for a file without such an ID. */
export const canBeComposed = ({ name, required }: TargetField): boolean => required && name.endsWith('Id')

/** Whether the field is parsed with a date format. */
export const takesFormat = ({ type }: TargetField): boolean => DATED_TYPES.includes(type)

const DISCOUNT_FORMATS = [
  { value: '', label: 'Detected from the values' },
  { value: 'amount', label: 'Amounts' },
  { value: 'percent', label: 'Percent: 20 is 20%' },
  { value: 'fraction', label: 'Fractions: 0.2 is 20%' },
]

const TAX_FORMATS = [
  { value: '', label: 'Detected from the totals' },
  { value: 'added', label: 'Added to the prices' },
  { value: 'inside', label: 'Included in the prices' },
  { value: 'total', label: 'As the total of each order says' },
]

const FORMATS: Readonly<Record<string, readonly { readonly value: string; readonly label: string }[]>> = lookupTable({
  discount: DISCOUNT_FORMATS,
  orderDiscount: DISCOUNT_FORMATS,
  tax: TAX_FORMATS,
})

/** What the values of a field can be, where there is a choice; null for other fields. */
export const namedFormats = ({ name }: TargetField) => FORMATS[name] ?? null

type Kind = FilePreview['kind']

// A total map, so that the compiler reports a missing kind. Importing the contract's list would bundle its schemas.
const ORDER: Readonly<Record<Kind, number>> = {
  order_lines: 1,
  orders: 2,
  customers: 3,
  products: 4,
  inventory: 5,
  memberships: 6,
  reservations: 7,
}

const isKind = (name: string): name is Kind => Object.hasOwn(ORDER, name)

/** File kinds in display order. */
export const FILE_KINDS: readonly Kind[] = Object.keys(ORDER)
  .filter(isKind)
  .sort((a, b) => ORDER[a] - ORDER[b])
