import { z } from 'zod'
import type { StreamState, SyncStream } from './connector.ts'
import type { Page } from './paging.ts'
import { MalformedResponse } from './platform-problems.ts'

/**
 * How far a stream of changes was read: the latest change read, never later than now, since a platform whose clock is ahead
 * would otherwise hide changes until our clock reaches it. Epoch milliseconds; null: no change was read yet.
 */
export const highWater = (before: number | null, seen: readonly (number | null)[], now: number): number | null => {
  const known = seen.reduce((latest, one) => (one === null || (latest !== null && latest > one) ? latest : one), before)
  return known === null ? null : Math.min(known, now)
}

/** The time from which a stream is read again, so that changes during the last read or by a slow clock are not missed. */
export const readFrom = (mark: number | null, overlapMs: number): number | null =>
  mark === null ? null : Math.max(0, mark - overlapMs)

/** One read of a stream, from its saved state on. */
interface ReadProgress<Position> {
  readonly start: StreamState
  /** where an interrupted read continues; null: at the beginning */
  readonly from: Position | null
  /** changes since this time are read, epoch milliseconds; null: everything */
  since(): number | null
  /** The state once a page is committed. */
  after(page: Page<Position>): StreamState
}

/** What a stream reads each time, and what it saves of it. */
export interface Progress<Position> {
  readonly reads: SyncStream['reads']
  begin(state: StreamState | null): ReadProgress<Position>
}

/** Everything is read each time; an interrupted read continues. */
export const wholeList = <Position extends object>(position: z.ZodType<Position>): Progress<Position> => ({
  reads: 'whole',
  begin: (state) => ({
    start: {},
    from: position.safeParse(state).data ?? null,
    since: () => null,
    after: ({ next }) => ({ ...next }),
  }),
})

/** Everything is read each time, from the beginning. */
export const whole: Progress<never> = wholeList(z.never())

/** States of earlier versions held the read in progress next to `since`. */
const readFlatState = (state: unknown): unknown =>
  typeof state === 'object' && state !== null && 'began' in state
    ? { ...state, reading: state.began === null ? null : state }
    : state

interface ChangesOptions<Position> {
  readonly now: () => number
  /** changes of this time before are read again, because clocks differ and lists change while they are read */
  readonly overlapMs: number
  readonly position: z.ZodType<Position>
}

/** Reads what changed since the last complete read began. For lists whose filter, but not order, is by change. */
export const sinceLastRead = <Position extends object>({
  now,
  overlapMs,
  position,
}: ChangesOptions<Position>): Progress<Position> => {
  const unread = { since: null, reading: null }
  const State = z
    .preprocess(
      readFlatState,
      z.object({
        /** start of the last complete read, epoch milliseconds; null: there was none */
        since: z.number().nullable().default(null),
        /** the read in progress: its start and its position; null: none is */
        reading: z.object({ began: z.number() }).and(position).nullable().default(null),
      }),
    )
    .catch(unread)
  return {
    reads: 'changes',
    begin(state) {
      const start = State.parse(state ?? unread)
      const { since, reading } = start
      const began = reading?.began ?? now()
      return {
        start,
        from: reading,
        since: () => readFrom(since, overlapMs),
        after: ({ next }) => (next === null ? { since: began, reading: null } : { since, reading: { began, ...next } }),
      }
    },
  }
}

/**
 * Reads what changed since the latest change that was read. For lists in the order of changes. Throws `MalformedResponse` for a state
 * that a full read has to replace.
 */
export const sinceLatestChange = <Position>({
  now,
  overlapMs,
  position,
  updated,
}: ChangesOptions<Position> & {
  /** last change of an unparsed record, epoch milliseconds; null: unknown */
  updated(record: unknown): number | null
}): Progress<Position> => {
  const State = z.object({
    /** latest change read, epoch milliseconds; null: none yet */
    mark: z.number().nullable(),
    /** during a read: the position in the list */
    page: position.nullable().default(null),
  })
  return {
    reads: 'changes',
    begin(state) {
      const { data: start } = State.safeParse(state ?? { mark: null })
      if (!start) throw new MalformedResponse('The saved sync state can’t be read. Run a full sync.')
      let { mark } = start
      return {
        start,
        from: start.page,
        since: () => readFrom(mark, overlapMs),
        after({ records, next }) {
          mark = highWater(mark, records.map(updated), now())
          return { mark, page: next }
        },
      }
    },
  }
}
