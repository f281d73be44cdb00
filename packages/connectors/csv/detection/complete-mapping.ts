import { FIRST_NAMES, LAST_NAMES, OF_WHOM } from '#domain/vocabulary/header-signs.ts'
import { type FieldMapping, type FileKindName, fullMapping, type Mapping } from '../mapping.ts'
import { headerKey, headerKeys } from '../target-field.ts'
import type { FileHead } from './column-profile.ts'
import { completeOrders } from './complete-orders.ts'
import { numbersOf, reconciled } from './order-equation.ts'
import type { Profiles } from './propose-mapping.ts'
import { withStatusColumns } from './status-columns.ts'

type Proposed = Readonly<Record<string, string>>

const TITLED_KINDS: readonly FileKindName[] = ['order_lines', 'products', 'inventory']

/** Where products have no code, their titles identify them. */
export const withSku = (kind: FileKindName, mapping: Mapping): Mapping =>
  mapping.sku === undefined && mapping.productTitle !== undefined && TITLED_KINDS.includes(kind)
    ? { ...mapping, sku: mapping.productTitle }
    : mapping

/** Half a cent: amounts of the same line, computed twice. */
const TOLERANCE = 0.005

/**
 * An amount that is quantity × unit price also in rows with a discount is before the discount, and no line amount. Numbers are
 * compared by size, because the sign of a return may be in one of them.
 */
const withoutGrossAmount = (file: FileHead, mapping: Proposed): Proposed => {
  const { quantity, unitPrice, lineAmount, discount, ...rest } = mapping
  if (!quantity || !unitPrice || !lineAmount || !discount) return mapping
  const [quantities, prices, amounts, discounts] = [quantity, unitPrice, lineAmount, discount].map((column) =>
    numbersOf(file, column),
  )
  const reduced = file.sample.flatMap((_, row) => ((discounts?.[row] ?? 0) > 0 ? [row] : []))
  const isGross = (row: number) =>
    Math.abs((quantities?.[row] ?? 0) * (prices?.[row] ?? 0) - (amounts?.[row] ?? Number.NaN)) <= TOLERANCE
  return reduced.length > 0 && reduced.every(isGross) ? { ...rest, quantity, unitPrice, discount } : mapping
}

/**
 * An amount that is more than quantity × unit price in most rows has charges in it: it is the total of an order of one line. A line amount
 * may be less, by a discount.
 */
const withoutChargedAmount = (file: FileHead, mapping: Proposed): Proposed => {
  const { quantity, unitPrice, lineAmount, orderTotal, ...rest } = mapping
  if (!quantity || !unitPrice || !lineAmount) return mapping
  const [quantities, prices, amounts] = [quantity, unitPrice, lineAmount].map((column) => numbersOf(file, column))
  const known = file.sample.flatMap((_, row) => ((amounts?.[row] ?? 0) > 0 ? [row] : []))
  const isMore = (row: number) => (amounts?.[row] ?? 0) - (quantities?.[row] ?? 0) * (prices?.[row] ?? 0) > TOLERANCE
  if (known.filter(isMore).length * 2 <= known.length) return mapping
  return { ...rest, quantity, unitPrice, orderTotal: orderTotal ?? lineAmount }
}

const ofAnybody = (names: string) =>
  headerKeys(OF_WHOM).flatMap((whom) => headerKeys(names).map((name) => `${whom}${name}`))

/** A name in two columns. Customers have a field for each. */
const withJoinedName = (columns: readonly string[], kind: FileKindName, mapping: Mapping): Mapping => {
  const isNamed = kind === 'orders' || kind === 'order_lines' || kind === 'memberships'
  if (!isNamed || mapping.customerName !== undefined) return mapping
  const find = (names: readonly string[]) =>
    names.flatMap((name) => columns.find((column) => headerKey(column) === name) ?? [])[0]
  const [first, last] = [FIRST_NAMES, LAST_NAMES].map((names) => find(ofAnybody(names)))
  if (first === undefined || last === undefined) return mapping
  const customerName: FieldMapping = { columns: [first, last] }
  return { ...mapping, customerName }
}

/**
 * Where customers of orders have no ID, their email identifies them, or else their name, so that visits and signups find their
 * customer. A column of names is none of IDs.
 */
const withCustomer = (
  columns: readonly string[],
  kind: FileKindName,
  mapping: Mapping,
  profiles: Profiles,
): Mapping => {
  const taken = new Set(Object.values(mapping).map((one) => fullMapping(one).column))
  // In a file of lines, `Name` may be what is sold.
  const mayBeCustomer = kind === 'orders' || mapping.productTitle !== undefined
  const isFree = (column: string) => mayBeCustomer && (profiles.get(column)?.isName ?? false) && !taken.has(column)
  const named = columns.find((column) => headerKey(column) === 'name' && isFree(column))
  const { customerId: given, ...rest } = mapping
  const isName = typeof given === 'string' && (profiles.get(given)?.isName ?? false)
  const customerName = rest.customerName ?? (isName ? given : named)
  const customerId = isName ? (rest.customerEmail ?? given) : (given ?? rest.customerEmail ?? customerName)
  return { ...rest, ...(customerName ? { customerName } : {}), ...(customerId ? { customerId } : {}) }
}

/** A proposed mapping with what the columns imply together. */
export const completeMapping = (file: FileHead, kind: FileKindName, mapping: Proposed, profiles: Profiles): Mapping => {
  const lines = kind === 'order_lines' ? withoutChargedAmount(file, withoutGrossAmount(file, mapping)) : mapping
  const named = withJoinedName(file.columns, kind, withSku(kind, lines))
  if (kind !== 'orders' && kind !== 'order_lines') return named
  const whole = withStatusColumns(file, kind, completeOrders(file.columns, kind, named, profiles), profiles)
  return withCustomer(file.columns, kind, kind === 'orders' ? reconciled(file, whole, profiles) : whole, profiles)
}
