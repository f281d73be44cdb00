import type pg from 'pg'
import pino from 'pino'
import { openPool, type SocketConnection } from '#server/db/database.ts'

const PATIENCE_MS = 60_000

/** On a busy machine a test waits longer for a connection than users would. */
export const patientPool = (connection: SocketConnection, max: number): pg.Pool => {
  const pool = openPool({ connection, log: pino({ enabled: false }), max })
  pool.options.connectionTimeoutMillis = PATIENCE_MS
  return pool
}
