import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import type { SocketConnection } from '#server/db/database.ts'
import { TEMPLATE } from './database-names.ts'

export interface TestDatabase {
  readonly connection: SocketConnection
  /** throws the database away, whoever is still connected */
  drop(): Promise<void>
}

/** A migrated, empty PostgreSQL database of its own, ready in some 60 ms. */
export const startTestDatabase = async (): Promise<TestDatabase> => {
  const server = inject('postgres')
  const database = `test_${randomBytes(6).toString('hex')}`
  await onServer(server, `create database ${database} template ${TEMPLATE}`)
  return {
    connection: { ...server, database },
    drop: () => onServer(server, `drop database ${database} with (force)`),
  }
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
