import { FILE_KINDS, type FileKindName } from '../mapping.ts'
import { headerKey } from '../target-field.ts'

type Weights = Readonly<Record<string, number>>

const keys = (names: string): ReadonlySet<string> => new Set(names.split(',').map((name) => headerKey(name)))

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
const GENERIC_NAMES = `id, no, nr, number, code, codigo, codice, reference, referencia, name, nombre, nom, nome, title, description, date, fecha, data,
  datum, type, status, estado, amount, value, source`

const genericNames = keys(GENERIC_NAMES)

/** What a column says for a kind when it fills one of its fields. */
export const evidenceWeight = (kind: FileKindName, field: string, column: string): number => {
  const isRequired = FILE_KINDS[kind].fields.some(({ name, required }) => name === field && required)
  const weight = isRequired ? REQUIRED : (OPTIONAL[kind][field] ?? COMMON)
  return weight * (genericNames.has(headerKey(column)) ? GENERIC : 1)
}

/** The field of a kind whose value identifies a row, or an order where several rows share one. */
export const KEY_FIELDS: Readonly<Record<FileKindName, readonly string[]>> = {
  orders: ['orderId'],
  order_lines: ['orderId'],
  customers: ['customerId'],
  products: ['sku'],
  inventory: ['sku', 'location'],
  memberships: ['membershipId'],
  reservations: ['reservationId'],
}

/** What a row of a kind is. */
export const ROW_OF: Readonly<Record<FileKindName, string>> = {
  orders: 'order',
  order_lines: 'order line',
  customers: 'customer',
  products: 'product',
  inventory: 'product and location',
  memberships: 'membership',
  reservations: 'reservation',
}

/** Columns that no field takes and that nevertheless say what a row is. */
export const HINTS: readonly { readonly columns: ReadonlySet<string>; readonly kind: FileKindName }[] = [
  {
    kind: 'customers',
    columns:
      keys(`phone, telephone, phone number, mobile, address, address 1, address 2, street, company, accepts marketing, telefono,
      direccion, telephone, adresse, indirizzo, telefon, strasse, total spent, total orders, orders count, lifetime value, last order date`),
  },
  {
    kind: 'products',
    columns: keys(
      'upc, ean, barcode, gtin, weight, alcohol, abv, appellation, region name, grapes, wine id, handle, image, image src, bottle size',
    ),
  },
  { kind: 'order_lines', columns: keys('row id, line total, extended price, unit cost') },
]

/** Columns of files of none of the kinds: staff, suppliers, banks, web analytics, campaigns, vineyards. */
const OTHER_FILES = keys(`salary, hire date, job title, employee number, hourly rate, hours worked, clock in, clock out,
  supplier, supplier id, supplier name, purchase order, po number, received date,
  iban, bic, account number, account balance, balance, running balance, debit, credit, opening balance, closing balance, check number,
  payee, saldo, soll, haben, buchungstext, verwendungszweck, solde, page views, sessions, bounce rate, impressions, clicks, ctr,
  campaign, opens, open rate, unsubscribes, temperature, humidity, block, rootstock, brix, harvest date, tank`)

/** Columns that other files have first, and files of orders further on: payments, refunds, parcels, carts. */
const OTHER_ROWS =
  keys(`payment id, payment number, payout id, refund id, refund number, refunded at, refund date, shipment id, shipment number, tracking number,
  carrier, cart id, checkout id, quote number, estimate number, bill number, gift card number, gift card code, ticket id, attendee id,
  coupon code, allocation id, return id, due date`)

export const isOfOtherFile = (column: string): boolean => OTHER_FILES.has(headerKey(column))

export const isOfOtherRow = (column: string): boolean => OTHER_ROWS.has(headerKey(column))
