import { MAX_FETCHED, type Removal, type SyncPage, type SyncStream } from '#connectors/kit/connector.ts'
import { isPlatformProblem } from '#connectors/kit/platform-problems.ts'
import { deferQuarantined, findDueQuarantined, findUnresolvedIds } from '../quarantined-records.repo.ts'
import type { StreamRead } from './read-stream.ts'
import { SyncChunk } from './sync-chunk.ts'
import { NOTHING_WRITTEN, writeChunk } from './write-chunk.ts'

/** Quarantined records that one sync fetches again. */
const MAX_RETRIED = 200

const PARTS_SQL = `SELECT source_id FROM orders
  WHERE service_id = $1 AND position(concat($3, refund_of_source_id, $3) IN $2) > 0`

const SEPARATOR = '\u001f'

/** Refunds that the platform keeps within their order are deleted with it. */
const withParts = async (
  { deps, run }: StreamRead,
  { listing }: SyncStream,
  removed: readonly Removal[],
): Promise<readonly Removal[]> => {
  const ids = removed.flatMap(({ table, sourceIds }) => (table === 'orders' ? sourceIds : []))
  if (!listing?.isListed || ids.length === 0) return removed
  const { rows } = await deps.warehouse.query(run.account_id, {
    sql: PARTS_SQL,
    params: [run.service_id, SEPARATOR + ids.join(SEPARATOR) + SEPARATOR, SEPARATOR],
  })
  const parts = rows.map(([id]) => String(id)).filter((id) => !listing.isListed?.(id))
  return parts.length > 0 ? [...removed, { table: 'orders', sourceIds: parts }] : removed
}

/** Removals that the fetched records name themselves, such as of a canceled order's release member. */
const withoutUnfound = ({ rows, removed }: SyncPage, ids: readonly string[]): Removal[] => {
  const unfound = new Set(ids)
  for (const { row } of rows) unfound.delete(row.source_id)
  const named = removed.map(({ table, sourceIds }) => ({
    table,
    sourceIds: sourceIds.filter((id) => !unfound.has(id)),
  }))
  return named.filter(({ sourceIds }) => sourceIds.length > 0)
}

const listRecordIds = ({ rows, removed }: Pick<SyncPage, 'rows' | 'removed'>): string[] => [
  ...rows.map(({ row }) => row.source_id),
  ...removed.flatMap(({ sourceIds }) => sourceIds),
]

interface Wanted {
  readonly ids: readonly string[]
  /** whether a record that the platform does not find by its id is removed here */
  readonly removes: boolean
}

/** Fetches records of a completely read stream by id and commits them. */
export const fetchRecords = async (read: StreamRead, stream: SyncStream, { ids, removes }: Wanted): Promise<void> => {
  for (let start = 0; start < ids.length; start += MAX_FETCHED) {
    read.limit.throwIfAborted()
    await fetchBatch(read, stream, { ids: ids.slice(start, start + MAX_FETCHED), removes })
    await read.deps.platforms.throttle.beforePage(read.watch.signal)
  }
}

const fetchBatch = async (read: StreamRead, stream: SyncStream, { ids, removes }: Wanted): Promise<void> => {
  const { deps, run, watch, progress } = read
  const cursor = progress.cursor(stream.name)
  if (!stream.fetch || !cursor) return
  const of = { accountId: run.account_id, serviceId: run.service_id }
  const page = await stream.fetch(ids, cursor.state)
  const removed = await withParts(read, stream, removes ? page.removed : withoutUnfound(page, ids))
  const chunk = new SyncChunk(stream)
  chunk.add({ ...page, removed })
  const write = () => writeChunk(deps, { run, stream, chunk, retained: null, signal: watch.signal })
  const written = chunk.size > 0 ? await deps.platforms.throttle.runCommit(write) : NOTHING_WRITTEN
  const unresolved = await findUnresolvedIds(deps.db, of, stream.name)
  const stillBad = new Set(page.quarantined.map(({ sourceId }) => sourceId))
  const added = page.quarantined.filter(({ sourceId }) => sourceId === null || !unresolved.has(sourceId))
  const accepted = Math.max(0, page.read - page.quarantined.length)
  const repaired = [...new Set(listRecordIds({ rows: page.rows, removed }))].filter(
    (id) => unresolved.has(id) && !stillBad.has(id),
  )
  await progress.save({
    stream: stream.name,
    cursor: { ...cursor, state: { ...page.next } },
    counts: { read: accepted + added.length, accepted, rejected: added.length, ...written.counts },
    controlTotals: written.controlTotals,
    done: page.read,
    total: null,
    quarantined: added,
    repaired,
    endsFullRead: false,
  })
  const deferred = ids.filter((id) => unresolved.has(id) && !repaired.includes(id))
  await deferQuarantined(deps.db, { ...of, stream: stream.name, sourceIds: deferred, now: deps.clock.now() })
}

/**
 * Fetches quarantined records again, because platforms repair records without saying so. A record that stays unusable is tried
 * less and less often. A platform that fails here does not fail the sync.
 */
export const retryQuarantined = async (read: StreamRead): Promise<void> => {
  const { deps, run, streams } = read
  const of = { accountId: run.account_id, serviceId: run.service_id }
  const due = await findDueQuarantined(deps.db, of, { exceptRun: run.id, now: deps.clock.now(), limit: MAX_RETRIED })
  for (const [name, records] of Map.groupBy(due, ({ stream }) => stream)) {
    const stream = streams.find((one) => one.name === name)
    const sourceIds = [...new Set(records.map(({ sourceId }) => sourceId))]
    if (!stream?.fetch) continue
    try {
      // One wrong answer must not remove a stored record, so removal waits for the sweep, which sees the list too.
      await fetchRecords(read, stream, { ids: sourceIds, removes: false })
    } catch (error) {
      if (!isPlatformProblem(error)) throw error
      deps.log.warn({ err: error, runId: run.id, stream: name }, 'quarantined records could not be fetched')
      await deferQuarantined(deps.db, { ...of, stream: name, sourceIds, now: deps.clock.now() })
    }
  }
}
