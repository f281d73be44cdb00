import type { SyncStream } from '#connectors/kit/connector.ts'
import type { CanonicalTable } from '#domain/canonical/tables.ts'
import { type ControlTotals, NO_CONTROL_TOTALS } from '#domain/control-totals.ts'
import type { Deps } from '#server/deps.ts'
import type { Load, LoadOutcome, LoadRequest } from '#warehouse/engine.ts'
import { isDetachedTable } from '#warehouse/schema/removed-rows.ts'
import type { StagedLoad } from '#warehouse/staging.ts'
import { findAccountLocale } from '../find-service.ts'
import type { RunRow } from '../runs.repo.ts'
import { withRunLoad } from '../with-run-load.ts'
import type { SyncChunk } from './sync-chunk.ts'

interface ChunkWrite {
  readonly run: RunRow
  readonly stream: SyncStream
  readonly chunk: SyncChunk
  /** ids of all rows that still exist, by table; null: unknown */
  readonly retained: ReadonlyMap<CanonicalTable, readonly string[]> | null
  readonly signal: AbortSignal
}

/** Rows written by table, and what the platform gave. */
export interface WrittenChunk {
  readonly counts: LoadOutcome['counts']
  readonly controlTotals: ControlTotals
}

export const NOTHING_WRITTEN: WrittenChunk = { counts: {}, controlTotals: NO_CONTROL_TOTALS }

/** Commits a chunk to the warehouse. */
export const writeChunk = (deps: Deps, { run, stream, chunk, retained, signal }: ChunkWrite): Promise<WrittenChunk> =>
  withLoad(deps, run, { signal, isCurrent: true }, async (load) => {
    for (const table of chunk.tables()) await appendTable(load, chunk, table)
    for (const [table, ids] of chunk.removals()) await load.remove(table, ids)
    for (const table of stream.tables.filter(isDetachedTable)) {
      if (!stream.partial?.includes(table)) load.replaceWithin(table)
    }
    for (const [table, ids] of retained ?? []) await load.retain(table, ids)
    return commitCounted(load)
  })

/** Updates the time of the account's data when a sync found no changes. */
export const commitEmptyLoad = async (deps: Deps, run: RunRow, signal: AbortSignal): Promise<void> => {
  await withLoad(deps, run, { signal }, commitCounted)
}

const appendTable = <T extends CanonicalTable>(load: Load, chunk: SyncChunk, table: T): Promise<void> =>
  load.append(table, chunk.rowsIn(table))

/** Commits a load, and counts what was given. */
const commitCounted = async (load: StagedLoad): Promise<WrittenChunk> => {
  const controlTotals = await load.controlTotals()
  return { controlTotals, counts: (await load.commit()).counts }
}

interface LoadOptions extends Pick<LoadRequest, 'isCurrent' | 'expectedRows'> {
  readonly signal: AbortSignal
}

/**
 * Calls `use` with a load of about `expectedRows`, which it is to commit. What a platform answers is current; pushed records may come late.
 *
 * Every batch has a new id: a chunk that is read again, after a kill between the commits of the warehouse and the cursor, may
 * hold newer records and must not be mistaken for the previous one. Writing the same rows twice changes nothing.
 */
export const withLoad = async <Result>(
  deps: Deps,
  run: RunRow,
  { signal, isCurrent = false, expectedRows = 0 }: LoadOptions,
  use: (load: StagedLoad) => Promise<Result>,
): Promise<Result> => {
  const { timeZone } = await findAccountLocale(deps, run.account_id)
  const batchId = `${run.id}:${deps.ids.next()}`
  return withRunLoad(deps, run, { timeZone, batchId, mode: 'merge', isCurrent, expectedRows, signal }, use)
}
