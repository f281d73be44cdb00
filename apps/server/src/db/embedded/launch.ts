import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { DataPaths } from '#server/data-dir.ts'
import type { SocketConnection } from '#server/db/database.ts'
import { assertNotStopping, atStop } from '#server/platform/at-stop.ts'
import { StartFailure } from '#server/runtime.ts'
import { createCluster, findBinaries, type PostgresBinaries, SUPERUSER } from './cluster.ts'
import { allowTraversal, chooseIdentity, type Identity, makeSocketDir } from './identity.ts'
import { findPostmaster, removeStalePidFile, stopPostmaster } from './postmaster.ts'
import { ensurePassword, passwordFile } from './restrict-access.ts'

const DATABASE = 'cuvee'
const POLL_INTERVAL_MS = 25
/** Crash recovery replays the write-ahead log, which may take a while. */
const START_WAIT_MS = 60_000
/** A running server never recreates a deleted socket. */
const NO_SOCKET_WAIT_MS = 3_000

interface Server {
  readonly dataDir: string
  readonly socketDir: string
  readonly logFile: string
  readonly binaries: PostgresBinaries
  readonly identity: Identity
  readonly settings: Settings
  readonly password: string
}

/** Additional server settings by name. */
type Settings = Readonly<Record<string, string>>

/**
 * Ensures that PostgreSQL runs on the data directory: adopts one that a killed server left running, or else starts it, and
 * creates the data directory at the first start. Idempotent.
 *
 * @returns the connection to the app database
 * @throws StartFailure with PostgreSQL's error message when it does not start
 */
export const launchPostgres = async (
  paths: Pick<DataPaths, 'root' | 'postgres'>,
  settings: Settings = {},
): Promise<SocketConnection> => {
  const identity = chooseIdentity()
  const binaries = await findBinaries()
  const socketDir = await makeSocketDir(paths.root, identity)
  await allowTraversal(paths.root, identity)
  await createCluster(paths.postgres, binaries, identity)
  const dataDir = paths.postgres
  const password = await ensurePassword({ dataDir, user: SUPERUSER, identity, postgres: binaries.postgres })
  const logFile = join(paths.root, 'postgres.log')
  const host = await waitUntilReady({ dataDir, socketDir, logFile, binaries, identity, settings, password })
  const connection = { host, user: SUPERUSER, password, database: DATABASE }
  await createDatabase(connection)
  return connection
}

const waitUntilReady = async (server: Server): Promise<string> => {
  const deadline = Date.now() + START_WAIT_MS
  let child: ChildProcess | null = null
  let lastSocketAt = Date.now()
  while (Date.now() < deadline) {
    const running = await findPostmaster(server.dataDir)
    const state = running ? await probe(server, running.socketDir) : 'absent'
    if (running && state === 'ready') return running.socketDir
    if (state !== 'no socket') lastSocketAt = Date.now()
    if (Date.now() - lastSocketAt > NO_SOCKET_WAIT_MS) await stopPostmaster(server.dataDir)
    if (!running && (child === null || hasExited(child))) {
      if (child) await assertTransientError(server)
      child = await start(server)
    }
    await sleep(POLL_INTERVAL_MS)
  }
  throw new StartFailure(`PostgreSQL is not responding; see ${server.logFile}`)
}

// A process that panics is ended by a signal and has no exit code.
const hasExited = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

type ProbeResult = 'ready' | 'starting' | 'no socket' | 'absent'

const WRONG_PASSWORD = '28P01'

const probe = async ({ password, dataDir }: Server, socketDir: string): Promise<ProbeResult> => {
  const client = new pg.Client({ host: socketDir, user: SUPERUSER, password, database: 'postgres' })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return 'ready'
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === WRONG_PASSWORD) {
      throw new StartFailure(
        `PostgreSQL rejects the password in ${passwordFile(dataDir)}: delete the file to get a new one`,
      )
    }
    return code === 'ENOENT' ? 'no socket' : 'starting'
  } finally {
    await client.end().catch(() => undefined)
  }
}

// Detached, so that Ctrl+C in the terminal does not stop the database before the server has drained.
const start = async (server: Server): Promise<ChildProcess> => {
  await removeStalePidFile(server.dataDir)
  const { identity, binaries, dataDir } = server
  const [program = '', ...before] = [...identity.prefix, binaries.postgres]
  assertNotStopping()
  const log = openSync(server.logFile, 'a', 0o600)
  const child = spawn(program, [...before, '-D', dataDir, ...settingArguments(server)], {
    detached: true,
    stdio: ['ignore', log, log],
    cwd: dataDir,
    ...identity.ids,
  })
  child.on('error', () => undefined)
  child.unref()
  child.once(
    'exit',
    atStop(() => endProcess(child)),
  )
  closeSync(log)
  return child
}

/** A fast shutdown, of a server that may not have written its pid file yet. */
const endProcess = async (child: ChildProcess): Promise<void> => {
  if (hasExited(child)) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGINT')
  await ended
}

const settingArguments = ({ socketDir, settings }: Server): string[] => {
  const values = {
    listen_addresses: '',
    unix_socket_directories: socketDir,
    unix_socket_permissions: '0700',
    max_connections: '50',
    shared_buffers: '64MB',
    log_checkpoints: 'off',
    log_timezone: 'UTC',
    timezone: 'UTC',
    ...settings,
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

// Sessions of a killed server end with a delay, and two concurrent starts may collide. Every other error is permanent.
const TRANSIENT_ERROR = /pre-existing shared memory block|lock file ".*" (already exists|is empty)/

const assertTransientError = async ({ logFile }: Server): Promise<void> => {
  const lines = (await readFile(logFile, 'utf8').catch(() => '')).trim().split('\n')
  const reason = lines.findLast((line) => /FATAL:|PANIC:/.test(line)) ?? lines.at(-1) ?? ''
  if (TRANSIENT_ERROR.test(reason)) return
  throw new StartFailure(`PostgreSQL did not start: ${reason.replace(/^.*(FATAL|PANIC):\s*/, '')} (see ${logFile})`)
}

const DUPLICATE_DATABASE = '42P04'

const createDatabase = async (connection: SocketConnection): Promise<void> => {
  const client = new pg.Client({ ...connection, database: 'postgres' })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [connection.database])
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(connection.database)}`)
  } catch (error) {
    const isDuplicate = error instanceof Error && 'code' in error && error.code === DUPLICATE_DATABASE
    if (!isDuplicate) throw error
  } finally {
    await client.end()
  }
}
