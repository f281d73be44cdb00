import { z } from 'zod'
import type { StreamState, SyncStream } from '#connectors/kit/connector.ts'

/** A read that nobody went on with for so long begins again: what changed behind its place may no longer be asked for. */
const STALE_MS = 12 * 3_600_000

const State = z.record(z.string(), z.unknown()).nullable()

const StreamCursor = z.object({
  /** where the next read begins; null: at the beginning */
  state: State,
  /** where the last read that came to its end says to go on; null: there was none */
  settled: State,
  /** epoch milliseconds of this cursor */
  at: z.number(),
  /** the run that read the stream to its end; null: in the middle of a read */
  doneIn: z.string().nullable(),
  /** the run in which a read of everything began that is still under way */
  wholeIn: z.string().nullable(),
  /** the last read of everything was taken up again, so that nobody knows what it no longer held */
  removalsDue: z.boolean(),
})

/** How far a stream was read, as it is kept with the service. */
export type StreamCursor = z.infer<typeof StreamCursor>

const Cursors = z.record(z.string(), StreamCursor)

/** Cursors by stream. */
export type Cursors = ReadonlyMap<string, StreamCursor>

/** What is kept; cursors that cannot be read any more are of no use, and everything is read anew. */
export const parseCursors = (kept: unknown): Cursors => {
  const parsed = Cursors.safeParse(kept)
  return new Map(parsed.success ? Object.entries(parsed.data) : [])
}

export interface ReadStart {
  readonly state: StreamState | null
  /** everything is read, in one go */
  readonly isFullRead: boolean
  /** an earlier read is gone on with in its middle: what changed before that place is still to be read */
  readonly isResumed: boolean
}

interface Now {
  readonly runId: string
  /** epoch milliseconds */
  readonly now: number
}

/** Where a run begins to read a stream; null: it has read it already, before it was interrupted. */
export const planRead = (
  stream: SyncStream,
  cursor: StreamCursor | undefined,
  { runId, now }: Now,
): ReadStart | null => {
  if (cursor?.doneIn === runId) return null
  const whole = { state: null, isFullRead: true, isResumed: false }
  if (!cursor || stream.reads === 'whole') return whole
  const isDone = cursor.doneIn !== null
  const isStale = !isDone && now - cursor.at > STALE_MS
  const state = isStale ? cursor.settled : cursor.state
  if (state === null || (isDone && cursor.removalsDue)) return whole
  return { state, isFullRead: false, isResumed: !isDone && !isStale }
}

interface ReadPosition extends Now {
  readonly isFullRead: boolean
  readonly state: StreamState | null
}

const copyState = (state: StreamState | null) => state && { ...state }

/** The cursor in the middle of a read. */
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
 * The cursor at the end of a read. A read of everything that the same run took up again, after its server was killed, is due
 * once more: it did not see all ids. One that only took longer than a run may take is not, or it would never end.
 */
export const cursorAfterRead = (
  stream: SyncStream,
  before: StreamCursor | undefined,
  { runId, now, isFullRead, state }: ReadPosition,
): StreamCursor => {
  const wasTakenUp = !isFullRead && before?.wholeIn === runId
  const isStillDue = !isFullRead && before?.removalsDue === true
  return {
    state: copyState(state),
    settled: copyState(state),
    at: now,
    doneIn: runId,
    wholeIn: null,
    removalsDue: stream.removals === 'fullRead' && (wasTakenUp || isStillDue),
  }
}
