import { availableParallelism, totalmem } from 'node:os'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { CanonicalTable } from '#domain/canonical/tables.ts'
import type { LoadRequest, Warehouse } from '../engine.ts'
import type { AccountKeys, AccountRegistry, FileStore } from '../file-store.ts'
import type { MoveStore } from '../places/copy-account.ts'
import { AccountActivity } from '../scheduling/account-activity.ts'
import type { LocalLoad, ReadOptions, StagedFiles, WarehouseUsage } from '../staging.ts'
import type { AccountUpgrade } from './account-upgrades.ts'
import type { TurnedOver } from './encryption/turn-overs.ts'

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
  /** bytes of free disk below which no load begins (`storage.full`); default 128 MiB */
  readonly minFreeDisk?: number
  /** milliseconds after which a call that waits for memory fails with `warehouse.busy`; default 15,000 */
  readonly maxWaitMs?: number
  /** path of an empty account file at the current schema that new files are copied from; default null: tables are created */
  readonly template?: string | null
  /** whether closing a file writes its log into it; without, the next opening replays the log; default true */
  readonly checkpointOnClose?: boolean
  /** where accounts are registered; default null: any file is taken for the account of its name */
  readonly registry?: AccountRegistry | null
  /** keys of encrypted account files; default null: files are not encrypted */
  readonly keys?: AccountKeys | null
  /** hears of every attempt to encrypt an account's file with another key */
  readonly onTurnOver?: (turned: TurnedOver) => void
  /** hears of every attempt to bring an account's file to the current version */
  readonly onUpgrade?: (upgrade: AccountUpgrade) => void
}

/**
 * A load whose staging tables may also be filled by SQL on its own connection, where they are temporary tables. The connection
 * belongs to the load: no transaction may be left open on it, and it is closed after commit or discard.
 */
export interface DuckDbLoad extends LocalLoad {
  readonly connection: DuckDBConnection
  /**
   * Creates the staging table if it does not exist and returns its qualified name. Its columns, in order: `source_id`, the
   * given columns of the canonical table (a timestamp as `<name>_utc` and `<name>_local`, one of which is filled as
   * `time_basis` says), `source_updated_utc`, `time_basis` (`utc` or `local`). A key that was staged twice counts once: the
   * latest by `source_updated_utc`, then the last one inserted. To be called again before more is inserted.
   */
  stagingTable(table: CanonicalTable): Promise<string>
  /**
   * Runs the caller's SQL on the load's connection, one `work` after another. Aborting the load's signal interrupts it, and its
   * errors are translated; anything that takes longer than a few milliseconds should use this rather than `connection`.
   */
  run<Result>(work: (connection: DuckDBConnection) => Promise<Result>): Promise<Result>
}

/** The warehouse of accounts that have a file each. */
export interface DuckDbWarehouse extends Warehouse, FileStore, StagedFiles, MoveStore {
  readonly usage: WarehouseUsage
  beginLoad(request: LoadRequest): Promise<DuckDbLoad>
  /**
   * Lends a connection to the account's file for as long as `use` runs. An aborted signal interrupts the running
   * statement; errors are translated as those of `query` are.
   */
  withConnection<Result>(
    accountId: number,
    use: (connection: DuckDBConnection) => Promise<Result>,
    options?: ReadOptions,
  ): Promise<Result>
  /**
   * Lends a connection that reads the account's staged files, and nothing else, for as long as `use` runs. Signals and errors are
   * as those of `withConnection`.
   */
  withStagedFiles<Result>(
    accountId: number,
    use: (connection: DuckDBConnection) => Promise<Result>,
    options?: ReadOptions,
  ): Promise<Result>
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
  maxWaitMs: 15_000,
  minFreeDisk: 128 * MIB,
  ...options,
})

export type Settings = ReturnType<typeof withDefaults>
