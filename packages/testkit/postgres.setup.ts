import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import pino from 'pino'
import type { TestProject } from 'vitest/node'
import type { SocketConnection } from '#server/db/database.ts'
import { launchPostgres } from '#server/db/embedded/launch.ts'
import { stopPostmaster } from '#server/db/embedded/postmaster.ts'
import { applyMigrations } from '#server/db/migrate.ts'
import { createJobRunner } from '#server/jobs/runner.ts'
import { patientPool } from './patient-pool.ts'

/** The migrated database that test databases are copied from. */
export const TEMPLATE = 'cuvee_template'

declare module 'vitest' {
  interface ProvidedContext {
    /** the PostgreSQL of this run */
    postgres: SocketConnection
    /** folder of a stopped, migrated database without accounts, as a server's first start leaves it */
    installedPostgres: string
  }
}

/** Without durability, which tests do not need: the data of a crashed test server is discarded. */
const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' }

/**
 * Starts one PostgreSQL for the whole run, with a migrated template that every test file copies its database from, and keeps
 * a copy of its files for tests that start whole servers.
 */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const root = await mkdtemp(join(tmpdir(), 'cuvee-test-'))
  const postgres = join(root, 'postgres')
  const installed = join(root, 'installed')
  await migrate(await launchPostgres({ root, postgres }, FAST))
  await stopPostmaster(postgres)
  copyFolder(postgres, installed)
  const connection = await launchPostgres({ root, postgres }, FAST)
  await makeTemplate(connection)
  project.provide('postgres', connection)
  project.provide('installedPostgres', installed)
  return async () => {
    await stopPostmaster(postgres)
    await rm(connection.host, { recursive: true, force: true })
    await rm(root, { recursive: true, force: true })
  }
}

const migrate = async (connection: SocketConnection): Promise<void> => {
  const log = pino({ enabled: false })
  // The pool ends before its sessions do, and takes it calmly when the server's stop ends them.
  const pool = patientPool(connection, 5)
  await applyMigrations(pool)
  const runner = createJobRunner({ pool, log, jobs: [] })
  await runner.open()
  await runner.close(0)
  await pool.end()
}

const makeTemplate = async (connection: SocketConnection): Promise<void> => {
  const admin = new pg.Client({ ...connection, database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${TEMPLATE} template ${connection.database}`)
  await admin.end()
}

/** Copies a folder to a place that does not exist, with its owners, which PostgreSQL requires. */
export const copyFolder = (from: string, to: string): void => {
  const { status, stderr } = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}
