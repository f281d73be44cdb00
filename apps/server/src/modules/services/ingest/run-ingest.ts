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
import { unpackRows } from './batch-content.ts'
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

/** A load ends when nothing arrived for so long, and without a pause if it is the first of its run. */
const QUIET_MS = 300
/** A load takes batches for so long, or as long as the one before took. */
const LOAD_MS = 5_000

interface Loading {
  readonly of: ServiceKey
  readonly signal: AbortSignal
  /** how long to take batches that arrive meanwhile, because many in one load take less time than one load after the other */
  readonly openMs: number
}

/** Stores waiting batches in one load, and deletes them once it is committed. */
const loadBatches = async (deps: IngestDeps, run: RunRow, { of, signal, openMs }: Loading): Promise<Loaded> => {
  const fits = createLoadPlan()
  const stored = { lastId: 0, batches: 0, records: 0 }
  const until = performance.now() + openMs
  let seen = 0
  const more = async (): Promise<boolean> => {
    if (stored.batches === seen || performance.now() >= until) return false
    seen = stored.batches
    await pause(QUIET_MS, null, { signal })
    return true
  }
  const { counts } = await withLoad(deps, run, signal, async (load) => {
    for await (const { id, content, records } of waitingBatches(deps.db, of, more)) {
      const rows = unpackRows(content)
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

/**
 * Stores all waiting batches of a service, many in one load. Batches are deleted after their load was committed: after a kill in between
 * they are stored again, which changes nothing.
 */
export const runIngest = async (deps: IngestDeps, run: RunRow, watch: RunWatch): Promise<RunResult> => {
  const { signal } = watch
  const of = { accountId: run.account_id, serviceId: run.service_id }
  const counts: Record<string, number> = {}
  let accepted = 0
  for (let openMs = 0; (await countWaiting(deps.db, of)).batches > 0; ) {
    const began = performance.now()
    const loaded = await loadBatches(deps, run, { of, signal, openMs })
    openMs = Math.max(LOAD_MS, performance.now() - began)
    accepted += loaded.records
    for (const [table, rows] of Object.entries(loaded.counts)) counts[table] = (counts[table] ?? 0) + rows
    const { records } = await countWaiting(deps.db, of)
    await watch.report({ stream: 'saving', done: accepted, total: accepted + records })
    if (records === 0) await pause(QUIET_MS, null, { signal })
  }
  const { total: rejected } = await listQuarantinedOfRun(deps.db, { accountId: of.accountId, runId: run.id }, ONE)
  return { status: 'succeeded', counts: { read: accepted + rejected, accepted, rejected, ...counts }, errors: [] }
}

const ONE = { page: 1, pageSize: 1 }
