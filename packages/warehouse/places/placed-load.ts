import type { DuckDBConnection } from '@duckdb/node-api'
import type { CanonicalRecord } from '#domain/canonical/record.ts'
import type { CanonicalTable } from '#domain/canonical/tables.ts'
import type { ControlTotals } from '#domain/control-totals.ts'
import type { DuckDbLoad } from '../duckdb/duckdb-warehouse.ts'
import type { OverlappingOrders } from '../duckdb/load/overlapping-orders.ts'
import type { LoadOutcome } from '../engine.ts'
import type { PackedRows } from '../schema/packed-rows.ts'

/** A load that keeps its account where it is until it is over. */
export class PlacedLoad implements DuckDbLoad {
  readonly #load: DuckDbLoad
  readonly #release: () => void

  constructor(load: DuckDbLoad, release: () => void) {
    this.#load = load
    this.#release = release
  }

  get connection(): DuckDBConnection {
    return this.#load.connection
  }

  append<T extends CanonicalTable>(table: T, rows: readonly CanonicalRecord<T>[]): Promise<void> {
    return this.#load.append(table, rows)
  }

  appendPacked(batches: readonly PackedRows[]): Promise<void> {
    return this.#load.appendPacked(batches)
  }

  remove(table: CanonicalTable, sourceIds: readonly string[]): Promise<void> {
    return this.#load.remove(table, sourceIds)
  }

  retain(table: CanonicalTable, sourceIds: readonly string[]): Promise<void> {
    return this.#load.retain(table, sourceIds)
  }

  replaceWithin(table: Parameters<DuckDbLoad['replaceWithin']>[0]): void {
    this.#load.replaceWithin(table)
  }

  stagingTable(table: CanonicalTable): Promise<string> {
    return this.#load.stagingTable(table)
  }

  controlTotals(): Promise<ControlTotals> {
    return this.#load.controlTotals()
  }

  overlappingOrders(): Promise<OverlappingOrders[]> {
    return this.#load.overlappingOrders()
  }

  run<Result>(work: (connection: DuckDBConnection) => Promise<Result>): Promise<Result> {
    return this.#load.run(work)
  }

  async commit(onStored?: (totals: ControlTotals) => void): Promise<LoadOutcome> {
    try {
      return await this.#load.commit(onStored)
    } finally {
      this.#release()
    }
  }

  async discard(): Promise<void> {
    try {
      await this.#load.discard()
    } finally {
      this.#release()
    }
  }
}
