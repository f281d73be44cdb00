import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const SERVER = fileURLToPath(new URL('./server.fixture.ts', import.meta.url))

/** ClickHouse in a process of its own. */
export interface ClickHouseServer {
  /** `http://127.0.0.1:<port>`; the same after a restart */
  readonly url: string
  /** of the process that runs now */
  pid(): number
  /** ends the process as a power cut would; its data stays */
  kill(): Promise<void>
  restart(): Promise<void>
  /** ends it with all data written */
  stop(): Promise<void>
  /** the same, and copies the data to a folder that does not exist */
  store(folder: string): Promise<void>
  /** ends the process and deletes its data, unless its folder stays */
  close(): Promise<void>
}

interface Started {
  readonly child: ChildProcess
  readonly port: string
}

interface Credentials {
  readonly user: string
  readonly password: string
}

/** Statements that run at one time: each holds a thread of the pool, of which Node has four. */
const STATEMENTS = '64'

const start = async (folder: string, port: string, { user, password }: Credentials): Promise<Started> => {
  const env = {
    ...process.env,
    CLICKHOUSE_TEST_USER: user,
    CLICKHOUSE_TEST_PASSWORD: password,
    UV_THREADPOOL_SIZE: STATEMENTS,
  }
  const child = spawn(process.execPath, [SERVER, folder, port], { stdio: ['pipe', 'pipe', 'inherit'], env })
  for await (const line of createInterface({ input: child.stdout })) {
    const [word, bound] = line.split(' ')
    if (word === 'listening' && bound) return { child, port: bound }
  }
  throw new Error('ClickHouse did not start')
}

const end = async ({ child }: Started, signal: NodeJS.Signals): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}

/** Where a server's data is: a copy of what an earlier one stored, or a folder that stays. */
type StoredData = { readonly copyOf: string } | { readonly folder: string }

/**
 * Starts a server on a free port of this computer, in about half a second. Without a password, any is accepted.
 *
 * @param stored default: it starts empty, and its data is deleted
 */
export const startClickHouse = async (
  credentials: Credentials = { user: 'default', password: '' },
  stored?: StoredData,
): Promise<ClickHouseServer> => {
  const isLasting = stored !== undefined && 'folder' in stored
  const folder = isLasting ? stored.folder : await mkdtemp(join(tmpdir(), 'cuvee-clickhouse-'))
  const data = join(folder, 'data')
  if (stored && 'copyOf' in stored) await cp(stored.copyOf, data, { recursive: true, verbatimSymlinks: true })
  let started = await start(data, '0', credentials)
  const { port } = started
  const stop = async (): Promise<void> => {
    const exited = once(started.child, 'exit')
    started.child.stdin?.end()
    await exited
  }
  return {
    url: `http://127.0.0.1:${port}`,
    pid: () => started.child.pid ?? 0,
    kill: () => end(started, 'SIGKILL'),
    restart: async () => {
      await end(started, 'SIGKILL')
      started = await start(data, port, credentials)
    },
    stop,
    store: async (target) => {
      await stop()
      await cp(data, target, { recursive: true, verbatimSymlinks: true })
    },
    close: async () => {
      await end(started, 'SIGKILL')
      if (!isLasting) await rm(folder, { recursive: true, force: true })
    },
  }
}
