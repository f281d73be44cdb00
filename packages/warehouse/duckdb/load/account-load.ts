import type { DuckDBConnection } from '@duckdb/node-api'
import { fail } from '#contract/errors.ts'
import type { CanonicalRecord } from '#domain/canonical/record.ts'
import { CANONICAL_TABLE_NAMES, type CanonicalTable } from '#domain/canonical/tables.ts'
import type { ControlTotals } from '#domain/control-totals.ts'
import type { LoadOutcome, LoadRequest, SqlValue } from '../../engine.ts'
import type { CommitSlots } from '../../scheduling/commit-slots.ts'
import type { PackedRows } from '../../schema/packed-rows.ts'
import type { DetachedTable } from '../../schema/removed-rows.ts'
import { stagingColumns } from '../../schema/stored-columns.ts'
import type { ConflictingOrders, CsvStaged, OverlappingOrders, StageFileRequest, StoredOrder } from '../../staging.ts'
import type { AccountFile } from '../account-file.ts'
import type { Lease } from '../account-files.ts'
import { stageCsv } from '../csv/stage-csv.ts'
import { createStagingTable, quoted, stagingName } from '../ddl.ts'
import type { DuckDbLoad } from '../duckdb-warehouse.ts'
import { interruptible, isOutOfMemory } from '../interruptible.ts'
import { staging } from './apply.ts'
import { storedZone } from './calendar.ts'
import { commitStaged } from './commit.ts'
import { countControlTotals, countStoredTotals } from './control-totals.ts'
import {
  type CompareOrders,
  findConflictingOrders,
  findOverlappingOrders,
  STORED_ORDERS,
  storeOrders,
} from './existing-orders.ts'
import { hasNoOrders } from './orders.ts'
import { insertPacked } from './packed-rows.ts'
import { writeIds } from './removed-rows.ts'
import { StagingWriter } from './staging-writer.ts'

/** All rows staged for a table, in the order in which they came; every value as text, but for booleans. */
const selectStaged = (table: CanonicalTable): string => {
  const columns = stagingColumns(table).map(({ name, kind }) =>
    kind === 'boolean' ? quoted(name) : `CAST(${quoted(name)} AS VARCHAR)`,
  )
  return `SELECT ${columns.join(', ')} FROM temp.main.${stagingName(table)} ORDER BY rowid`
}

/** Exact: no number passes between two engines. */
const asText = (value: unknown): SqlValue => (typeof value === 'boolean' || value === null ? value : String(value))

export interface LoadParts {
  readonly request: LoadRequest
  readonly lease: Lease
  readonly connection: DuckDBConnection
  readonly commitSlots: CommitSlots
  readonly onCommit: (accountId: number, file: AccountFile) => Promise<void>
  /** runs each statement when it is the load's turn */
  readonly runStatement: <Result>(work: () => Promise<Result>) => Promise<Result>
}

/** One load on a connection of its own; its staging tables are temporary and vanish with the connection. */
export class AccountLoad implements DuckDbLoad {
  readonly connection: DuckDBConnection
  readonly #request: LoadRequest
  readonly #lease: Lease
  readonly #commitSlots: CommitSlots
  readonly #onCommit: LoadParts['onCommit']
  readonly #runStatement: LoadParts['runStatement']
  readonly #writers = new Map<CanonicalTable, StagingWriter>()
  readonly #staged = new Set<CanonicalTable>()
  readonly #removed = new Set<CanonicalTable>()
  readonly #retained = new Set<CanonicalTable>()
  readonly #within = new Set<DetachedTable>()
  /** staged tables that hold each key once */
  readonly #distinct = new Set<CanonicalTable>()
  /** settles when what runs on the connection has ended */
  #running: Promise<unknown> = Promise.resolve()
  /** an append failed halfway, so the staged rows are incomplete */
  #isSpoiled = false
  #isOver = false

  constructor({ request, lease, connection, commitSlots, onCommit, runStatement }: LoadParts) {
    this.connection = connection
    this.#request = request
    this.#lease = lease
    this.#commitSlots = commitSlots
    this.#onCommit = onCommit
    this.#runStatement = runStatement
    lease.file.revoked.addEventListener('abort', this.#onRevoked, { once: true })
  }

  readonly #onRevoked = (): void => {
    void this.discard()
  }

  async append<T extends CanonicalTable>(table: T, rows: readonly CanonicalRecord<T>[]): Promise<void> {
    await this.#add(async (connection) => {
      const writer = this.#writers.get(table) ?? (await StagingWriter.open(connection, table))
      this.#writers.set(table, writer)
      this.#noteStaged(table)
      await writer.write(rows, this.#request.signal)
    })
  }

  async appendPacked(batches: readonly PackedRows[]): Promise<void> {
    await this.#add(async (connection) => {
      // What was appended before comes first.
      this.#closeWriters()
      for (const table of CANONICAL_TABLE_NAMES) {
        if (!batches.some(({ tables }) => tables[table])) continue
        await connection.run(createStagingTable(table))
        this.#noteStaged(table)
        await insertPacked(connection, table, batches)
      }
    })
  }

  async remove(table: CanonicalTable, sourceIds: readonly string[]): Promise<void> {
    this.#removed.add(table)
    await this.#addIds(`removed_${table}`, sourceIds)
  }

  async retain(table: CanonicalTable, sourceIds: readonly string[]): Promise<void> {
    this.#retained.add(table)
    await this.#addIds(`retained_${table}`, sourceIds)
  }

  replaceWithin(table: DetachedTable): void {
    this.#within.add(table)
  }

  #addIds(name: string, ids: readonly string[]): Promise<void> {
    return this.#add((connection) => writeIds(connection, name, { ids, signal: this.#request.signal }))
  }

  async #add(work: (connection: DuckDBConnection) => Promise<void>): Promise<void> {
    await this.run(work).catch((error) => {
      this.#isSpoiled = true
      throw error
    })
  }

  async stagingTable(table: CanonicalTable): Promise<string> {
    await this.run((connection) => connection.run(createStagingTable(table)))
    this.#noteStaged(table)
    return staging(table)
  }

  #noteStaged(table: CanonicalTable): void {
    this.#staged.add(table)
    this.#distinct.delete(table)
  }

  controlTotals(): Promise<ControlTotals> {
    return this.run(async (connection) => {
      this.#closeWriters()
      const timeZone = (await storedZone(connection)) ?? this.#request.calendar.timeZone
      const totals = await countControlTotals(connection, { staged: this.#staged, timeZone })
      for (const table of this.#staged) this.#distinct.add(table)
      return totals
    })
  }

  stageFile(request: StageFileRequest): Promise<CsvStaged> {
    return stageCsv(this, request)
  }

  async overlappingOrders(stored?: readonly StoredOrder[]): Promise<OverlappingOrders[]> {
    return (await this.#compareOrders(findOverlappingOrders, stored)) ?? []
  }

  conflictingOrders(stored?: readonly StoredOrder[]): Promise<ConflictingOrders | null> {
    return this.#compareOrders(findConflictingOrders, stored)
  }

  /** Null without staged orders. */
  #compareOrders<Result>(compare: CompareOrders<Result>, stored?: readonly StoredOrder[]): Promise<Result | null> {
    return this.run(async (connection) => {
      if (!this.#staged.has('orders')) return null
      this.#closeWriters()
      const timeZone = (await storedZone(connection)) ?? this.#request.calendar.timeZone
      const relation = stored ? await storeOrders(connection, stored) : STORED_ORDERS
      return compare(connection, { serviceId: this.#request.serviceId, timeZone, stored: relation })
    })
  }

  async *stagedRows(table: CanonicalTable): AsyncGenerator<readonly (readonly SqlValue[])[]> {
    const result = await this.run(async (connection) => {
      this.#closeWriters()
      return connection.stream(selectStaged(table))
    })
    for (;;) {
      const chunk = await this.run(() => result.fetchChunk())
      if (!chunk || chunk.rowCount === 0) return
      yield chunk.getRows().map((row) => row.map(asText))
    }
  }

  async run<Result>(work: (connection: DuckDBConnection) => Promise<Result>): Promise<Result> {
    if (this.#isOver) throw fail('warehouse.query_failed', { cause: new Error('The load is over') })
    const { file } = this.#lease
    const previous = this.#running
    const running = previous
      .catch(() => undefined)
      .then(() =>
        this.#runStatement(() =>
          interruptible(this.connection, { signals: [this.#request.signal, file.revoked] }, () =>
            work(this.connection),
          ),
        ),
      )
    this.#running = running
    try {
      return await running
    } catch (error) {
      file.noteError(error)
      throw error
    }
  }

  async commit(onStored?: (totals: ControlTotals) => void): Promise<LoadOutcome> {
    const { accountId, serviceId, signal } = this.#request
    try {
      if (this.#isSpoiled)
        throw fail('warehouse.query_failed', { cause: new Error('An append of this load has failed') })
      const giveBack = await this.#commitSlots.acquire(accountId, signal)
      try {
        const isFirst =
          onStored !== undefined && (await this.run((connection) => hasNoOrders({ connection, serviceId })))
        const outcome = await this.#applyTwice()
        if (onStored) {
          const committed = { staged: this.#staged, serviceId, isFirst }
          onStored(await this.run((connection) => countStoredTotals(connection, committed)))
        }
        return outcome
      } finally {
        giveBack()
      }
    } finally {
      await this.discard()
    }
  }

  async discard(): Promise<void> {
    if (this.#isOver) return
    this.#isOver = true
    await this.#running.catch(() => undefined)
    this.#lease.file.revoked.removeEventListener('abort', this.#onRevoked)
    this.connection.closeSync()
    this.#lease.release()
  }

  /** Rows are in the staging tables after this; a later append opens its table again. */
  #closeWriters(): void {
    for (const writer of this.#writers.values()) writer.close()
    this.#writers.clear()
  }

  /** How much memory a load takes depends on how its threads meet: one that just failed to fit may fit the second time. */
  async #applyTwice(): Promise<LoadOutcome> {
    try {
      return await this.run((connection) => this.#apply(connection))
    } catch (error) {
      if (!isOutOfMemory(error)) throw error
      return this.run((connection) => this.#apply(connection))
    }
  }

  async #apply(connection: DuckDBConnection): Promise<LoadOutcome> {
    this.#closeWriters()
    const { file } = this.#lease
    try {
      const leaving = { removed: this.#removed, retained: this.#retained, within: this.#within }
      const rows = { staged: this.#staged, distinct: this.#distinct, leaving }
      return await file.committing(() => commitStaged(connection, this.#request, rows))
    } finally {
      await this.#onCommit(this.#request.accountId, file)
    }
  }
}
