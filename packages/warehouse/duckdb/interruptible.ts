import type { DuckDBConnection } from '@duckdb/node-api'
import { Failure, fail } from '#contract/errors.ts'
import { DataUnavailable } from '../data-unavailable.ts'

const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : `${error.message}\n${messageOf(error.cause)}`
}

/** After this error every call on the file's instance fails until it is reopened. */
export const isInvalidated = (error: unknown): boolean =>
  /FATAL Error|database has been invalidated/i.test(messageOf(error))

const isDiskFull = (error: unknown): boolean =>
  /No space left on device|Disk quota exceeded|ENOSPC/i.test(messageOf(error))

/** The file, or its log, does not hold what was written to it. */
export const isDamaged = (error: unknown): boolean =>
  /Corrupt (database|WAL) file|Could not read enough bytes|not a valid DuckDB database|replaying WAL file|AES tag differs/i.test(
    messageOf(error),
  )

/** The file is encrypted, and its key is not known. */
export const isLocked = (error: unknown): boolean =>
  /Wrong encryption key|Cannot open encrypted database/i.test(messageOf(error))

/** The same statement may succeed with a higher limit. */
export const isOutOfMemory = (error: unknown): boolean => /Out of Memory Error/i.test(messageOf(error))

/** What DuckDB threw, as a failure of the catalogue; failures pass as they are. */
export const translated = (error: unknown): Failure => {
  if (error instanceof Failure) return error
  if (isDamaged(error)) return new DataUnavailable('damaged', {}, error)
  if (isLocked(error)) return new DataUnavailable('locked', {}, error)
  return fail(isDiskFull(error) ? 'storage.full' : 'warehouse.query_failed', { cause: error })
}

export interface StopRules {
  readonly signals: readonly (AbortSignal | undefined)[]
  /** milliseconds of running; none when absent */
  readonly timeoutMs?: number | undefined
}

// An interrupt that comes before the statement has begun is lost, so it is repeated until the work has ended.
const REPEAT_MS = 25

/**
 * Runs `work` on the connection until it ends, a signal aborts or the time is up. Rejects with the signal's reason,
 * `warehouse.timeout` or DuckDB's error translated. Work that completes despite an interrupt counts as successful.
 */
export const interruptible = async <Result>(
  connection: DuckDBConnection,
  { signals, timeoutMs }: StopRules,
  work: () => Promise<Result>,
): Promise<Result> => {
  const watched = signals.filter((signal) => signal !== undefined)
  for (const signal of watched) signal.throwIfAborted()
  let stopped: { readonly reason: unknown } | null = null
  let repeat: NodeJS.Timeout | undefined
  const stop = (reason: unknown) => {
    if (stopped) return
    stopped = { reason }
    connection.interrupt()
    repeat = setInterval(() => connection.interrupt(), REPEAT_MS)
  }
  const onAbort = (event: Event) => stop(event.target instanceof AbortSignal ? event.target.reason : undefined)
  for (const signal of watched) signal.addEventListener('abort', onAbort)
  const timer =
    timeoutMs === undefined
      ? undefined
      : setTimeout(() => stop(fail('warehouse.timeout', { retryAfter: 5 })), timeoutMs)
  try {
    return await work()
  } catch (error) {
    throw stopReason(stopped) ?? translated(error)
  } finally {
    clearTimeout(timer)
    clearInterval(repeat)
    for (const signal of watched) signal.removeEventListener('abort', onAbort)
  }
}

const stopReason = (stopped: { readonly reason: unknown } | null): unknown => stopped?.reason ?? null
