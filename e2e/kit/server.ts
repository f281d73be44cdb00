import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isSeveral, startInstallation } from './installation.ts'
import { operatorActions, processSettings, startProcess } from './process.ts'

/** Environment variable with the data that servers start on a copy of; without it they create the demo winery. */
export const DEMO_DATA = 'CUVEE_DEMO_DATA'

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

/**
 * Starts the product like npm start, with a demo winery, on its own data and a free port; in a run of several processes, an
 * installation of them.
 */
export const startServer = ({ env = {}, dataDir }: ServerOptions = {}): Promise<TestServer> => {
  const source = process.env[DEMO_DATA]
  return isSeveral && source !== undefined ? startInstallation({ env, source }) : startAlone(env, dataDir)
}

const startAlone = async (settings: NodeJS.ProcessEnv, folder?: string): Promise<TestServer> => {
  const dataDir = folder ?? (await copyDemoData())
  const env = { ...processSettings(dataDir), ...settings }
  const remove = () => rm(dataDir, { recursive: true, force: true })
  const server = await startProcess(env).catch(async (error: unknown) => {
    await remove()
    throw error
  })
  const stop = () => server.end('SIGTERM')
  return {
    url: server.url,
    outboxUrl: server.outboxUrl,
    ...operatorActions(env),
    stop,
    close: async () => {
      await stop()
      await remove()
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
