import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from '#server/deps.ts'
import type { PackedRows } from '#warehouse/schema/packed-rows.ts'
import type { StagedLoad } from '#warehouse/staging.ts'
import { listQuarantinedOfRun } from '../quarantined-records.repo.ts'
import type { RunWatch } from '../run-watch.ts'
import type { RunResult, RunRow } from '../runs.repo.ts'
import type { ServiceKey } from '../services.repo.ts'
import { withLoad } from '../sync/write-chunk.ts'
import { type WaitingBatch, waitingBatch } from './batch-content.ts'
import { countWaiting, deleteBatches, waitingBatches } from './ingest-batches.repo.ts'

/**
 * Says of batches in arrival order whether they can be stored in one load. In a load, an order comes with all of its lines, and of two
 * versions the later one counts; so an order that comes again, and would replace lines of the load, begins the next one.
 */
export const createLoadPlan = (): ((batch: Pick<WaitingBatch, 'orders' | 'isWhole'>) => boolean) => {
  const known = new Set<string>()
  return ({ orders, isWhole }) => {
    if (isWhole && orders.some((id) => known.has(id))) return false
    for (const id of orders) known.add(id)
    return true
  }
}

interface Loaded {
  readonly counts: Readonly<Record<string, number>>
  readonly batches: number
  readonly records: number
  /** when its last batch was there; what has come since waits */
  readonly filledAt: number
}

/** A sender from whom something arrives within this time sends on, so that the first load stays open too. */
const BUSY_MS = 60

export interface LoadLimits {
  /** of one load: more make it cheaper per record */
  readonly maxBatches: number
  /** a load that stays open ends when nothing arrived for so long */
  readonly quietMs: number
  /** a load takes batches for so long, or as long as the one before took */
  readonly loadMs: number
}

const LIMITS: LoadLimits = { maxBatches: 1_000, quietMs: 300, loadMs: 30_000 }

/** A load that stays open gets memory for so many times what is known of it: a single batch may be the first of a million records. */
const GROWTH = 500

interface Loading {
  readonly of: ServiceKey
  readonly signal: AbortSignal
  /** records that wait: the load takes at least these */
  readonly waiting: number
  /** how long to take batches that arrive meanwhile, because many in one load take less time than one load after the other */
  readonly openMs: number
  readonly expectedRows: number
  readonly limits: LoadLimits
}

/** Stores waiting batches in one load, and deletes them once it is committed. */
const loadBatches = async (deps: Deps, run: RunRow, loading: Loading): Promise<Loaded> => {
  const { of, signal, waiting, openMs, expectedRows, limits } = loading
  const fits = createLoadPlan()
  const stored = { lastId: 0, batches: 0, records: 0 }
  const until = performance.now() + openMs
  const isFull = () => stored.batches === limits.maxBatches || (stored.records >= waiting && performance.now() >= until)
  let seen = 0
  const more = async (): Promise<boolean> => {
    if (stored.batches === seen || isFull()) return false
    seen = stored.batches
    await pause(limits.quietMs, null, { signal })
    return true
  }
  const fill = async (load: StagedLoad): Promise<void> => {
    for await (const waiting of waitingBatches(deps.db, of, more)) {
      const taken: PackedRows[] = []
      for (const row of waiting) {
        const batch = waitingBatch(row)
        if (isFull() || !fits(batch)) break
        taken.push(batch.rows)
        stored.lastId = row.id
        stored.batches += 1
        stored.records += row.records
      }
      await load.appendPacked(taken)
      if (taken.length < waiting.length) break
    }
  }
  let filledAt = 0
  const store = async (load: StagedLoad) => {
    await fill(load)
    filledAt = performance.now()
    return load.commit()
  }
  const { counts } = await withLoad(deps, run, { signal, expectedRows }, store)
  await deleteBatches(deps.db, of, stored.lastId)
  return { counts, ...stored, filledAt }
}

/**
 * Stores all waiting batches of a service, many in one load. Batches are deleted after their load was committed: after a kill in between
 * they are stored again, which changes nothing.
 */
export const runIngest = async (
  deps: Deps,
  run: RunRow,
  watch: RunWatch,
  limits: LoadLimits = LIMITS,
): Promise<RunResult> => {
  const { signal } = watch
  const of = { accountId: run.account_id, serviceId: run.service_id }
  const counts: Record<string, number> = {}
  let accepted = 0
  const before = (await countWaiting(deps.db, of)).records
  await pause(BUSY_MS, null, { signal })
  let waiting = (await countWaiting(deps.db, of)).records
  // A first load of few records would leave all others to be compared with what it stored.
  let [openMs, last] = waiting > before ? [limits.loadMs, waiting] : [0, 0]
  while (waiting > 0) {
    const began = performance.now()
    const expectedRows = waiting + last * GROWTH
    const loaded = await loadBatches(deps, run, { of, signal, waiting, openMs, expectedRows, limits })
    openMs = Math.max(limits.loadMs, performance.now() - began)
    last = loaded.records
    accepted += last
    for (const [table, rows] of Object.entries(loaded.counts)) counts[table] = (counts[table] ?? 0) + rows
    waiting = (await countWaiting(deps.db, of)).records
    await watch.report({ stream: 'saving', done: accepted, total: accepted + waiting })
    // What arrives during a long commit is seen by now.
    if (waiting > 0 || performance.now() - loaded.filledAt > limits.quietMs) continue
    await pause(limits.quietMs, null, { signal })
    waiting = (await countWaiting(deps.db, of)).records
  }
  const { total: rejected } = await listQuarantinedOfRun(deps.db, { accountId: of.accountId, runId: run.id }, ONE)
  const read = accepted + rejected
  const ofSource = { read, accepted: accepted - (counts.outdated ?? 0), rejected }
  return { status: 'succeeded', counts: { ...ofSource, ...counts }, errors: [] }
}

const ONE = { page: 1, pageSize: 1 }
