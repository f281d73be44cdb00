import type { AccountBook } from '../clickhouse/account-ledger.ts'
import type { SqlValue } from '../engine.ts'
import type { AccountTable } from '../schema/account-tables.ts'
import type { AccountTotals } from './account-totals.ts'

/** Every value as text that both engines read, in order of the table's columns; null stays null. */
export type TextRow = readonly SqlValue[]

/** Everything that is stored of an account, while nothing changes it. */
export interface StoredAccount {
  readonly book: AccountBook
  /** some thousand rows at a time */
  rows(table: AccountTable): AsyncIterable<readonly TextRow[]>
  totals(): Promise<AccountTotals>
}

/** An engine from which, and to which, accounts can be moved. Callers see to it that nothing changes the account meanwhile. */
export interface AccountStore {
  readStored<Result>(accountId: number, use: (stored: StoredAccount) => Promise<Result>): Promise<Result>
  /**
   * Stores a copy of an account that has nothing here. The data version goes on above that of either engine. Killed halfway, it
   * leaves a part, which `dropStored` deletes.
   *
   * @returns the totals of what was stored
   */
  writeStored(accountId: number, stored: StoredAccount): Promise<AccountTotals>
  /** Deletes all rows of the account, but no uploaded files; harmless when there are none. */
  dropStored(accountId: number): Promise<void>
}

/** The version of an account's rows in an engine that they were moved to: no answer of before is taken for one of now. */
export const versionAfterMove = (moved: number, own: number): number => (moved === 0 ? own : Math.max(moved, own) + 1)
