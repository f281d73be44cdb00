import { CANONICAL_TABLE_NAMES, type CanonicalTable } from '#domain/canonical/tables.ts'
import { type StoredColumn, stagingColumns, tableColumns } from '../schema/stored-columns.ts'

/** A change of ClickHouse's tables. */
export interface ClickHouseMigration {
  /** `NNNN-what-it-does` */
  readonly name: string
  /** Each may run twice: after a kill, the whole migration is repeated. */
  readonly statements: readonly string[]
}

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

export const stagingNames = (table: CanonicalTable): string[] => stagingColumns(table).map(({ name }) => name)

/** Rows as a load gave them, in `phase` 0; in phase 1 each key once, in the account's zone and codes. */
export const stagedTable = (table: CanonicalTable): string => `staged_${table}`

/** Rows as they will be, of loads that are not published yet; `step` orders the versions of a row. */
export const nextTable = (table: AccountTable): string => `next_${table}`

/** Ids and rules that the statements of a load join. */
export const LOAD_VALUES = 'load_values'

/** One row an account: what its rows were last published as. */
export const ACCOUNT_STATE = 'account_state'
