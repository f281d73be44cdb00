import { setTimeout as pause } from 'node:timers/promises'
import type { PushedRows } from '#connectors/api/api.connector.ts'
import type { CanonicalRecord } from '#domain/canonical/record.ts'
import { CANONICAL_TABLE_NAMES, type CanonicalTable } from '#domain/canonical/tables.ts'
import type { Deps } from '#server/deps.ts'
import type { Load } from '#warehouse/engine.ts'
import { listQuarantinedOfRun } from '../quarantined-records.repo.ts'
import type { RunWatch } from '../run-watch.ts'
import type { RunResult, RunRow } from '../runs.repo.ts'
import type { ServiceKey } from '../services.repo.ts'
import { withLoad } from '../sync/write-chunk.ts'
import { countWaiting, deleteBatches, waitingBatches } from './ingest-batches.repo.ts'

const append = async (load: Load, rows: PushedRows): Promise<void> => {
  const appendTable = <T extends CanonicalTable>(table: T): Promise<void> =>
    load.append(table, (rows[table] ?? []) as CanonicalRecord<T>[])
  for (const table of CANONICAL_TABLE_NAMES) if (rows[table]) await appendTable(table)
}

/**
 * Says of batches in arrival order whether they can be stored in one load. In a load, an order comes with all of its lines, and of two
 * versions the later one counts; so an order that comes again, and would replace lines of the load, begins the next one.
 */
export const createLoadPlan = (): ((rows: PushedRows) => boolean) => {
  const orders = new Set<string>()
  return (rows) => {
    if (rows.orders?.some(({ source_id }) => orders.has(source_id))) return false
    for (const { source_id } of rows.orders ?? []) orders.add(source_id)
    for (const { order_source_id } of rows.order_lines ?? []) orders.add(order_source_id)
    return true
  }
}

/** Of one load: more make it cheaper per record. */
const MAX_BATCHES = 1_000

type IngestDeps = Pick<Deps, 'db' | 'ids' | 'warehouse'>

interface Loaded {
  readonly counts: Readonly<Record<string, number>>
  readonly batches: number
  readonly records: number
}

/** Stores waiting batches in one load, and deletes them once it is committed. */
const loadBatches = async (
  deps: IngestDeps,
  run: RunRow,
  { of, signal }: { readonly of: ServiceKey; readonly signal: AbortSignal },
): Promise<Loaded> => {
  const fits = createLoadPlan()
  const stored = { lastId: 0, batches: 0, records: 0 }
  const { counts } = await withLoad(deps, run, signal, async (load) => {
    for await (const { id, content, records } of waitingBatches(deps.db, of)) {
      const rows = JSON.parse(content) as PushedRows
      if (stored.batches === MAX_BATCHES || !fits(rows)) break
      await append(load, rows)
      stored.lastId = id
      stored.batches += 1
      stored.records += records
    }
  })
  await deleteBatches(deps.db, of, stored.lastId)
  return { counts, ...stored }
}

const QUIET_MS = 300
/** How long a load waits for more, at most, or as long as the one before took. The first one does not wait. */
const MAX_WAIT_MS = 2_000

/** Waits while batches arrive, because many in one load take less time than one after the other. Resolves with their number. */
const waitForMore = async (deps: Pick<Deps, 'db'>, of: ServiceKey, atMostMs: number, signal: AbortSignal) => {
  const began = performance.now()
  let { batches } = await countWaiting(deps.db, of)
  while (batches < MAX_BATCHES && performance.now() - began < atMostMs) {
    await pause(QUIET_MS, null, { signal })
    const now = await countWaiting(deps.db, of)
    if (now.batches === batches) break
    batches = now.batches
  }
  return batches
}

/**
 * Stores all waiting batches of a service, many in one load. Batches are deleted after their load was committed: after a kill in between
 * they are stored again, which changes nothing.
 */
export const runIngest = async (deps: IngestDeps, run: RunRow, watch: RunWatch): Promise<RunResult> => {
  const of = { accountId: run.account_id, serviceId: run.service_id }
  const counts: Record<string, number> = {}
  let accepted = 0
  let waitMs = 0
  while ((await waitForMore(deps, of, waitMs, watch.signal)) > 0) {
    const began = performance.now()
    const loaded = await loadBatches(deps, run, { of, signal: watch.signal })
    waitMs = Math.max(MAX_WAIT_MS, performance.now() - began)
    accepted += loaded.records
    for (const [table, rows] of Object.entries(loaded.counts)) counts[table] = (counts[table] ?? 0) + rows
    const { records } = await countWaiting(deps.db, of)
    await watch.report({ stream: 'saving', done: accepted, total: accepted + records })
  }
  const { total: rejected } = await listQuarantinedOfRun(deps.db, { accountId: of.accountId, runId: run.id }, ONE)
  return { status: 'succeeded', counts: { read: accepted + rejected, accepted, rejected, ...counts }, errors: [] }
}

const ONE = { page: 1, pageSize: 1 }
