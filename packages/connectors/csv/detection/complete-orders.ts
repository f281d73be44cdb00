import { columnsOf, type FieldMapping, type FileKindName, type Mapping } from '../mapping.ts'
import { headerKey } from '../target-field.ts'
import type { Profiles } from './propose-mapping.ts'

const AMOUNTS = ['netAmount', 'subtotal', 'total'] as const

/**
 * Fills what a plain list of sales leaves open: its only column of amounts is the total, `Name` is the customer's, and without an order
 * ID one is composed of date, customer and amount. Other kinds and files with an order ID stay as they are.
 */
export const completeOrders = (
  columns: readonly string[],
  kind: FileKindName,
  mapping: Mapping,
  profiles: Profiles,
): Mapping => {
  const { orderId, orderDate, customerName } = mapping
  if (kind !== 'orders' || orderDate === undefined || orderId !== undefined) return mapping
  const taken = new Set(Object.values(mapping).flatMap(columnsOf))
  const free = columns.filter((column) => !taken.has(column))
  const amounts = free.filter((column) => profiles.get(column)?.shape === 'decimal')
  const known = AMOUNTS.map((field) => mapping[field]).find((column) => column !== undefined)
  const amount = known ?? (amounts.length === 1 ? amounts[0] : undefined)
  const person = customerName ?? free.find((column) => ['name', 'customer'].includes(headerKey(column)))
  const added: Record<string, FieldMapping> = {}
  if (known === undefined && amount !== undefined) added.total = amount
  if (person !== undefined && mapping.customerId !== person) added.customerName = person
  if (amount !== undefined && person !== undefined)
    added.orderId = { columns: [orderDate, person, amount].flatMap(columnsOf) }
  return { ...mapping, ...added }
}
