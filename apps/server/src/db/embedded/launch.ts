import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { DataPaths } from '#server/data-dir.ts'
import type { SocketConnection } from '#server/db/database.ts'
import { StartFailure } from '#server/start-failure.ts'
import { findBinaries, type PostgresBinaries } from './binaries.ts'
import { makeCluster, SUPERUSER } from './cluster.ts'
import { chooseIdentity, type Identity, letPass } from './identity.ts'
import { findPostmaster, removeStaleNote, stopPostmaster } from './postmaster.ts'
import { makeSocketDir } from './socket-dir.ts'

const DATABASE = 'cuvee'
const LOOK_MS = 25
/** Recovery after a crash replays the log, which may take a while. */
const START_WAIT_MS = 60_000
/** A running server whose socket was swept away never comes back by itself. */
const NO_SOCKET_WAIT_MS = 3_000

interface Server {
  readonly dataDir: string
  readonly socketDir: string
  readonly logFile: string
  readonly binaries: PostgresBinaries
  readonly identity: Identity
  readonly settings: Settings
}

/** Server settings beyond ours, by name. */
type Settings = Readonly<Record<string, string>>

/**
 * Makes sure that PostgreSQL runs on the data directory: adopts one that a killed server left running, else starts it, and
 * makes the directory at the first start. Harmless when it runs already.
 *
 * @returns how to reach the app database
 * @throws StartFailure with PostgreSQL's own words when it does not start
 */
export const launchPostgres = async (
  paths: Pick<DataPaths, 'root' | 'postgres'>,
  settings: Settings = {},
): Promise<SocketConnection> => {
  const identity = chooseIdentity()
  const binaries = await findBinaries()
  const socketDir = await makeSocketDir(paths.root, identity)
  await letPass(paths.root, identity)
  await makeCluster(paths.postgres, binaries, identity)
  const logFile = join(paths.root, 'postgres.log')
  const host = await untilItAnswers({ dataDir: paths.postgres, socketDir, logFile, binaries, identity, settings })
  const connection = { host, user: SUPERUSER, database: DATABASE }
  await makeDatabase(connection)
  return connection
}

const untilItAnswers = async (server: Server): Promise<string> => {
  const deadline = Date.now() + START_WAIT_MS
  let child: ChildProcess | null = null
  let silentSince = Date.now()
  while (Date.now() < deadline) {
    const running = await findPostmaster(server.dataDir)
    const answer = running ? await probe(running.socketDir) : 'absent'
    if (running && answer === 'ready') return running.socketDir
    if (answer !== 'no socket') silentSince = Date.now()
    if (Date.now() - silentSince > NO_SOCKET_WAIT_MS) await stopPostmaster(server.dataDir)
    if (!running && (child === null || hasEnded(child))) {
      if (child) await assertTransientFault(server)
      child = await start(server)
    }
    await sleep(LOOK_MS)
  }
  throw new StartFailure(`PostgreSQL does not answer; see ${server.logFile}`)
}

// A panic ends by a signal, without an exit code.
const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

type Answer = 'ready' | 'starting' | 'no socket' | 'absent'

const probe = async (socketDir: string): Promise<Answer> => {
  const client = new pg.Client({ host: socketDir, user: SUPERUSER, database: 'postgres' })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return 'ready'
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'no socket' : 'starting'
  } finally {
    await client.end().catch(() => undefined)
  }
}

// Detached: a Ctrl+C for the whole terminal must not cut the database off before the server has drained.
const start = async (server: Server): Promise<ChildProcess> => {
  await removeStaleNote(server.dataDir)
  const { identity, binaries, dataDir } = server
  const [program = '', ...before] = [...identity.prefix, binaries.postgres]
  const log = openSync(server.logFile, 'a', 0o600)
  const child = spawn(program, [...before, '-D', dataDir, ...settingArguments(server)], {
    detached: true,
    stdio: ['ignore', log, log],
    cwd: dataDir,
    ...identity.ids,
  })
  child.on('error', () => undefined)
  child.unref()
  closeSync(log)
  return child
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

// Sessions of a killed server end with a delay, and two concurrent starts may collide. Every other fault is final.
const PASSING = /pre-existing shared memory block|lock file ".*" (already exists|is empty)/

const assertTransientFault = async ({ logFile }: Server): Promise<void> => {
  const lines = (await readFile(logFile, 'utf8').catch(() => '')).trim().split('\n')
  const reason = lines.findLast((line) => /FATAL:|PANIC:/.test(line)) ?? lines.at(-1) ?? ''
  if (PASSING.test(reason)) return
  throw new StartFailure(`PostgreSQL did not start: ${reason.replace(/^.*(FATAL|PANIC):\s*/, '')} (see ${logFile})`)
}

const DUPLICATE_DATABASE = '42P04'

const makeDatabase = async (connection: SocketConnection): Promise<void> => {
  const client = new pg.Client({ ...connection, database: 'postgres' })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [connection.database])
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(connection.database)}`)
  } catch (error) {
    const isMadeMeanwhile = error instanceof Error && 'code' in error && error.code === DUPLICATE_DATABASE
    if (!isMadeMeanwhile) throw error
  } finally {
    await client.end()
  }
}
