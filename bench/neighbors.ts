/**
 * How long another account's calls take while one account keeps the server busy, compared with an idle server.
 * `node bench/neighbors.ts [orders] [load,load…]`, default 300,000 orders and all loads. A load takes two minutes. Aim: p95 of the other
 * account at most three times that of an idle server.
 */

import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { createApi, orderLines } from './kit/api.ts'
import { printTable, summarizeTiming } from './kit/measure.ts'
import { PASSWORD, signIn, startServer } from './kit/server.ts'
import { benchWinery } from './kit/winery.ts'

const ORDERS = Number(process.argv[2] ?? 300_000)
const CHOSEN = process.argv[3]?.split(',') ?? null
/** A machine's speed changes within minutes, so each load is compared with an idle server before, between and after its phases. */
const LOADED_PHASES = 4
const IDLE_SECONDS = 6
const LOADED_SECONDS = 7

const { dataDir } = await benchWinery(ORDERS)
const server = await startServer({ dataDir, env: { RESULT_CACHE_MB: '0' } })
const { token } = await signIn(server.url)

const { read, listServices, upload } = createApi(server.url)

// What earlier runs imported would make the account larger from run to run.
for (const service of await listServices(token)) await read(`/service/${service}`, { token, method: 'DELETE' })

const neighborEmail = `neighbor-${Date.now()}@winery.example`
const neighbor = await (async () => {
  const names = { firstName: 'Next', lastName: 'Door', accountName: 'Next Door Cellars', culture: 'en-US' }
  await read('/account/create-account', { body: { ...names, email: neighborEmail, password: PASSWORD } })
  const body = { grant_type: 'password', username: neighborEmail, password: PASSWORD }
  const found = /"access_token":"([^"]+)"/.exec(await read('/token', { body }))?.[1]
  if (!found) throw new Error('Sign-in gave no token')
  await upload(found, orderLines(3_000, 'N'))
  return found
})()

const small = {
  definition: {
    reportType: 'OrderLines',
    columns: [{ columnId: 'sku' }, { columnId: 'netSales' }],
    groupColumns: ['sku'],
  },
}

let saves = 0
const saveGoals = (): Promise<string> => {
  saves += 1
  const goal = { metric: 'netSales', period: 'month', from: '2026-11-01', target: 1_000 + saves }
  return read('/goals', { token: neighbor, method: 'PUT', body: { goals: [goal] } })
}

/** What the other account does: a page's user, a report, a save. */
const ACTIONS = {
  'GET user': () => read('/user', { token: neighbor, method: 'GET' }),
  report: () => read('/reports/query', { token: neighbor, body: small }),
  save: saveGoals,
} as const satisfies Record<string, () => Promise<string>>

const LOADS = {
  'heavy queries': 30,
  'CSV exports': 12,
  'PDF exports': 10,
  writes: 200,
  'anonymous sign-ins': 40,
  imports: 12,
  'slow clients': 300,
}

type Timings = Readonly<Record<string, readonly number[]>>

/** Milliseconds of each action, repeated for some seconds. */
const timeActions = async (seconds: number): Promise<Timings> => {
  const end = performance.now() + seconds * 1000
  const samples: Record<string, number[]> = {}
  while (performance.now() < end) {
    for (const [name, act] of Object.entries(ACTIONS)) {
      const start = performance.now()
      await act()
      const times = samples[name] ?? []
      times.push(performance.now() - start)
      samples[name] = times
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return samples
}

const LOAD_PROGRAM = fileURLToPath(new URL('kit/neighbor-load.ts', import.meta.url))

interface Busy {
  readonly timings: Timings
  /** calls of the load that ended, a second */
  readonly callsPerSecond: number
}

/** The timings while the callers of a load repeat their calls. */
const timeUnder = async (load: string): Promise<Busy> => {
  const start = performance.now()
  const callers = spawn(process.execPath, [LOAD_PROGRAM, load, server.url, token], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const calls = text(callers.stdout)
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  const timings = await timeActions(LOADED_SECONDS)
  callers.stdin.end()
  const callsPerSecond = (Number(await calls) / (performance.now() - start)) * 1000
  await server.settled()
  return { timings, callsPerSecond }
}

const ACTION_NAMES = Object.keys(ACTIONS)

const p95Of = (phases: readonly Timings[], name: string): number =>
  summarizeTiming(phases.flatMap((timings) => timings[name] ?? [])).p95

/** How far an action's median is from that of all phases, at most: whether the machine stayed as fast as it was. */
const driftOf = (phases: readonly Timings[]): number => {
  const medianOf = (some: readonly Timings[], name: string): number =>
    summarizeTiming(some.flatMap((timings) => timings[name] ?? [])).p50
  const drifts = ACTION_NAMES.flatMap((name) =>
    phases.map((timings) => Math.abs(medianOf([timings], name) / medianOf(phases, name) - 1)),
  )
  return Math.max(...drifts)
}

/** A row of the table: idle and loaded phases in turns. */
const compare = async (load: string): Promise<readonly number[]> => {
  const idle = [await timeActions(IDLE_SECONDS)]
  const loaded: Busy[] = []
  while (loaded.length < LOADED_PHASES) {
    loaded.push(await timeUnder(load))
    idle.push(await timeActions(IDLE_SECONDS))
  }
  const busy = loaded.map(({ timings }) => timings)
  const cells = ACTION_NAMES.flatMap((name) => {
    const [calm, during] = [p95Of(idle, name), p95Of(busy, name)]
    return [calm, during, during / calm]
  })
  const calls = loaded.reduce((sum, { callsPerSecond }) => sum + callsPerSecond, 0)
  return [...cells, calls / LOADED_PHASES, driftOf(idle)]
}

await timeActions(IDLE_SECONDS)
await server.settled()
const rows: (string | number)[][] = []
for (const [name, count] of Object.entries(LOADS))
  if (CHOSEN === null || CHOSEN.includes(name)) rows.push([`${count} ${name}`, ...(await compare(name))])
printTable(
  `p95 of another account, milliseconds, on an idle server and under a load; calls of the load a second; drift of idle medians`,
  ['under', ...ACTION_NAMES.flatMap((name) => [`${name}: idle`, 'loaded', '×']), 'calls/s', 'drift'],
  rows,
)

await server.stop()
