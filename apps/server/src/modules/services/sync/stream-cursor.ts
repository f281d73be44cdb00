import { z } from 'zod'
import type { StreamState, SyncStream } from '#connectors/kit/connector.ts'

/** An unfinished read older than this starts over, because the platform may no longer list changes from before it. */
const STALE_MS = 12 * 3_600_000

const State = z.record(z.string(), z.unknown()).nullable()

const StreamCursor = z.object({
  /** where the next read starts; null: at the beginning */
  state: State,
  /** where to continue after the last completed read; null: there was none */
  settled: State,
  /** epoch milliseconds of this cursor */
  at: z.number(),
  /** the run that completed the read; null: the read is unfinished */
  doneIn: z.string().nullable(),
  /** the run in which an unfinished full read started */
  wholeIn: z.string().nullable(),
  /** the last full read was resumed, so deleted records are unknown */
  removalsDue: z.boolean(),
})

/** How far a stream was read, as stored with the service. */
export type StreamCursor = z.infer<typeof StreamCursor>

const Cursors = z.record(z.string(), StreamCursor)

/** Cursors by stream. */
export type Cursors = ReadonlyMap<string, StreamCursor>

/** Parses stored cursors; invalid ones are dropped, which leads to a full read. */
export const parseCursors = (stored: unknown): Cursors => {
  const parsed = Cursors.safeParse(stored)
  return new Map(parsed.success ? Object.entries(parsed.data) : [])
}

export interface ReadStart {
  readonly state: StreamState | null
  /** everything is read in one pass */
  readonly isFullRead: boolean
  /** an unfinished read is continued, after which changes before that point must still be read */
  readonly isResumed: boolean
}

interface Now {
  readonly runId: string
  /** epoch milliseconds */
  readonly now: number
}

/** Where a run starts to read a stream; null: it completed the stream before it was interrupted. */
export const planRead = (
  stream: SyncStream,
  cursor: StreamCursor | undefined,
  { runId, now }: Now,
): ReadStart | null => {
  if (cursor?.doneIn === runId) return null
  const fullRead = { state: null, isFullRead: true, isResumed: false }
  if (!cursor || stream.reads === 'whole') return fullRead
  const isDone = cursor.doneIn !== null
  const isStale = !isDone && now - cursor.at > STALE_MS
  const state = isStale ? cursor.settled : cursor.state
  if (state === null || (isDone && cursor.removalsDue)) return fullRead
  return { state, isFullRead: false, isResumed: !isDone && !isStale }
}

interface ReadPosition extends Now {
  readonly isFullRead: boolean
  readonly state: StreamState | null
}

const copyState = (state: StreamState | null) => state && { ...state }

/** The cursor of an unfinished read. */
export const cursorDuringRead = (
  before: StreamCursor | undefined,
  { runId, now, isFullRead, state }: ReadPosition,
): StreamCursor => ({
  state: copyState(state),
  settled: isFullRead ? null : (before?.settled ?? null),
  at: now,
  doneIn: null,
  wholeIn: isFullRead ? runId : (before?.wholeIn ?? null),
  removalsDue: before?.removalsDue === true && !isFullRead,
})

/**
 * The cursor of a completed read. A full read that the same run resumed after a kill is due again, because it did not see
 * all ids. One that continued in a later run because of the time limit is not, or it would never complete.
 */
export const cursorAfterRead = (
  stream: SyncStream,
  before: StreamCursor | undefined,
  { runId, now, isFullRead, state }: ReadPosition,
): StreamCursor => {
  const wasResumed = !isFullRead && before?.wholeIn === runId
  const isStillDue = !isFullRead && before?.removalsDue === true
  return {
    state: copyState(state),
    settled: copyState(state),
    at: now,
    doneIn: runId,
    wholeIn: null,
    removalsDue: stream.removals === 'fullRead' && (wasResumed || isStillDue),
  }
}
