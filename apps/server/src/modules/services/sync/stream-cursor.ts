import { z } from 'zod'
import type { StreamState, SyncStream } from '#connectors/kit/connector.ts'

const StreamCursor = z.object({
  /** where the next read begins; null: at the beginning */
  state: z.record(z.string(), z.unknown()).nullable(),
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
  readonly isWhole: boolean
}

/** Where a run begins to read a stream; null: it has read it already, before it was interrupted. */
export const startOf = (stream: SyncStream, cursor: StreamCursor | undefined, runId: string): ReadStart | null => {
  if (cursor?.doneIn === runId) return null
  const state = cursor?.state ?? null
  const isDue = cursor?.removalsDue === true && cursor.doneIn !== null
  const isWhole = stream.reads === 'whole' || state === null || isDue
  return isWhole ? { state: null, isWhole } : { state, isWhole }
}

interface Reached {
  readonly runId: string
  readonly isWhole: boolean
  readonly state: StreamState | null
}

/** The cursor in the middle of a read. */
export const onTheWay = (before: StreamCursor | undefined, { runId, isWhole, state }: Reached): StreamCursor => ({
  state: state && { ...state },
  doneIn: null,
  wholeIn: isWhole ? runId : (before?.wholeIn ?? null),
  removalsDue: before?.removalsDue === true && !isWhole,
})

/**
 * The cursor at the end of a read. A read of everything that the same run took up again, after its server was killed, is due
 * once more: it did not see all ids. One that only took longer than a run may take is not, or it would never end.
 */
export const atTheEnd = (
  stream: SyncStream,
  before: StreamCursor | undefined,
  { runId, isWhole, state }: Reached,
): StreamCursor => {
  const wasTakenUp = !isWhole && before?.wholeIn === runId
  return {
    state: state && { ...state },
    doneIn: runId,
    wholeIn: null,
    removalsDue: wasTakenUp && stream.removals === 'fullRead',
  }
}
