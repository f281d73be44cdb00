import type { CanonicalRecord } from '#domain/canonical/record.ts'
import { CANONICAL_TABLE_NAMES, type CanonicalTable } from '#domain/canonical/tables.ts'
import type { ControlTotals } from '#domain/control-totals.ts'
import type { LoadOutcome, LoadRequest } from '../engine.ts'
import type { MoveStore } from '../places/copy-account.ts'
import type { PackedRows } from '../schema/packed-rows.ts'
import type { DetachedTable } from '../schema/removed-rows.ts'
import type {
  ConflictingOrders,
  CsvStaged,
  LocalLoad,
  LocalStaging,
  OverlappingOrders,
  StagedLoad,
  StageFileRequest,
  StagingWarehouse,
  StoredOrder,
} from '../staging.ts'
import type { ClickHouseLoad } from './account-load.ts'
import type { ClickHouseWarehouse } from './open-warehouse.ts'

/** A load that is staged on this computer, which reads files and counts what is given, and committed to ClickHouse. */
class LocallyStagedLoad implements StagedLoad {
  readonly #local: LocalLoad
  readonly #remote: ClickHouseLoad
  readonly #warehouse: ClickHouseWarehouse
  readonly #request: LoadRequest
  readonly #staged = new Set<CanonicalTable>()

  constructor(local: LocalLoad, remote: ClickHouseLoad, warehouse: ClickHouseWarehouse, request: LoadRequest) {
    this.#local = local
    this.#remote = remote
    this.#warehouse = warehouse
    this.#request = request
  }

  append<T extends CanonicalTable>(table: T, rows: readonly CanonicalRecord<T>[]): Promise<void> {
    this.#staged.add(table)
    return this.#local.append(table, rows)
  }

  appendPacked(batches: readonly PackedRows[]): Promise<void> {
    for (const table of CANONICAL_TABLE_NAMES) if (batches.some(({ tables }) => tables[table])) this.#staged.add(table)
    return this.#local.appendPacked(batches)
  }

  async stageFile(request: StageFileRequest): Promise<CsvStaged> {
    const result = await this.#local.stageFile(request)
    for (const table of Object.keys(result.staged) as CanonicalTable[]) this.#staged.add(table)
    return result
  }

  controlTotals(): Promise<ControlTotals> {
    return this.#local.controlTotals()
  }

  remove(table: CanonicalTable, sourceIds: readonly string[]): Promise<void> {
    return this.#remote.remove(table, sourceIds)
  }

  retain(table: CanonicalTable, sourceIds: readonly string[]): Promise<void> {
    return this.#remote.retain(table, sourceIds)
  }

  replaceWithin(table: DetachedTable): void {
    this.#remote.replaceWithin(table)
  }

  async overlappingOrders(): Promise<OverlappingOrders[]> {
    return this.#staged.has('orders') ? this.#local.overlappingOrders(await this.#storedOrders('<>')) : []
  }

  async conflictingOrders(): Promise<ConflictingOrders | null> {
    return this.#staged.has('orders') ? this.#local.conflictingOrders(await this.#storedOrders('=')) : null
  }

  /** Orders of the service, or of all others. */
  async #storedOrders(comparison: '=' | '<>'): Promise<StoredOrder[]> {
    const { accountId, serviceId } = this.#request
    const { rows } = await this.#warehouse.query(accountId, ({ dayText }) => ({
      sql: `SELECT service_id, source_id, order_number, ${dayText('ordered_local')}, total, customer_source_id FROM orders
        WHERE service_id ${comparison} $1`,
      params: [serviceId],
    }))
    return rows.map(
      ([service, id, number, day, total, customer = null]): StoredOrder => [
        ...([String(service), String(id), String(number), String(day), String(total)] as const),
        customer === null ? null : String(customer),
      ],
    )
  }

  async commit(onStored?: (totals: ControlTotals) => void): Promise<LoadOutcome> {
    try {
      for (const table of this.#staged)
        for await (const rows of this.#local.stagedRows(table)) await this.#remote.appendStaged(table, rows)
      await this.#local.discard()
      return await this.#remote.commit(onStored)
    } finally {
      await this.discard()
    }
  }

  async discard(): Promise<void> {
    try {
      await this.#local.discard()
      await this.#remote.discard()
    } finally {
      this.#request.onOver?.()
    }
  }
}

/**
 * A ClickHouse warehouse for a server that reads uploaded files itself: `local` holds no account's rows, only what is being
 * staged or previewed.
 */
export const withLocalStaging = (
  clickHouse: ClickHouseWarehouse,
  local: LocalStaging,
): StagingWarehouse & MoveStore => ({
  dialect: clickHouse.dialect,
  get usage() {
    return local.usage
  },
  ping: async () => {
    await local.ping()
    await clickHouse.ping()
  },
  query: (accountId, statement, options) => clickHouse.query(accountId, statement, options),
  writeCsv: (accountId, request, options) => clickHouse.writeCsv(accountId, request, options),
  status: (accountId) => clickHouse.status(accountId),
  hasBatch: (accountId, batchId) => clickHouse.hasBatch(accountId, batchId),
  beginLoad: async (request) => {
    const { timeZone = request.calendar.timeZone } = await clickHouse.status(request.accountId)
    const { onOver: _, ...staged } = { ...request, calendar: { timeZone } }
    // It holds nothing yet, so it comes first: whatever fails, the local load's place is not left taken.
    const remote = await clickHouse.beginLoad(staged)
    return new LocallyStagedLoad(await local.beginLoad(staged), remote, clickHouse, request)
  },
  removeService: (accountId, serviceId) => clickHouse.removeService(accountId, serviceId),
  changeCalendar: (accountId, calendar, options) => clickHouse.changeCalendar(accountId, calendar, options),
  changeVisitRules: (accountId, rules) => clickHouse.changeVisitRules(accountId, rules),
  changeCodeRules: (accountId, rules) => clickHouse.changeCodeRules(accountId, rules),
  removeCustomValues: (accountId, keys) => clickHouse.removeCustomValues(accountId, keys),
  updateSegments: (accountId, update) => clickHouse.updateSegments(accountId, update),
  removeAccount: async (accountId) => {
    await clickHouse.removeAccount(accountId)
    await local.removeAccount(accountId)
  },
  readStored: (accountId, use) => clickHouse.readStored(accountId, use),
  writeStored: (accountId, stored) => clickHouse.writeStored(accountId, stored),
  dropStored: async (accountId) => {
    await clickHouse.dropStored(accountId)
    await local.dropStored(accountId)
  },
  // All accounts share tables, of which no part can be put away.
  putAway: (accountId) => clickHouse.dropStored(accountId),
  close: async () => {
    await clickHouse.close()
    await local.close()
  },
})
