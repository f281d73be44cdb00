import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const READY = /is ready at (http:\S+)/

export interface BenchServer {
  readonly url: string
  readonly pid: number
  /** resident memory of the Node process, in MB */
  rss(): number
  /** Resolves when the server has used less than a twentieth of a core for two seconds: analyses follow each import. */
  settled(): Promise<void>
  stop(): Promise<void>
}

interface StartOptions {
  readonly dataDir: string
  readonly env?: Readonly<Record<string, string>>
}

/** Starts the product like `npm start`, on the benchmark's data directory. */
export const startServer = async ({ dataDir, env = {} }: StartOptions): Promise<BenchServer> => {
  const child = spawn(process.execPath, ['apps/server/src/main.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      UV_THREADPOOL_SIZE: '16',
      DATA_DIR: dataDir,
      PORT: '0',
      DEMO: '0',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      ...env,
    },
  })
  // Stops the server when a benchmark fails.
  process.once('exit', () => child.kill('SIGTERM'))
  const url = await readServerAddress(child)
  return {
    url,
    pid: child.pid ?? 0,
    rss: () => readRss(child.pid),
    settled: async () => {
      for (let before = ticksOf(child.pid); ; ) {
        await new Promise((resolve) => setTimeout(resolve, 2_000))
        const now = ticksOf(child.pid)
        if (now - before < 10) return
        before = now
      }
    },
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
      }),
  }
}

/** Resident memory of a process, in MB. */
export const readRss = (pid: number | undefined): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** Hundredths of a second that a process has used. */
const ticksOf = (pid: number | undefined): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return Number(fields[11]) + Number(fields[12])
}

const readServerAddress = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let output = ''
    child.once('exit', (code) => reject(new Error(`The server ended with ${code} before it was ready`)))
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const url = READY.exec(output)?.[1]
      if (url) resolve(url)
    })
  })

export interface BenchMember {
  readonly accountId: number
  readonly token: string
}

export const EMAIL = 'bench@winery.example'
export const PASSWORD = 'Barrel&Stave7'

const post = async (url: string, path: string, body: unknown): Promise<unknown> => {
  const response = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

const register = (url: string): Promise<unknown> =>
  post(url, '/account/create-account', {
    firstName: 'Bench',
    lastName: 'Mark',
    email: EMAIL,
    password: PASSWORD,
    accountName: 'Benchmark Cellars',
    culture: 'en-US',
    timeZone: 'America/Los_Angeles',
    currency: 'USD',
  })

interface SignedIn {
  readonly access_token: string
  readonly user: { readonly accountId: number }
}

const isSignedIn = (value: unknown): value is SignedIn =>
  typeof value === 'object' && value !== null && 'access_token' in value

/** Signs in the benchmark's user and creates the account the first time. */
export const signIn = async (url: string): Promise<BenchMember> => {
  const attempt = () => post(url, '/token', { grant_type: 'password', username: EMAIL, password: PASSWORD })
  const session = await attempt().catch(async () => {
    await register(url)
    return attempt()
  })
  if (!isSignedIn(session)) throw new Error('Sign-in gave no tokens')
  return { accountId: session.user.accountId, token: session.access_token }
}
