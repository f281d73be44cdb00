import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { restartTimes } from '#testkit/restart-times.ts'
import { type ServerProcess, startServerProcess } from '#testkit/server-process.ts'
import { startTestDatabase } from '#testkit/test-database.ts'

const ROUNDS = Number(process.env.INGEST_KILLS ?? 20)
const SEED = Number(process.env.CUVEE_KILL_SEED ?? Date.now() % 1_000_000)
const BATCHES = 60
const BATCH = 50
/** Requests that a program sends at a time. */
const PARALLEL = 4

const database = await startTestDatabase()
const dataDir = await mkdtemp(join(tmpdir(), 'cuvee-ingest-kill-'))
let server: ServerProcess | null = null
let host = ''

const kill = async (): Promise<void> => {
  server?.kill('SIGKILL')
  await server?.exited()
}

afterAll(async () => {
  await kill()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

const start = async (): Promise<void> => {
  const env = {
    NODE_ENV: 'development',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'silent',
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(dataDir, 'compiled'),
    DATABASE_URL: database.url,
  }
  server = startServerProcess({ dataDir, env })
  host = `${await server.ready()}/api`
}

const call = async (token: string, method: string, path: string, body?: unknown) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const answer = await fetch(`${host}${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return JSON.parse((await answer.text()) || 'null')
}

/** A new account, so that its first load is killed. */
const newSender = async (round: number) => {
  const names = { firstName: 'Kay', lastName: 'Killed', accountName: `Kill Creek ${round}`, culture: 'en-US' }
  const email = `kay${round}@winery.example`
  const person = { ...names, email, password: 'Barrel&Stave7' }
  const token: string = (await call('', 'POST', '/account/create-account', person)).token.access_token
  const { key } = await call(token, 'POST', '/account/api-keys', { name: 'Kay', scope: 'write' })
  return { token, key: String(key) }
}

const orderAt = (batch: number, index: number) => {
  const line = { lineId: '1', quantity: 1, amount: 10 + (index % 7) }
  const id = `o${batch}-${index}`
  return { sourceId: id, orderNumber: id, ordered: '2026-06-10T12:00:00', total: line.amount, lines: [line] }
}
const recordsOf = (batch: number) => Array.from({ length: BATCH }, (_, index) => orderAt(batch, index))
const NET_SALES =
  BATCHES * recordsOf(0).reduce((sum, { lines }) => sum + lines.reduce((part, { amount }) => part + amount, 0), 0)

/** Sends each batch until it is accepted, over restarts. */
const sendAll = async (key: string): Promise<void> => {
  const waiting = Array.from({ length: BATCHES }, (_, batch) => batch)
  const send = async () => {
    for (let batch = waiting.shift(); batch !== undefined; batch = waiting.shift()) {
      const records = recordsOf(batch)
      while (!(await call(key, 'POST', '/ingest/orders', { records }).catch(() => null))) await pause(50)
      await pause(5)
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, send))
}

const totalsOf = async (token: string) => {
  const columns = [{ columnId: 'orderCount' }, { columnId: 'netSales' }]
  const { totals } = await call(token, 'POST', '/reports/query', { definition: { reportType: 'Orders', columns } })
  return totals
}

const isIdle = async (token: string): Promise<boolean> => {
  const services: readonly { state: string }[] = await call(token, 'GET', '/service')
  return services.length === 1 && services[0]?.state === 'idle'
}

test(
  `${ROUNDS} kills while records are pushed lose none and store none twice (seed ${SEED})`,
  async () => {
    await start()
    const restarts = restartTimes()
    let state = (SEED % 2_147_483_646) + 1
    let midway = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      const { token, key } = await newSender(round)
      let isSent = false
      const sending = sendAll(key).then(() => {
        isSent = true
      })
      state = (state * 48_271) % 2_147_483_647
      await pause(100 + (state / 2_147_483_647) * 1_500)
      if (!isSent) midway += 1
      await kill()
      const began = performance.now()
      await start()
      const [orders] = await totalsOf(token)
      expect(orders % BATCH, `round ${round}`).toBe(0)
      restarts.note(began)
      await sending
      await expect.poll(() => isIdle(token), { timeout: 60_000, interval: 100 }).toBe(true)
      expect(await totalsOf(token), `round ${round}, seed ${SEED}`).toEqual([BATCHES * BATCH, NET_SALES])
      await sendAll(key)
      await expect.poll(() => isIdle(token), { timeout: 60_000, interval: 100 }).toBe(true)
      expect(await totalsOf(token)).toEqual([BATCHES * BATCH, NET_SALES])
    }
    restarts.print('pushes')
    if (ROUNDS >= 10) expect(midway).toBeGreaterThan(0)
  },
  120_000 + ROUNDS * 60_000,
)
