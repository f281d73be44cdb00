import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '#contract/errors.ts'
import { databaseFailure } from '#server/db/database-failure.ts'

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 5_000
const MAX_WAIT_MS = 300_000

/** Whether PostgreSQL or ClickHouse does not answer, so that the same work may succeed later. */
export const isOutage = (error: unknown): boolean => {
  const failure = error instanceof Failure ? error : error instanceof Error ? databaseFailure(error) : null
  return failure?.code === 'database.unavailable' || failure?.code === 'warehouse.unavailable'
}

/** Repeats work that an outage interrupts, after growing pauses. Rejects with its error after five minutes of pauses, and at an abort. */
export const outlastOutage = async (work: () => Promise<void>, signal: AbortSignal): Promise<void> => {
  let waitedMs = 0
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      return await work()
    } catch (error) {
      if (!isOutage(error) || waitedMs >= MAX_WAIT_MS || signal.aborted) throw error
      waitedMs += pauseMs
      await sleep(pauseMs, null, { signal }).catch(() => {
        throw error
      })
    }
  }
}
