import type { CanonicalTable } from '#domain/canonical/tables.ts'
import type { AccountTable } from '../schema/account-tables.ts'

/** Rows as a load gave them, in `phase` 0; in phase 1 each key once, in the account's zone and codes. */
export const stagedTable = (table: CanonicalTable): string => `staged_${table}`

/** Rows as they will be, of loads that are not published yet; `step` orders the versions of a row. */
export const nextTable = (table: AccountTable): string => `next_${table}`

/** Ids and rules that the statements of a load join. */
export const LOAD_VALUES = 'load_values'

/** One row an account: what its rows were last published as. */
export const ACCOUNT_STATE = 'account_state'
