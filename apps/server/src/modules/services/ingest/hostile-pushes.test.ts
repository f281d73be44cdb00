import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { sample } from '#testkit/lane.ts'
import { atMachinePace } from '#testkit/machine-pace.ts'
import { testApp } from '#testkit/test-app.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
const { token } = await t.register()
const { key } = (await t.call('POST', '/account/api-keys', { token, body: { name: 'Till', scope: 'write' } })).json()

const send = (bearer: string, url: string, contentType: string, payload: string) =>
  t.app.inject({
    method: 'POST',
    url: `/api${url}`,
    headers: { authorization: `Bearer ${bearer}`, 'content-type': contentType },
    payload,
  })

/** The most processor time, in milliseconds, that the main thread takes in a turn of the event loop: others wait for it. */
const longestTurn = async (work: () => Promise<unknown>): Promise<number> => {
  let isDone = false
  const watch = async () => {
    let longest = 0
    while (!isDone) {
      const before = process.threadCpuUsage()
      await setImmediate()
      const { user, system } = process.threadCpuUsage(before)
      longest = Math.max(longest, user + system)
    }
    return longest / 1000
  }
  const watched = watch()
  await work()
  isDone = true
  return watched
}

const order = (number: number, lines: number) => ({
  sourceId: `o${number}`,
  orderNumber: `N${number}`,
  ordered: '2026-06-10T19:30:00Z',
  lines: Array.from({ length: lines }, (_, line) => ({ lineId: String(line), quantity: 1, amount: 1 })),
})
const orders = Array.from({ length: 1_000 }, (_, number) => JSON.stringify(order(number, 250)))
/** 15 MB each. */
const giants = () => Array.from({ length: 1_000 }, (_, number) => JSON.stringify(order(number, 385)))
const giantLine = JSON.stringify(order(1, 330_000))
const tooManyLines = JSON.stringify({ ...order(1, 0), lines: Array(330_000).fill({}) })
const nested = `{"a":${'['.repeat(500_000)}${']'.repeat(500_000)}}`
const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 40_000 }, (_, number) => [`k${number}`, 1])))

const HOSTILE: readonly (readonly [string, number, string, string, () => string, number])[] = [
  ['3 pushes of many lines as NDJSON', 3, '/ingest/orders', 'application/x-ndjson', () => orders.join('\n'), 200],
  ['3 pushes of many lines as JSON', 3, '/ingest/orders', 'application/json', () => `[${orders.join()}]`, 200],
  ['3 orders of too many lines', 3, '/ingest/orders', 'application/x-ndjson', () => tooManyLines, 200],
  ['3 lists of 15 MB', 3, '/ingest/orders', 'application/json', () => `{"records":[${giants().join()}]}`, 200],
  ['3 lines of 15 MB', 3, '/ingest/orders', 'application/x-ndjson', () => giantLine, 400],
  ['3 records of 15 MB', 3, '/ingest/orders', 'application/json', () => `[${giantLine}]`, 400],
  ['12 objects of 40,000 fields', 12, '/dashboards', 'application/json', () => wide, 400],
  ['24 megabytes of nested JSON', 24, '/dashboards', 'application/json', () => nested, 400],
]

test.each(sample(HOSTILE, 4))(
  'others are served while an account sends %s at once',
  async (_what, count, url, type, write, status) => {
    const payload = write()
    let statuses: number[] = []
    const longest = await longestTurn(async () => {
      const sends = Array.from({ length: count }, () => send(url === '/dashboards' ? token : key, url, type, payload))
      statuses = (await Promise.all(sends)).map(({ statusCode }) => statusCode)
    })
    expect(statuses).toEqual(Array(count).fill(status))
    expect(longest).toBeLessThan(atMachinePace(200))
  },
)

test.each([
  ['Line 3', 'application/x-ndjson', `\n${orders[0]}\n${giantLine}`],
  ['Record 2', 'application/json', `{"records":[${orders[0]},${giantLine}]}`],
])('%s is refused by name when it is too long', async (name, type, payload) => {
  const answer = await send(key, '/ingest/orders', type, payload)
  const message = `${name} is longer than 1,000,000 characters`
  expect([answer.statusCode, answer.json().errors]).toEqual([
    400,
    [{ code: 'request.invalid', field: 'records[1]', message }],
  ])
})
