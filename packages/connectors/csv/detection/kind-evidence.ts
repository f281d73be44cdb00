import { GENERIC_NAMES, HINT_NAMES, OTHER_FILE_NAMES, OTHER_ROW_NAMES } from '#domain/vocabulary/header-signs.ts'
import { FILE_KINDS, type FileKindName } from '../mapping.ts'
import { headerKey, headerKeys } from '../target-field.ts'

type Weights = Readonly<Record<string, number>>

/** Weight of a required field: without it, the file is not of the kind. */
const REQUIRED = 3
/** Weight of a field that files of any kind may have, such as a country. */
const COMMON = 0.5

/** How much a filled optional field says for its kind. */
const OPTIONAL: Readonly<Record<FileKindName, Weights>> = {
  orders: {
    netAmount: 2,
    subtotal: 2,
    total: 2,
    tax: 1.5,
    shipping: 1.5,
    tip: 1.5,
    channel: 1,
    paymentStatus: 1,
    orderType: 1,
  },
  order_lines: {
    lineId: 2,
    unitPrice: 2,
    lineAmount: 2,
    productTitle: 1,
    discount: 1,
    channel: 1,
    paymentStatus: 1,
    orderType: 1,
  },
  customers: {
    email: 1.5,
    firstName: 1.5,
    lastName: 1.5,
    birthDate: 2,
    customerSince: 1,
    lifetimeValueSeed: 1,
    city: 1,
  },
  products: { price: 1.5, cost: 1.5, vintage: 1, varietal: 1, brand: 1, category: 1 },
  inventory: { location: 1.5, reserved: 1.5, allocated: 1.5, available: 1.5 },
  memberships: { customerId: 1, status: 1, cancelledDate: 2, cancellationReason: 2, acquisitionChannel: 1 },
  reservations: { experience: 2, tradeGuests: 2, status: 1, channel: 0.5 },
}

/** Names that files of every kind use say less. */
const GENERIC = 0.4
const genericNames = new Set(headerKeys(GENERIC_NAMES))

/** What a column says for a kind when it fills one of its fields. */
export const evidenceWeight = (kind: FileKindName, field: string, column: string): number => {
  const isRequired = FILE_KINDS[kind].fields.some(({ name, required }) => name === field && required)
  const weight = isRequired ? REQUIRED : (OPTIONAL[kind][field] ?? COMMON)
  return weight * (genericNames.has(headerKey(column)) ? GENERIC : 1)
}

/** Columns that no field takes and that nevertheless say what a row is. */
export const HINTS: readonly { readonly columns: ReadonlySet<string>; readonly kind: FileKindName }[] = (
  ['customers', 'products', 'order_lines'] as const
).map((kind) => ({ kind, columns: new Set(headerKeys(HINT_NAMES[kind])) }))

const otherFiles = new Set(headerKeys(OTHER_FILE_NAMES))
const otherRows = new Set(headerKeys(OTHER_ROW_NAMES))

export const isOfOtherFile = (column: string): boolean => otherFiles.has(headerKey(column))

export const isOfOtherRow = (column: string): boolean => otherRows.has(headerKey(column))
