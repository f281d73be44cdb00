import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type ClickHouseServer, startClickHouse } from '#testkit/clickhouse/start-server.ts'
import { freePort, type OutsidePostgres, startDebianPostgres } from '#testkit/debian-postgres.ts'
import { startBalancer, type Upstream } from './balancer.ts'
import { startEndpoint } from './endpoint.ts'
import { operatorActions, processSettings, type ServerProcess, startProcess } from './process.ts'
import type { TestServer } from './server.ts'

/**
 * Whether servers are installations of several processes: two web processes behind a load balancer, a worker, PostgreSQL of Debian's
 * package, and ClickHouse with two endpoints.
 */
export const isSeveral = process.env.CUVEE_PROCESSES === 'several'

/** Seconds between two kills of a part of each installation; 0: none. */
const KILL_SECONDS = Number(process.env.CUVEE_KILL_SECONDS ?? 0)
/** Whether parts of installations are killed while tests use them. */
export const isKilled = isSeveral && KILL_SECONDS > 0
const DOWN_MS = 1_000

const DATABASE = 'cuvee'

const KEYS = {
  SESSION_KEY: Buffer.alloc(32, 1).toString('base64'),
  MASTER_KEY: Buffer.alloc(32, 2).toString('base64'),
}

/** The stores of an installation with the demo winery, of which others start on copies. */
export interface DemoStores {
  /** settings of the process that makes the demo winery */
  readonly env: NodeJS.ProcessEnv
  /** ends the stores, and keeps what they hold in a folder that exists */
  store(folder: string): Promise<void>
}

const storedIn = (folder: string) => ({ postgres: join(folder, 'postgres'), clickHouse: join(folder, 'clickhouse') })

/** Starts empty stores for a process that makes the demo winery. */
export const startDemoStores = async (): Promise<DemoStores> => {
  const postgres = await startDebianPostgres()
  await postgres.command(`create database ${DATABASE}`)
  const clickHouse = await startClickHouse()
  return {
    env: { ...KEYS, DATABASE_URL: postgres.urlOf(DATABASE), CLICKHOUSE_URL: clickHouse.url },
    store: async (folder) => {
      const stored = storedIn(folder)
      await postgres.store(stored.postgres)
      await clickHouse.store(stored.clickHouse)
      await Promise.all([postgres.close(), clickHouse.close()])
    },
  }
}

interface InstallationOptions {
  readonly env: NodeJS.ProcessEnv
  /** folder with the demo winery's stores */
  readonly source: string
}

/** A part that can end at any time and is started again by its supervisor. */
interface Part {
  readonly name: string
  kill(): Promise<void>
  restart(): Promise<void>
}

export const startInstallation = async ({ env, source }: InstallationOptions): Promise<TestServer> => {
  const root = await mkdtemp(join(tmpdir(), 'cuvee-e2e-'))
  const stored = storedIn(source)
  const postgres = await startDebianPostgres(stored.postgres)
  const clickHouse = await startClickHouse(undefined, { copyOf: stored.clickHouse })
  const endpoints = [await startEndpoint(clickHouse.url), await startEndpoint(clickHouse.url)]
  const webs: SupervisedProcess[] = []
  const balancer = await startBalancer(env.HOST ?? '127.0.0.1', () => webs.map((web) => web.upstream()))
  const settings = {
    ...processSettings(join(root, 'operator')),
    ...KEYS,
    DATABASE_URL: postgres.urlOf(DATABASE),
    CLICKHOUSE_URL: endpoints.map(({ url }) => url).join(),
    STAGING_DIR: join(root, 'staging'),
    LOCAL_URL: balancer.url,
    TRUST_PROXY: '1',
    ...env,
  }
  const start = (name: string, role: string) =>
    superviseProcess(name, { ...settings, DATA_DIR: join(root, name), ROLE: role })
  const worker = start('worker', 'worker')
  webs.push(start('web-1', 'web'), start('web-2', 'web'))
  await Promise.all([...webs, worker].map((one) => one.restart()))
  const [firstEndpoint, secondEndpoint] = endpoints.map((endpoint, index) => ({
    name: `endpoint ${index + 1}`,
    kill: () => endpoint.fail(),
    restart: () => endpoint.recover(),
  }))
  const [firstWeb, secondWeb] = webs
  const parts: readonly (Part | undefined)[] = [
    firstWeb,
    firstEndpoint,
    worker,
    storeOf('PostgreSQL', postgres),
    secondWeb,
    secondEndpoint,
    storeOf('ClickHouse', clickHouse),
  ]
  const killer = isKilled ? killInTurn(parts.filter((part) => part !== undefined)) : null
  const stop = async (): Promise<void> => {
    await killer?.end()
    await Promise.all([...webs, worker].map((one) => one.end()))
  }
  return {
    url: balancer.url,
    outboxUrl: `${balancer.url}/outbox?key=of-the-process-that-answers`,
    ...operatorActions({ ...settings, ROLE: 'all' }),
    stop,
    close: async () => {
      await stop()
      await balancer.close()
      for (const endpoint of endpoints) await endpoint.fail()
      await clickHouse.close()
      await postgres.close()
      await rm(root, { recursive: true, force: true })
    },
  }
}

interface SupervisedProcess extends Part {
  upstream(): Upstream
  end(): Promise<void>
}

const superviseProcess = (name: string, env: NodeJS.ProcessEnv): SupervisedProcess => {
  let running: { readonly process: ServerProcess; readonly port: number } | null = null
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ended = running
    running = null
    await ended?.process.end(signal)
  }
  return {
    name,
    upstream: () => ({
      url: running && `http://127.0.0.1:${running.port}`,
      outboxSecret: running ? (new URL(running.process.outboxUrl).searchParams.get('key') ?? '') : '',
    }),
    kill: async () => {
      // The balancer learns of it by itself.
      const ended = running
      await ended?.process.end('SIGKILL')
    },
    restart: async () => {
      const port = await freePort()
      running = { port, process: await startProcess({ ...env, HOST: '127.0.0.1', PORT: String(port) }) }
    },
    end: () => end('SIGTERM'),
  }
}

const storeOf = (name: string, store: OutsidePostgres | ClickHouseServer): Part => ({
  name,
  kill: () => store.kill(),
  restart: () => store.restart(),
})

/** Kills one part after another, as long as tests run. */
const killInTurn = (parts: readonly Part[]) => {
  let isEnded = false
  let turn = 0
  const killOne = async (): Promise<void> => {
    const part = parts[turn++ % parts.length]
    await part?.kill()
    await pause(DOWN_MS)
    await part?.restart()
  }
  const run = async (): Promise<void> => {
    while (!isEnded) {
      await pause(KILL_SECONDS * 1_000)
      if (!isEnded) await killOne()
    }
  }
  const ended = run()
  return {
    end: () => {
      isEnded = true
      return ended
    },
  }
}
