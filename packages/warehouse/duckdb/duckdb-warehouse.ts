import { availableParallelism, totalmem } from 'node:os'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { CanonicalTable } from '#domain/canonical/tables.ts'
import type { ControlTotals } from '#domain/control-totals.ts'
import type { Load, LoadOutcome, LoadRequest, Warehouse } from '../engine.ts'
import type { PackedRows } from '../schema/packed-rows.ts'
import { AccountActivity } from './account-activity.ts'
import type { AccountRegistry } from './account-registry.ts'
import type { AccountUpgrade } from './account-upgrades.ts'
import type { AccountKeys, FileKey } from './encryption/account-keys.ts'
import type { TurnedOver, TurnOverOutcome } from './encryption/turn-overs.ts'
import type { OverlappingOrders } from './load/overlapping-orders.ts'

export interface DuckDbWarehouseOptions {
  /** the server's data directory; account files go to its `warehouse` folder */
  readonly dataDir: string
  /** holds the accounts' staging folders, for several processes; default: a folder of the data directory */
  readonly stagingDir?: string | undefined
  /** bytes that the memory limits of all open account files may add up to; default a quarter of the machine’s, at least 1.5 GiB */
  readonly memoryBudget?: number
  /** bytes that a copy of an account's file is first tried with, and retried with more; default 256 MiB */
  readonly copyMemory?: number
  /** DuckDB threads of one account file, half as many while several accounts are served; default the number of cores, at most 4 */
  readonly threads?: number
  /** which accounts are served besides the warehouse's calls; default: nothing else tells */
  readonly activity?: AccountActivity
  /** warehouse calls at one time over all accounts; default twice the number of cores */
  readonly maxCalls?: number
  /** warehouse calls at one time of one account; default 2 */
  readonly maxCallsPerAccount?: number
  /** calls of one account that may wait; the next one fails with `warehouse.busy`; default 64 */
  readonly maxWaitingPerAccount?: number
  /** bytes of free disk below which no load begins (`storage.full`); default 128 MiB */
  readonly minFreeDisk?: number
  /** milliseconds without a call that begins, after which those that wait fail with `warehouse.busy`; default 15,000 */
  readonly maxWaitMs?: number
  /** path of an empty account file at the current schema that new files are copied from; default null: tables are created */
  readonly template?: string | null
  /** whether closing a file writes its log into it; without, the next opening replays the log; default true */
  readonly checkpointOnClose?: boolean
  /** engines that are made ahead, for files that are opened; default 0 */
  readonly spareInstances?: number
  /** where accounts are registered; default null: any file is taken for the account of its name */
  readonly registry?: AccountRegistry | null
  /** keys of encrypted account files; default null: files are not encrypted */
  readonly keys?: AccountKeys | null
  /** hears of every attempt to encrypt an account's file with another key */
  readonly onTurnOver?: (turned: TurnedOver) => void
  /** hears of every attempt to bring an account's file to the current version */
  readonly onUpgrade?: (upgrade: AccountUpgrade) => void
}

export interface ConnectionOptions {
  readonly signal?: AbortSignal
  /** milliseconds; default none */
  readonly timeoutMs?: number
}

/**
 * A load whose staging tables may also be filled by SQL on its own connection, where they are temporary tables. The connection
 * belongs to the load: no transaction may be left open on it, and it is closed after commit or discard.
 */
export interface DuckDbLoad extends Load {
  readonly connection: DuckDBConnection
  /**
   * Creates the staging table if it does not exist and returns its qualified name. Its columns, in order: `source_id`, the
   * given columns of the canonical table (a timestamp as `<name>_utc` and `<name>_local`, one of which is filled as
   * `time_basis` says), `source_updated_utc`, `time_basis` (`utc` or `local`). A key that was staged twice counts once: the
   * latest by `source_updated_utc`, then the last one inserted. To be called again before more is inserted.
   */
  stagingTable(table: CanonicalTable): Promise<string>
  /** Appends the rows of batches, one batch after another. Ten at a time cost little more than one. */
  appendPacked(batches: readonly PackedRows[]): Promise<void>
  /** Counts what was staged so far, before anything is merged. More may be staged afterwards. */
  controlTotals(): Promise<ControlTotals>
  /** Counts staged orders that other services of the account already have, by service. */
  overlappingOrders(): Promise<OverlappingOrders[]>
  /** `onStored` gets the totals of the same rows as they are stored after the commit. */
  commit(onStored?: (totals: ControlTotals) => void): Promise<LoadOutcome>
  /**
   * Runs the caller's SQL on the load's connection, one `work` after another. Aborting the load's signal interrupts it, and its
   * errors are translated; anything that takes longer than a few milliseconds should use this rather than `connection`.
   */
  run<Result>(work: (connection: DuckDBConnection) => Promise<Result>): Promise<Result>
}

/** A snapshot of an account's data in a file of its own. */
export interface AccountCopy {
  readonly file: string
  /** what it is encrypted with; null: it is not */
  readonly key: FileKey | null
}

/** What the warehouse of this process uses; counts are since its start. */
export interface WarehouseUsage {
  readonly opens: number
  /** account files that are open */
  readonly openFiles: number
  /** bytes that the open files may use, and may use at most */
  readonly memory: number
  readonly memoryBudget: number
  /** calls that ended because memory did not become free, or their statement needed more than a file may use */
  readonly memoryRefusals: number
  readonly runningCalls: number
  readonly waitingCalls: number
}

export interface DuckDbWarehouse extends Warehouse {
  readonly usage: WarehouseUsage
  /** Resolves when the engine answers and its folder can be written; rejects otherwise. Opens no account. */
  ping(): Promise<void>
  /** when the last query started, by `performance.now()`; -Infinity before the first */
  readonly lastAskedAt: number
  /** Opens the account's file before it is asked for, if it has one. Its failures are those of the first call. */
  openAhead(accountId: number): Promise<void>
  beginLoad(request: LoadRequest): Promise<DuckDbLoad>
  /** the only directory that the account's SQL may read and write; created if it does not exist */
  stagingFolder(accountId: number): Promise<string>
  /**
   * Puts the account's data away for the operator and begins with none. For an account whose data is unavailable; nothing is
   * deleted. The data version goes on above the last one.
   */
  replaceAccountData(accountId: number): Promise<void>
  /**
   * Lends a connection to the account's file for as long as `use` runs. An aborted signal interrupts the running
   * statement; errors are translated as those of `query` are.
   */
  withConnection<Result>(
    accountId: number,
    use: (connection: DuckDBConnection) => Promise<Result>,
    options?: ConnectionOptions,
  ): Promise<Result>
  /** Lends a connection next to those of the account's calls, for work on all of its rows that takes minutes. */
  withOwnConnection<Result>(
    accountId: number,
    use: (connection: DuckDBConnection) => Promise<Result>,
    options: { readonly isWriting: boolean },
  ): Promise<Result>
  /** Deletes the account's file, but no uploaded files. The data version goes on above the last one. */
  dropFile(accountId: number): Promise<void>
  /**
   * Lends a connection that reads the account's staged files, and nothing else, for as long as `use` runs: also while an import
   * has the account's file. Signals and errors are as those of `withConnection`.
   */
  withStagedFiles<Result>(
    accountId: number,
    use: (connection: DuckDBConnection) => Promise<Result>,
    options?: ConnectionOptions,
  ): Promise<Result>
  /**
   * Writes a snapshot of the account's data to a new database file in its staging folder, which the caller moves or deletes.
   * Takes as much memory as a load, and the highest limit when that is not enough.
   *
   * @returns null when the account has no data
   */
  copyAccount(accountId: number): Promise<AccountCopy | null>
  /**
   * Encrypts the account's file with the key that it should have, or decrypts it, if nobody uses it. Takes seconds to minutes;
   * until then the account's calls wait as they do for memory.
   */
  turnOver(accountId: number): Promise<TurnOverOutcome>
}

/** What a backup of files that are in use needs. */
export interface AccountFilesWarehouse extends DuckDbWarehouse {
  /** Rises when a transaction that changes the account's data begins and when it ends, in this process. */
  commitsOf(accountId: number): number
  /** Runs `work` while no account's data changes: changes wait. Throws `warehouse.busy` when one that runs takes too long. */
  withoutCommits<Result>(work: () => Promise<Result>): Promise<Result>
}

const MIB = 1024 ** 2

/** What this machine, or this container, has; bytes. */
const machineMemory = (): number => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)

export const withDefaults = (options: DuckDbWarehouseOptions) => ({
  // At least two loads of many rows, and 512 MiB for other calls.
  memoryBudget: Math.max(1536 * MIB, machineMemory() / 4),
  // A copy buffers a row group of every column of a table.
  copyMemory: 256 * MIB,
  threads: Math.min(availableParallelism(), 4),
  activity: new AccountActivity(),
  maxCalls: 2 * availableParallelism(),
  maxCallsPerAccount: 2,
  maxWaitingPerAccount: 128,
  maxWaitMs: 15_000,
  spareInstances: 0,
  minFreeDisk: 128 * MIB,
  ...options,
})

export type Settings = ReturnType<typeof withDefaults>
