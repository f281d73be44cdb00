import { CANONICAL_TABLE_NAMES, type CanonicalTable } from '#domain/canonical/tables.ts'
import { SEGMENT_MEMBERS } from '#domain/segments.ts'
import { type StoredColumn, tableColumns } from './stored-columns.ts'

/** Orders as their source gave them, which totals of reports are compared with. */
export const SOURCE_ORDERS = 'source_orders'

/** A table whose rows belong to an account and are published together. */
export type AccountTable = CanonicalTable | typeof SOURCE_ORDERS | typeof SEGMENT_MEMBERS

export const ACCOUNT_TABLES: readonly AccountTable[] = [...CANONICAL_TABLE_NAMES, SOURCE_ORDERS, SEGMENT_MEMBERS]

const column = (kind: StoredColumn['kind'], name: string, required = false): StoredColumn => ({
  name,
  kind,
  required,
  derived: false,
  since: 0,
})
const text = (name: string, required = false): StoredColumn => column('text', name, required)
const timestamp = (name: string): StoredColumn => column('timestamp', name)
const money = (name: string): StoredColumn => column('money', name)

const SOURCE_ORDER_COLUMNS: readonly StoredColumn[] = [
  text('service_id', true),
  text('source_id', true),
  timestamp('ordered_utc'),
  timestamp('ordered_local'),
  text('time_basis'),
  text('currency'),
  text('payment_status'),
  column('boolean', 'is_refund'),
  money('net_sales'),
  money('total'),
]

/** Days that a customer was in a segment: `since` is in, `until` is out and null while the customer is in it. */
const SEGMENT_MEMBER_COLUMNS: readonly StoredColumn[] = [
  text('service_id', true),
  text('source_id', true),
  text('segment_id', true),
  text('person_id', true),
  column('date', 'since', true),
  column('date', 'until'),
  // in it when the segment was made, so that nobody knows since when
  column('boolean', 'from_start', true),
]

const OTHER_COLUMNS = { [SOURCE_ORDERS]: SOURCE_ORDER_COLUMNS, [SEGMENT_MEMBERS]: SEGMENT_MEMBER_COLUMNS }

/** Whether loads stage rows of the table. */
export const isStagedTable = (table: AccountTable): table is CanonicalTable => !Object.hasOwn(OTHER_COLUMNS, table)

/** Columns of an account's table, in order, without `account_id`, `version` and `is_deleted`. */
export const accountColumns = (table: AccountTable): readonly StoredColumn[] =>
  isStagedTable(table) ? tableColumns(table) : OTHER_COLUMNS[table]

export const columnNames = (table: AccountTable): string[] => accountColumns(table).map(({ name }) => name)
