import { performance } from 'node:perf_hooks'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { CanonicalRecord } from '#domain/canonical/record.ts'
import { CANONICAL_TABLE_NAMES, type CanonicalTable } from '#domain/canonical/tables.ts'
import type { ControlTotals } from '#domain/control-totals.ts'
import { quoted, stagingName } from '../duckdb/ddl.ts'
import type { DuckDbLoad, DuckDbWarehouse } from '../duckdb/duckdb-warehouse.ts'
import { findOverlappingOrders, type OverlappingOrders } from '../duckdb/load/overlapping-orders.ts'
import type { LoadOutcome, LoadRequest, SqlValue } from '../engine.ts'
import type { AccountStore } from '../places/account-store.ts'
import type { PackedRows } from '../schema/packed-rows.ts'
import { stagingColumns } from '../schema/stored-columns.ts'
import type { ClickHouseLoad } from './account-load.ts'
import type { ClickHouseWarehouse } from './open-warehouse.ts'

type ChildTable = Parameters<DuckDbLoad['replaceWithin']>[0]

/** Every value as text, but for booleans: exact, and no number passes between two engines. */
const asJson = (value: unknown): SqlValue => (typeof value === 'boolean' || value === null ? value : String(value))

const selectStaged = (table: CanonicalTable): string => {
  const columns = stagingColumns(table).map(({ name, kind }) =>
    kind === 'boolean' ? quoted(name) : `CAST(${quoted(name)} AS VARCHAR)`,
  )
  return `SELECT ${columns.join(', ')} FROM temp.main.${stagingName(table)} ORDER BY rowid`
}

/**
 * A load that is staged in DuckDB, which reads files and counts what is given, and committed to ClickHouse. Nothing of it is
 * stored in DuckDB.
 */
class LocallyStagedLoad implements DuckDbLoad {
  readonly #local: DuckDbLoad
  readonly #remote: ClickHouseLoad
  readonly #warehouse: ClickHouseWarehouse
  readonly #request: LoadRequest
  readonly #staged = new Set<CanonicalTable>()

  constructor(local: DuckDbLoad, remote: ClickHouseLoad, warehouse: ClickHouseWarehouse, request: LoadRequest) {
    this.#local = local
    this.#remote = remote
    this.#warehouse = warehouse
    this.#request = request
  }

  get connection(): DuckDBConnection {
    return this.#local.connection
  }

  append<T extends CanonicalTable>(table: T, rows: readonly CanonicalRecord<T>[]): Promise<void> {
    this.#staged.add(table)
    return this.#local.append(table, rows)
  }

  appendPacked(batches: readonly PackedRows[]): Promise<void> {
    for (const table of CANONICAL_TABLE_NAMES) if (batches.some(({ tables }) => tables[table])) this.#staged.add(table)
    return this.#local.appendPacked(batches)
  }

  stagingTable(table: CanonicalTable): Promise<string> {
    this.#staged.add(table)
    return this.#local.stagingTable(table)
  }

  controlTotals(): Promise<ControlTotals> {
    return this.#local.controlTotals()
  }

  run<Result>(work: (connection: DuckDBConnection) => Promise<Result>): Promise<Result> {
    return this.#local.run(work)
  }

  remove(table: CanonicalTable, sourceIds: readonly string[]): Promise<void> {
    return this.#remote.remove(table, sourceIds)
  }

  retain(table: CanonicalTable, sourceIds: readonly string[]): Promise<void> {
    return this.#remote.retain(table, sourceIds)
  }

  replaceWithin(table: ChildTable): void {
    this.#remote.replaceWithin(table)
  }

  async overlappingOrders(): Promise<OverlappingOrders[]> {
    if (!this.#staged.has('orders')) return []
    const { accountId, serviceId, calendar } = this.#request
    await this.controlTotals()
    const { dialect } = this.#warehouse
    const others = await this.#warehouse.query(accountId, {
      sql: `SELECT DISTINCT service_id, order_number, ${dialect.dayText('ordered_local')} FROM orders WHERE service_id <> $1`,
      params: [serviceId],
    })
    return this.run(async (connection) => {
      await connection.run(
        'CREATE OR REPLACE TEMPORARY TABLE other_orders (service_id VARCHAR, order_number VARCHAR, ordered_local DATE)',
      )
      const values = others.rows.map((row) => row.map(String))
      await connection.run(
        `INSERT INTO temp.main.other_orders SELECT row[1], row[2], CAST(row[3] AS DATE)
         FROM (SELECT unnest(CAST($1 AS JSON)::VARCHAR[][]) AS row)`,
        [JSON.stringify(values)],
      )
      return findOverlappingOrders(connection, {
        serviceId,
        timeZone: calendar.timeZone,
        stored: 'temp.main.other_orders',
      })
    })
  }

  async commit(onStored?: (totals: ControlTotals) => void): Promise<LoadOutcome> {
    try {
      // Rows that an append has written are in the staging tables after this.
      await this.#local.controlTotals()
      for (const table of this.#staged) await this.#handOver(table)
      await this.#local.discard()
      return await this.#remote.commit(onStored)
    } finally {
      await this.discard()
    }
  }

  async discard(): Promise<void> {
    await this.#local.discard()
    await this.#remote.discard()
  }

  #handOver(table: CanonicalTable): Promise<void> {
    return this.#local.run(async (connection) => {
      const result = await connection.stream(selectStaged(table))
      for (;;) {
        const chunk = await result.fetchChunk()
        if (!chunk || chunk.rowCount === 0) return
        await this.#remote.appendStaged(
          table,
          chunk.getRows().map((row) => row.map(asJson)),
        )
      }
    })
  }
}

/**
 * A ClickHouse warehouse for a server that reads uploaded files with DuckDB: `local` holds no account's rows, only what is
 * being staged or previewed.
 */
export const withLocalStaging = (
  clickHouse: ClickHouseWarehouse,
  local: DuckDbWarehouse,
): DuckDbWarehouse & AccountStore => {
  let lastAskedAt = Number.NEGATIVE_INFINITY
  return {
    dialect: clickHouse.dialect,
    get usage() {
      return local.usage
    },
    get lastAskedAt() {
      return lastAskedAt
    },
    ping: async () => {
      await local.ping()
      await clickHouse.ping()
    },
    query: (accountId, statement, options) => {
      lastAskedAt = performance.now()
      return clickHouse.query(accountId, statement, options)
    },
    writeCsv: (accountId, request, options) => clickHouse.writeCsv(accountId, request, options),
    status: (accountId) => clickHouse.status(accountId),
    hasBatch: (accountId, batchId) => clickHouse.hasBatch(accountId, batchId),
    beginLoad: async (request) => {
      const { timeZone = request.calendar.timeZone } = await clickHouse.status(request.accountId)
      const staged = { ...request, calendar: { timeZone } }
      // It holds nothing yet, so it comes first: whatever fails, the local load's place is not left taken.
      const remote = await clickHouse.beginLoad(request)
      return new LocallyStagedLoad(await local.beginLoad(staged), remote, clickHouse, staged)
    },
    removeService: (accountId, serviceId) => clickHouse.removeService(accountId, serviceId),
    changeCalendar: (accountId, calendar, options) => clickHouse.changeCalendar(accountId, calendar, options),
    changeVisitRules: (accountId, rules) => clickHouse.changeVisitRules(accountId, rules),
    changeCodeRules: (accountId, rules) => clickHouse.changeCodeRules(accountId, rules),
    removeCustomValues: (accountId, keys) => clickHouse.removeCustomValues(accountId, keys),
    removeAccount: async (accountId) => {
      await clickHouse.removeAccount(accountId)
      await local.removeAccount(accountId)
    },
    replaceAccountData: (accountId) => clickHouse.removeAccount(accountId),
    stagingFolder: (accountId) => local.stagingFolder(accountId),
    withConnection: (accountId, use, options) => local.withConnection(accountId, use, options),
    withStagedFiles: (accountId, use, options) => local.withStagedFiles(accountId, use, options),
    withOwnConnection: (accountId, use, options) => local.withOwnConnection(accountId, use, options),
    dropFile: (accountId) => local.dropFile(accountId),
    readStored: (accountId, use) => clickHouse.readStored(accountId, use),
    writeStored: (accountId, stored) => clickHouse.writeStored(accountId, stored),
    dropStored: async (accountId) => {
      await clickHouse.dropStored(accountId)
      await local.dropFile(accountId)
    },
    // ClickHouse has its own backups.
    copyAccount: async () => null,
    turnOver: async () => 'not needed',
    // All accounts share tables that are always open.
    openAhead: async () => undefined,
    close: async () => {
      await clickHouse.close()
      await local.close()
    },
  }
}
