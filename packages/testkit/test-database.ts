import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import type { SocketConnection } from '#server/db/database.ts'
import { patientPool } from './patient-pool.ts'
import { copyFolder, TEMPLATE } from './postgres.setup.ts'

export interface TestDatabase {
  readonly connection: SocketConnection
  /** the same, for DATABASE_URL */
  readonly url: string
  /** drops the database even while sessions are connected */
  drop(): Promise<void>
}

/** Creates an empty PostgreSQL database, migrated by default, in about 60 ms. */
export const startTestDatabase = async ({ isMigrated = true } = {}): Promise<TestDatabase> => {
  const server = inject('postgres')
  const database = `test_${randomBytes(6).toString('hex')}`
  await onServer(server, `create database ${database}${isMigrated ? ` template ${TEMPLATE}` : ''}`)
  return {
    connection: { ...server, database },
    url: `postgres://${server.user}:${server.password}@localhost/${database}?host=${encodeURIComponent(server.host)}`,
    drop: () => onServer(server, `drop database ${database} with (force)`),
  }
}

/** Call it at the top level of a test file: a pool on a database of its own, which both end after the file's last test. */
export const testPool = async ({ max = 5, isMigrated = true } = {}) => {
  const database = await startTestDatabase({ isMigrated })
  const pool = patientPool(database.connection, max)
  afterAll(async () => {
    await pool.end()
    await database.drop()
  })
  return { pool, connection: database.connection }
}

const onServer = async (server: SocketConnection, statement: string): Promise<void> => {
  const admin = new pg.Client(server)
  await admin.connect()
  try {
    await admin.query(statement)
  } finally {
    await admin.end()
  }
}

/**
 * Makes a data directory with a migrated database and no accounts, so that a server or a command that starts on it need not
 * wait for initdb, which takes two processor seconds.
 */
export const copyInstallation = (dataDir: string): void => {
  mkdirSync(dataDir, { recursive: true })
  copyFolder(inject('installedPostgres'), join(dataDir, 'postgres'))
}
