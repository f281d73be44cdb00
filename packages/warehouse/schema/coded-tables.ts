import type { CanonicalTable } from '#domain/canonical/tables.ts'
import type { CodeList } from '#domain/own-codes.ts'

/** Columns with a code of a list, and with what the source wrote. */
interface CodedColumns {
  readonly code: string
  readonly raw: string
}

const GOODS = { itemKind: { code: 'item_kind', raw: 'category' } } as const

/** Tables whose rows have codes that an account's own codes decide. */
export const CODED_TABLES = {
  orders: {
    channel: { code: 'channel', raw: 'channel_raw' },
    orderType: { code: 'order_type', raw: 'order_type_raw' },
    fulfillmentStatus: { code: 'fulfillment_status', raw: 'fulfillment_status_raw' },
  },
  order_lines: GOODS,
  products: GOODS,
} as const satisfies Partial<Record<CanonicalTable, Partial<Record<CodeList, CodedColumns>>>>

export type CodedTable = keyof typeof CODED_TABLES

export const CODED_TABLE_NAMES = ['orders', 'order_lines', 'products'] as const satisfies readonly CodedTable[]

/** No rule changes it: what is a gift card decides which amounts are sales. */
export const KEPT_CODE = 'gift_card'
