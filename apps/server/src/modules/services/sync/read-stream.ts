import type { StreamState, SyncPage, SyncStream } from '#connectors/kit/connector.ts'
import { isPlatformProblem } from '#connectors/kit/platform-problems.ts'
import type { Deps } from '#server/deps.ts'
import { findUnresolvedIds } from '../quarantined-records.repo.ts'
import type { RunWatch } from '../run-watch.ts'
import type { RunRow } from '../runs.repo.ts'
import { createSeenIds, findRetainedIds, type SeenIds } from './deletion-reconciliation.ts'
import { cursorAfterRead, cursorDuringRead, planRead, type ReadStart } from './stream-cursor.ts'
import { SyncChunk } from './sync-chunk.ts'
import type { SyncProgress } from './sync-progress.ts'
import { NOTHING_WRITTEN, writeChunk } from './write-chunk.ts'

const CHUNK_ROWS = 5_000
/** Commits rows of a slow platform without waiting for a full chunk. */
const CHUNK_MS = 20_000

export interface StreamRead {
  readonly deps: Deps
  readonly run: RunRow
  readonly watch: RunWatch
  readonly progress: SyncProgress
  readonly streams: readonly SyncStream[]
  /** aborts when the run reaches its time limit */
  readonly limit: AbortSignal
}

/** Reads a stream from its cursor to its end and commits it in chunks. Returns the number of chunks. */
export const readStream = async (read: StreamRead, stream: SyncStream): Promise<number> => {
  const now = read.deps.clock.now()
  const start = planRead(stream, read.progress.cursor(stream.name), { runId: read.run.id, now })
  if (!start) return 0
  const chunks = await readOnce(read, stream, start)
  const state = start.isResumed ? (read.progress.cursor(stream.name)?.state ?? null) : null
  if (state === null) return chunks
  // Records before the point of resumption may have changed since they were read.
  return chunks + (await readOnce(read, stream, { state, isFullRead: false, isResumed: false }))
}

const readOnce = async (read: StreamRead, stream: SyncStream, start: ReadStart): Promise<number> => {
  const reader = new StreamReader(read, stream, start)
  await reader.open()
  try {
    for await (const page of stream.read(start.state)) await reader.take(page)
  } catch (error) {
    // Pages read before the error are complete and need not be fetched again.
    if (isPlatformProblem(error) || read.limit.aborted) await reader.flush()
    throw error
  }
  await reader.end()
  return reader.chunks
}

class StreamReader {
  readonly #read: StreamRead
  readonly #stream: SyncStream
  readonly #isFullRead: boolean
  readonly #seen: SeenIds | null
  #chunk: SyncChunk
  #chunkStart = performance.now()
  #unresolvedIds: ReadonlySet<string> = new Set()
  #state: StreamState | null
  #done = 0
  #total: number | null = null
  chunks = 0

  constructor(read: StreamRead, stream: SyncStream, { state, isFullRead }: ReadStart) {
    this.#read = read
    this.#stream = stream
    this.#isFullRead = isFullRead
    this.#state = state
    this.#chunk = new SyncChunk(stream)
    const listsAll = isFullRead && (stream.reads === 'whole' || stream.removals === 'fullRead')
    this.#seen = listsAll ? createSeenIds(stream, read.streams) : null
  }

  async open(): Promise<void> {
    const { deps, run, watch } = this.#read
    await watch.report({ stream: this.#stream.name, done: 0, total: null })
    const of = { accountId: run.account_id, serviceId: run.service_id }
    this.#unresolvedIds = await findUnresolvedIds(deps.db, of, this.#stream.name)
  }

  async take(page: SyncPage): Promise<void> {
    this.#chunk.add(page)
    this.#seen?.add(page)
    this.#state = page.next
    this.#done += page.read
    this.#total = page.total ?? this.#total
    await this.#read.watch.report({ stream: this.#stream.name, done: this.#done, total: this.#total })
    const isOld = performance.now() - this.#chunkStart > CHUNK_MS
    if (this.#chunk.size >= CHUNK_ROWS || (isOld && this.#chunk.size > 0)) await this.flush()
    await this.#read.deps.platforms.throttle.beforePage(this.#read.watch.signal)
  }

  /** Commits what was read since the last commit. */
  async flush(): Promise<void> {
    if (this.#chunk.isEmpty) return
    await this.#commit({ isEnd: false })
  }

  async end(): Promise<void> {
    await this.#commit({ isEnd: true })
  }

  async #commit({ isEnd }: { isEnd: boolean }): Promise<void> {
    const { deps, run, watch, progress } = this.#read
    const { name } = this.#stream
    const chunk = this.#chunk
    const retained = isEnd && this.#seen ? await findRetainedIds(deps, run, this.#seen) : null
    const hasChanges = chunk.size > 0 || retained !== null
    const write = () => writeChunk(deps, { run, stream: this.#stream, chunk, retained, signal: watch.signal })
    const written = hasChanges ? await deps.platforms.throttle.runCommit(write) : NOTHING_WRITTEN
    const before = progress.cursor(name)
    const position = { runId: run.id, now: deps.clock.now(), isFullRead: this.#isFullRead, state: this.#state }
    const accepted = Math.max(0, chunk.read - chunk.quarantined.length)
    await progress.save({
      stream: name,
      cursor: isEnd ? cursorAfterRead(this.#stream, before, position) : cursorDuringRead(before, position),
      counts: { read: chunk.read, accepted, rejected: chunk.quarantined.length, ...written.counts },
      controlTotals: written.controlTotals,
      done: this.#done,
      total: this.#total,
      quarantined: chunk.quarantined,
      repaired: this.#repairedIds(chunk),
      endsFullRead: isEnd && this.#isFullRead,
    })
    if (hasChanges) this.chunks += 1
    this.#chunk = new SyncChunk(this.#stream)
    this.#chunkStart = performance.now()
  }

  #repairedIds(chunk: SyncChunk): string[] {
    if (this.#unresolvedIds.size === 0) return []
    const ids = chunk.tables().flatMap((table) => chunk.rowsIn(table).map(({ source_id }) => source_id))
    return ids.filter((id) => this.#unresolvedIds.has(id))
  }
}
