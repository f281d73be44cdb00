/**
 * How long another account's calls take while one account keeps the server busy, compared with an idle server, and what unread
 * answers and large pictures cost in memory.
 * `node bench/neighbors.ts [orders] [load,load…]`, default 300,000 orders, all loads and `memory`. A load takes two minutes. Aim: p95
 * of the other account at most twice that of an idle server.
 */

import { spawn } from 'node:child_process'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { crc32, deflateSync } from 'node:zlib'
import { apiOf, drain, ORDER_LINES_REPORT, orderLines } from './kit/api.ts'
import { printTable, timingOf } from './kit/measure.ts'
import { joinOneGroup } from './kit/one-group.ts'
import { PASSWORD, signIn, startServer } from './kit/server.ts'
import { benchWinery } from './kit/winery.ts'

const ORDERS = Number(process.argv[2] ?? 300_000)
const CHOSEN = process.argv[3]?.split(',') ?? null
/** A machine's speed changes within minutes, so each load is compared with an idle server before, between and after its phases. */
const LOADED_PHASES = 4
const IDLE_SECONDS = 6
const LOADED_SECONDS = 7

const { dataDir } = await benchWinery(ORDERS)
const isOneGroup = joinOneGroup()
const server = await startServer({ dataDir, env: { RESULT_CACHE_MB: '0' } })
const { token } = await signIn(server.url)

const { send, read, listServices, upload } = apiOf(server.url)

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
  timingOf(phases.flatMap((timings) => timings[name] ?? [])).p95

/** How far an action's median is from that of all phases, at most: whether the machine stayed as fast as it was. */
const driftOf = (phases: readonly Timings[]): number => {
  const medianOf = (some: readonly Timings[], name: string): number =>
    timingOf(some.flatMap((timings) => timings[name] ?? [])).p50
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
const inGroup = isOneGroup ? '; all processes in one control group' : ''
printTable(
  `p95 of another account, milliseconds, on an idle server and under a load; calls of the load a second; drift of idle medians${inGroup}`,
  ['under', ...ACTION_NAMES.flatMap((name) => [`${name}: idle`, 'loaded', '×']), 'calls/s', 'drift'],
  rows,
)

/** The highest resident memory while `work` runs and for some seconds after it, in MB. */
const peakMemory = async (work: () => Promise<unknown>): Promise<number> => {
  let peak = server.rss()
  const timer = setInterval(() => (peak = Math.max(peak, server.rss())), 50)
  await work()
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  clearInterval(timer)
  return peak
}

/** Clients that ask for many rows and read nothing. */
const leaveUnread = async (): Promise<void> => {
  const { hostname, port } = new URL(server.url)
  const body = JSON.stringify({ definition: ORDER_LINES_REPORT, pageSize: 5_000 })
  const head = `POST /api/reports/query HTTP/1.1\r\nhost: ${hostname}:${port}\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`
  const sockets = Array.from({ length: 60 }, () => {
    const socket = connect(Number(port), hostname).on('error', () => undefined)
    socket.pause()
    // Many requests one after the other on the connection.
    for (let request = 0; request < 20; request += 1) socket.write(`${head}${body}`)
    return socket
  })
  await new Promise((resolve) => setTimeout(resolve, 10_000))
  for (const socket of sockets) socket.destroy()
}

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A PNG picture of one color: small to send, large when decoded. */
const picture = (edge: number): Blob => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(edge, 0)
  header.writeUInt32BE(edge, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.alloc(edge * (edge * 3 + 1)))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const parts = [chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]
  return new Blob([Buffer.concat([signature, ...parts])], { type: 'image/png' })
}

const sendPictures = async (edge: number): Promise<void> => {
  const photo = picture(edge)
  await Promise.all(
    Array.from({ length: 8 }, () => {
      const body = new FormData()
      body.append('photo', photo, 'photo.png')
      return drain(send('/user/set-photo', { token, body }))
    }),
  )
}

if (CHOSEN === null || CHOSEN.includes('memory')) {
  const memory: (string | number)[][] = [['idle', server.rss()]]
  memory.push(['60 connections that read nothing', await peakMemory(leaveUnread)])
  memory.push(['8 pictures of 24 megapixels', await peakMemory(() => sendPictures(4_900))])
  memory.push(['8 refused pictures of 99 megapixels', await peakMemory(() => sendPictures(9_950))])
  printTable('Highest memory of the server process, MB', ['', 'RSS'], memory)
}
await server.stop()
