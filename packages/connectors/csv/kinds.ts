import { ORDER_LINES, ORDERS } from './order-fields.ts'
import { CUSTOMERS, INVENTORY, MEMBERSHIPS, PRODUCTS, RESERVATIONS } from './other-fields.ts'
import type { FileKind } from './target-field.ts'

/** What a file can hold, with the fields that can be filled from it. */
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
