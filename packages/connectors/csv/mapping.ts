import { ORDER_LINES, ORDERS } from './order-fields.ts'
import { CUSTOMERS, INVENTORY, MEMBERSHIPS, PRODUCTS, RESERVATIONS } from './other-fields.ts'
import type { FileKind } from './target-field.ts'

/** How one field is filled: a column's name, or a column with its format and a default for empty cells. */
export type FieldMapping =
  | string
  | {
      readonly column?: string | null | undefined
      /** joined with blanks between them, such as an order ID made of date, customer and register */
      readonly columns?: readonly string[] | undefined
      readonly format?: string | undefined
      readonly default?: string | undefined
      /** codes of written values, of a code field; before the known spellings */
      readonly values?: Readonly<Record<string, string>> | undefined
    }

export type Mapping = Readonly<Record<string, FieldMapping>>

export interface FullMapping {
  /** the first of several */
  readonly column: string | null
  /** columns that follow it in the value */
  readonly joined: readonly string[]
  readonly format: string | null
  readonly fallback: string | null
  readonly values: Readonly<Record<string, string>>
}

export const fullMapping = (mapping: FieldMapping): FullMapping => {
  if (typeof mapping === 'string') return { column: mapping, joined: [], format: null, fallback: null, values: {} }
  const [first, ...joined] = mapping.columns ?? []
  return {
    column: first ?? (mapping.column || null),
    joined,
    format: mapping.format || null,
    fallback: mapping.default || null,
    values: mapping.values ?? {},
  }
}

/** The columns of a field’s values, in the order that they are joined or added up. */
export const columnsOf = (mapping: FieldMapping): readonly string[] => {
  const { column, joined } = fullMapping(mapping)
  return column === null ? [] : [column, ...joined]
}

/** The kinds of files that can be imported, with the fields of each. */
export const FILE_KINDS = {
  orders: ORDERS,
  order_lines: ORDER_LINES,
  customers: CUSTOMERS,
  products: PRODUCTS,
  inventory: INVENTORY,
  memberships: MEMBERSHIPS,
  reservations: RESERVATIONS,
} as const satisfies Record<string, FileKind>

export type FileKindName = keyof typeof FILE_KINDS

export const FILE_KIND_NAMES = Object.keys(FILE_KINDS) as FileKindName[]

/** Labels of required fields that are not filled; alternatives are joined by "or". */
export const missingFields = (kind: FileKindName, mapping: Mapping): string[] => {
  const { fields, oneOf } = FILE_KINDS[kind]
  const isFilled = (name: string) => {
    const given = mapping[name]
    if (given === undefined) return false
    const { column, fallback } = fullMapping(given)
    return column !== null || fallback !== null
  }
  const label = (name: string) => fields.find((field) => field.name === name)?.label ?? name
  const required = fields.filter((field) => field.required && !isFilled(field.name)).map((field) => field.label)
  const groups = oneOf.filter((group) => !group.some(isFilled)).map((group) => group.map(label).join(' or '))
  return [...required, ...groups]
}
