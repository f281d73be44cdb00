import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Milliseconds for a cold start on a busy machine, including the creation of the database. */
const START_LIMIT = 90_000
const READY = /Cuvee is ready at (\S+)[\s\S]*\nOutbox: (\S+)\n/

/** A process of the product. */
export interface ServerProcess {
  /** without a trailing slash */
  readonly url: string
  /** link to the outbox page, with its secret */
  readonly outboxUrl: string
  /** resolves once it has ended */
  end(signal: NodeJS.Signals): Promise<void>
}

/** Settings of a process with data of its own on a free port. */
export const processSettings = (dataDir: string): NodeJS.ProcessEnv => ({
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

/** Starts a process like npm start; resolves once it is ready. */
export const startProcess = async (env: NodeJS.ProcessEnv): Promise<ServerProcess> => {
  const server = spawn(process.execPath, ['apps/server/src/main.ts'], { cwd: ROOT, env, stdio: 'pipe' })
  return { ...(await waitUntilReady(server)), end: (signal) => end(server, signal) }
}

const waitUntilReady = (server: ChildProcess): Promise<Pick<ServerProcess, 'url' | 'outboxUrl'>> =>
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

const end = (server: ChildProcess, signal: NodeJS.Signals): Promise<void> =>
  new Promise((resolve) => {
    if (server.exitCode !== null || server.signalCode !== null) return resolve()
    server.once('exit', () => resolve())
    server.kill(signal)
  })

/** What tests change behind the product's back, with the settings of a process. */
export const operatorActions = (env: NodeJS.ProcessEnv) => ({
  operate: (...args: readonly string[]) => runScript('apps/server/src/operator/main.ts', args, env),
  joinAccount: (email: string, accountId: number) =>
    runScript('e2e/kit/join-account.ts', [email, String(accountId)], env),
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
