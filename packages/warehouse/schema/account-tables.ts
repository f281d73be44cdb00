import { CANONICAL_TABLE_NAMES, type CanonicalTable } from '#domain/canonical/tables.ts'
import { type StoredColumn, tableColumns } from './stored-columns.ts'

/** Orders as their source gave them, which totals of reports are compared with. */
export const SOURCE_ORDERS = 'source_orders'

/** A table whose rows belong to an account and are published together. */
export type AccountTable = CanonicalTable | typeof SOURCE_ORDERS

export const ACCOUNT_TABLES: readonly AccountTable[] = [...CANONICAL_TABLE_NAMES, SOURCE_ORDERS]

const text = (name: string, required = false): StoredColumn => ({
  name,
  kind: 'text',
  required,
  derived: false,
  since: 0,
})
const timestamp = (name: string): StoredColumn => ({
  name,
  kind: 'timestamp',
  required: false,
  derived: false,
  since: 0,
})
const money = (name: string): StoredColumn => ({ name, kind: 'money', required: false, derived: false, since: 0 })

const SOURCE_ORDER_COLUMNS: readonly StoredColumn[] = [
  text('service_id', true),
  text('source_id', true),
  timestamp('ordered_utc'),
  timestamp('ordered_local'),
  text('time_basis'),
  text('currency'),
  text('payment_status'),
  { name: 'is_refund', kind: 'boolean', required: false, derived: false, since: 0 },
  money('net_sales'),
  money('total'),
]

/** Columns of an account's table, in order, without `account_id`, `version` and `is_deleted`. */
export const accountColumns = (table: AccountTable): readonly StoredColumn[] =>
  table === SOURCE_ORDERS ? SOURCE_ORDER_COLUMNS : tableColumns(table)

export const columnNames = (table: AccountTable): string[] => accountColumns(table).map(({ name }) => name)
