import { type ErrorCode, type Failure, fail } from '#contract/errors.ts'
import { lookupTable } from '#domain/lookup-table.ts'

const RETRY_SECONDS = 1

/** SQLSTATEs and socket errors that map to a specific error code. */
const CODES: Readonly<Record<string, ErrorCode>> = lookupTable({
  // a NUL byte or an unpaired surrogate in a text or JSON value, which only client input can contain
  '22021': 'request.malformed',
  '22P05': 'request.malformed',
  // a foreign key: a concurrent request deleted the row that this one refers to, such as its own user
  '23503': 'request.target_removed',
  '53100': 'storage.full',
  ENOSPC: 'storage.full',
  '53300': 'database.unavailable',
  '57P01': 'database.unavailable',
  '57P02': 'database.unavailable',
  '57P03': 'database.unavailable',
  '57014': 'server.busy',
  // deadlock: PostgreSQL aborted one of the transactions
  '40P01': 'server.busy',
  '55P03': 'server.busy',
  '25P03': 'server.busy',
  ECONNREFUSED: 'database.unavailable',
  ECONNRESET: 'database.unavailable',
  EPIPE: 'database.unavailable',
  // A database of the operator's own may be gone with its name or its machine.
  ENOTFOUND: 'database.unavailable',
  EAI_AGAIN: 'database.unavailable',
  EHOSTUNREACH: 'database.unavailable',
  ETIMEDOUT: 'database.unavailable',
})

// The driver sets no code on these errors.
const LOST_CONNECTION =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|Query read timeout)/

/** Whether a row with the same unique value exists. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23505'

/** False where a row with the same unique value exists: the transaction can then only be rolled back. */
export const storeUnlessTaken = (write: Promise<unknown>): Promise<boolean> =>
  write.then(
    () => true,
    (error: unknown) => {
      if (isUniqueViolation(error)) return false
      throw error
    },
  )

/** Maps an error of PostgreSQL or of its connection to a failure; null for any other error. */
export const databaseFailure = (error: Error): Failure | null => {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const known = CODES[code] ?? connectionFailure(error, code)
  return known ? fail(known, { cause: error, retryAfter: RETRY_SECONDS }) : null
}

const connectionFailure = (error: Error, code: string): ErrorCode | null => {
  // The socket file is missing while PostgreSQL restarts; the syscall distinguishes it from other missing files.
  const isSocketGone = code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'
  const isLost = code.startsWith('08') || isSocketGone || LOST_CONNECTION.test(error.message)
  return isLost ? 'database.unavailable' : null
}
