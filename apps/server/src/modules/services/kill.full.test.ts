import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { restartTimes } from '#testkit/restart-times.ts'
import { KILL_SEED, KILLS, killableServer, randomOf } from './killed-server.fixture.ts'

const ORDERS = 1_500
const LINES_AN_ORDER = 4
/** The file is sent in chunks with pauses, because the local network would be too fast for a kill in between. */
const PIECES = 20
const PIECE_PAUSE_MS = 8

const { dataDir, start, kill, send, call, register, allRunsEnded } = await killableServer()
let token = ''

/** The same orders at a different price each round, so that the sum identifies the file and shows whether it is complete. */
const fileOf = (price: number): string => {
  const rows = Array.from({ length: ORDERS * LINES_AN_ORDER }, (_, index) => {
    const order = Math.floor(index / LINES_AN_ORDER)
    return `O${order},2026-05-${String((order % 28) + 1).padStart(2, '0')},SKU-${index % 50},1,${price}`
  })
  return `orderId,orderDate,sku,quantity,unitPrice\n${rows.join('\n')}\n`
}

const completeSum = (price: number) => ORDERS * LINES_AN_ORDER * price

const BOUNDARY = 'cuvee-kill-boundary'

async function* formOf(file: string): AsyncGenerator<Uint8Array, undefined> {
  const part = `--${BOUNDARY}\r\ncontent-disposition: form-data; name=`
  yield Buffer.from(`${part}"kind"\r\n\r\norder_lines\r\n${part}"file"; filename="orders.csv"\r\n\r\n`)
  const size = Math.ceil(file.length / PIECES)
  for (let at = 0; at < file.length; at += size) {
    yield Buffer.from(file.slice(at, at + size))
    await pause(PIECE_PAUSE_MS)
  }
  yield Buffer.from(`\r\n--${BOUNDARY}--\r\n`)
}

const streamOf = (pieces: AsyncGenerator<Uint8Array, undefined>): ReadableStream<Uint8Array> =>
  new ReadableStream({
    pull: async (controller) => {
      const { value } = await pieces.next()
      if (value) controller.enqueue(value)
      else controller.close()
    },
  })

const upload = async (serviceId: string, price: number): Promise<string> => {
  const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
  const request = { method: 'POST', headers, body: streamOf(formOf(fileOf(price))), duplex: 'half' } as const
  return (await send(token, `/service/${serviceId}/upload`, request)).runId
}

const netSales = async (): Promise<{ net: number; orders: number }> => {
  const columns = [
    { columnId: 'netSales', aggregation: 'Sum' },
    { columnId: 'orderCount', aggregation: 'Sum' },
  ]
  const { rows } = await call(token, 'POST', '/reports/query', { definition: { reportType: 'Orders', columns } })
  const [[net, orders]] = rows
  return { net: Number(net ?? 0), orders: Number(orders ?? 0) }
}

/** One kill in each part of the duration, in random order, so that all phases are covered. */
const killTimes = (rounds: number, span: number, random: () => number): number[] => {
  const times = Array.from({ length: rounds }, (_, index) => ((index + random()) / rounds) * span)
  return times
    .map((killTime) => ({ killTime, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ killTime }) => killTime)
}

/** Milliseconds from the first byte to the end of an uninterrupted run. */
const measureDuration = async (serviceId: string, price: number): Promise<number> => {
  const from = performance.now()
  await upload(serviceId, price)
  await allRunsEnded(token, serviceId)
  return performance.now() - from
}

test(
  `F2, F3: ${KILLS} uploads killed at random times (seed ${KILL_SEED}) are atomic and repeatable`,
  async () => {
    const random = randomOf(KILL_SEED)
    await start()
    token = await register('Files')
    const { id: serviceId } = await call(token, 'POST', '/service', { type: 'csv', name: 'Files', settings: {} })
    const span = await measureDuration(serviceId, 2)
    let current = 2
    const restarts = restartTimes()
    const met = { unanswered: 0, answered: 0 }
    for (const [index, killTime] of killTimes(KILLS, span, random).entries()) {
      const price = index + 3
      const accepted = upload(serviceId, price).catch(() => null)
      await pause(killTime)
      await kill()
      const runId = await accepted
      met[runId === null ? 'unanswered' : 'answered'] += 1
      const began = performance.now()
      await start()
      expect([completeSum(current), completeSum(price)]).toContain((await netSales()).net)
      restarts.note(began)
      const runs = await allRunsEnded(token, serviceId)
      const found = await netSales()
      // An acknowledged upload continues after the restart; an unacknowledged one may have been queued as well.
      const candidates = runId === null ? [completeSum(current), completeSum(price)] : [completeSum(price)]
      expect(candidates, `round ${index + 1} killed at ${killTime} of ${span} ms, seed ${KILL_SEED}`).toContain(
        found.net,
      )
      expect(found.orders).toBe(ORDERS)
      if (runId) expect(runs.find(({ id }) => id === runId)?.status).toBe('succeeded')
      const repeated = await upload(serviceId, price)
      const after = await allRunsEnded(token, serviceId)
      expect(after.find(({ id }) => id === repeated)?.status).toBe('succeeded')
      expect(await netSales()).toEqual({ net: completeSum(price), orders: ORDERS })
      current = price
    }
    restarts.print('uploads')
    if (KILLS >= 10) expect(Math.min(met.unanswered, met.answered)).toBeGreaterThan(0)
    const staging = join(dataDir, 'warehouse', 'staging')
    const [account = ''] = await readdir(staging)
    expect((await readdir(join(staging, account))).filter((entry) => entry.endsWith('.part'))).toEqual([])
  },
  180_000 + KILLS * 20_000,
)
