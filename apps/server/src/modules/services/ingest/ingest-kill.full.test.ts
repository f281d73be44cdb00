import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { restartTimes } from '#testkit/restart-times.ts'
import { KILL_SEED, KILLS, killableServer, randomOf } from '../killed-server.fixture.ts'

const BATCHES = 60
const BATCH = 50
/** Requests that a program sends at a time. */
const PARALLEL = 4

const { start, kill, call, register } = await killableServer()

/** A new account, so that its first load is killed. */
const newSender = async (round: number) => {
  const token = await register(`kay-${round}`)
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
  `${KILLS} kills while records are pushed lose none and store none twice (seed ${KILL_SEED})`,
  async () => {
    await start()
    const restarts = restartTimes()
    const random = randomOf(KILL_SEED)
    let midway = 0
    for (let round = 0; round < KILLS; round += 1) {
      const { token, key } = await newSender(round)
      let isSent = false
      const sending = sendAll(key).then(() => {
        isSent = true
      })
      await pause(100 + random() * 1_500)
      if (!isSent) midway += 1
      await kill()
      const began = performance.now()
      await start()
      const [orders] = await totalsOf(token)
      expect(orders % BATCH, `round ${round}`).toBe(0)
      restarts.note(began)
      await sending
      await expect.poll(() => isIdle(token), { timeout: 60_000, interval: 100 }).toBe(true)
      expect(await totalsOf(token), `round ${round}, seed ${KILL_SEED}`).toEqual([BATCHES * BATCH, NET_SALES])
      await sendAll(key)
      await expect.poll(() => isIdle(token), { timeout: 60_000, interval: 100 }).toBe(true)
      expect(await totalsOf(token)).toEqual([BATCHES * BATCH, NET_SALES])
    }
    restarts.print('pushes')
    if (KILLS >= 10) expect(midway).toBeGreaterThan(0)
  },
  120_000 + KILLS * 60_000,
)
