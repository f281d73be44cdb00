import { type ErrorCode, type Failure, fail } from '#contract/errors.ts'

const RETRY_SECONDS = 1

/** SQLSTATEs and socket errors that say more than "unexpected". */
const CODES: Readonly<Record<string, ErrorCode>> = {
  // a NUL byte or a broken surrogate in a text or JSON value: only foreign input brings those
  '22021': 'request.malformed',
  '22P05': 'request.malformed',
  '53100': 'storage.full',
  ENOSPC: 'storage.full',
  '53300': 'server.unavailable',
  '57P01': 'server.unavailable',
  '57P02': 'server.unavailable',
  '57P03': 'server.unavailable',
  '57014': 'server.busy',
  // two changes waited for each other and one was given up
  '40P01': 'server.busy',
  '55P03': 'server.busy',
  '25P03': 'server.busy',
  ECONNREFUSED: 'server.unavailable',
  ECONNRESET: 'server.unavailable',
  EPIPE: 'server.unavailable',
}

// The driver gives these no code.
const LOST_CONNECTION = /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout)/

/** The failure that an error of PostgreSQL or of its connection stands for; null when it is none of those. */
export const databaseFailure = (error: Error): Failure | null => {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const known = CODES[code] ?? connectionFailure(error, code)
  return known ? fail(known, { cause: error, retryAfter: RETRY_SECONDS }) : null
}

const connectionFailure = (error: Error, code: string): ErrorCode | null => {
  // The socket is gone while PostgreSQL restarts; a missing file of another kind has no `connect`.
  const isSocketGone = code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'
  const isLost = code.startsWith('08') || isSocketGone || LOST_CONNECTION.test(error.message)
  return isLost ? 'server.unavailable' : null
}
