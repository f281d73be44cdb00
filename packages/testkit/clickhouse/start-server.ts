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
  /** ends the process as a power cut would; its data stays */
  kill(): Promise<void>
  restart(): Promise<void>
  /** ends it with all data written, and copies that to a folder that does not exist */
  store(folder: string): Promise<void>
  /** ends the process and deletes its data */
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

const start = async (folder: string, port: string, { user, password }: Credentials): Promise<Started> => {
  const env = { ...process.env, CLICKHOUSE_TEST_USER: user, CLICKHOUSE_TEST_PASSWORD: password }
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

/**
 * Starts a server on a free port of this computer, in about half a second. Without a password, any is accepted.
 *
 * @param stored folder with the data of an earlier one, which is copied; default: it starts empty
 */
export const startClickHouse = async (
  credentials: Credentials = { user: 'default', password: '' },
  stored?: string,
): Promise<ClickHouseServer> => {
  const folder = await mkdtemp(join(tmpdir(), 'cuvee-clickhouse-'))
  if (stored !== undefined) await cp(stored, join(folder, 'data'), { recursive: true, verbatimSymlinks: true })
  let started = await start(join(folder, 'data'), '0', credentials)
  const { port } = started
  return {
    url: `http://127.0.0.1:${port}`,
    kill: () => end(started, 'SIGKILL'),
    restart: async () => {
      await end(started, 'SIGKILL')
      started = await start(join(folder, 'data'), port, credentials)
    },
    store: async (target) => {
      const exited = once(started.child, 'exit')
      started.child.stdin?.end()
      await exited
      await cp(join(folder, 'data'), target, { recursive: true, verbatimSymlinks: true })
    },
    close: async () => {
      await end(started, 'SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
