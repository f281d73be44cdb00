import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Milliseconds for a cold start on a busy machine, including the creation of the database. */
const START_LIMIT = 90_000
/** Environment variable with the data directory that servers start on a copy of; without it they create the demo winery. */
export const DEMO_DATA = 'CUVEE_DEMO_DATA'
const READY = /Cuvee is ready at (\S+)[\s\S]*\nOutbox: (\S+)\n/

export interface TestServer {
  /** without a trailing slash */
  readonly url: string
  /** link to the outbox page, with its secret */
  readonly outboxUrl: string
  /** runs an operator's command on the server's data */
  operate(...args: readonly string[]): Promise<void>
  /** moves a newly registered user into another account; they have to sign in again */
  joinAccount(email: string, accountId: number): Promise<void>
  /** stops server and database */
  stop(): Promise<void>
  /** stops server and database and removes their data */
  close(): Promise<void>
}

interface ServerOptions {
  /** environment variables, such as the URLs of platforms */
  readonly env?: NodeJS.ProcessEnv
  /** default: a new one */
  readonly dataDir?: string
}

/** Starts the product like npm start, with a demo winery, on its own data and a free port. */
export const startServer = async (options: ServerOptions = {}): Promise<TestServer> => {
  const dataDir = options.dataDir ?? (await copyDemoData())
  const env = { ...serverEnvironment(dataDir), ...options.env }
  const server = spawn(process.execPath, ['apps/server/src/main.ts'], { cwd: ROOT, env, stdio: 'pipe' })
  const { url, outboxUrl } = await waitUntilReady(server).catch(async (error: unknown) => {
    await rm(dataDir, { recursive: true, force: true })
    throw error
  })
  return {
    url,
    outboxUrl,
    operate: (...args) => runScript('apps/server/src/operator/main.ts', args, env),
    joinAccount: (email, accountId) => runScript('e2e/kit/join-account.ts', [email, String(accountId)], env),
    stop: () => stop(server),
    close: async () => {
      await stop(server)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const copyDemoData = async (): Promise<string> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'cuvee-e2e-'))
  const source = process.env[DEMO_DATA]
  // PostgreSQL's files may belong to another user, whom `cp -a` keeps.
  if (source !== undefined) execFileSync('cp', ['-a', `${source}/.`, dataDir])
  return dataDir
}

const serverEnvironment = (dataDir: string): NodeJS.ProcessEnv => ({
  ...process.env,
  NODE_ENV: 'test',
  DATA_DIR: dataDir,
  DATABASE_URL: '',
  HOST: '127.0.0.1',
  PORT: '0',
  DEMO: '1',
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'error',
  UV_THREADPOOL_SIZE: '16',
})

const waitUntilReady = (server: ChildProcess): Promise<Pick<TestServer, 'url' | 'outboxUrl'>> =>
  new Promise((resolve, reject) => {
    let output = ''
    const timer = setTimeout(() => reject(new Error(`the server did not start:\n${output}`)), START_LIMIT)
    const read = (chunk: Buffer): void => {
      output += chunk.toString()
      const [, url, outboxUrl] = READY.exec(output) ?? []
      if (url === undefined || outboxUrl === undefined) return
      clearTimeout(timer)
      resolve({ url, outboxUrl })
    }
    server.stdout?.on('data', read)
    server.stderr?.on('data', read)
    server.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`the server ended with ${code}:\n${output}`))
    })
  })

const runScript = (script: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> =>
  new Promise((resolve, reject) => {
    const command = spawn(process.execPath, [script, ...args], { cwd: ROOT, env })
    let output = ''
    command.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    command.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${args.join(' ')}: ${output}`))))
  })

const stop = (server: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (server.exitCode !== null || server.signalCode !== null) return resolve()
    server.once('exit', () => resolve())
    server.kill('SIGTERM')
  })
