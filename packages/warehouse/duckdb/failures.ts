import { Failure, fail } from '#contract/errors.ts'

const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : `${error.message}\n${messageOf(error.cause)}`
}

/** After this every call on the file's instance fails, until it is closed and opened again. */
export const isInvalidated = (error: unknown): boolean =>
  /FATAL Error|database has been invalidated/i.test(messageOf(error))

const isDiskFull = (error: unknown): boolean =>
  /No space left on device|Disk quota exceeded|ENOSPC/i.test(messageOf(error))

/** Under a higher limit the same statement may succeed. */
export const isOutOfMemory = (error: unknown): boolean => /Out of Memory Error/i.test(messageOf(error))

/** What DuckDB threw, as a failure of the catalogue; failures pass as they are. */
export const translated = (error: unknown): Failure => {
  if (error instanceof Failure) return error
  return fail(isDiskFull(error) ? 'storage.full' : 'warehouse.query_failed', { cause: error })
}
