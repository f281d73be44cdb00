import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onClickHouse } from '#testkit/clickhouse/on-clickhouse.ts'
import { openStores, type TestClickHouse, type TestStores, testClickHouse } from '#testkit/clickhouse/test-warehouse.ts'
import type { Warehouse } from '../engine.ts'
import { loadVersion } from './load-version.fixture.ts'

const NOISY = 1
const QUIET = 2

onClickHouse('an account with many queries', () => {
  let stores: TestClickHouse
  let warehouse: Warehouse
  let behindFront: TestStores
  /** requests of the noisy account that ClickHouse has now, and the most that it had */
  const noisy = { now: 0, most: 0 }
  /** addresses and statements of all requests */
  const requests: { readonly path: string; readonly sql: string }[] = []

  beforeAll(async () => {
    stores = await testClickHouse({ accounts: QUIET })
    const { url, connection } = stores.stores
    const front = createServer(async (request, response) => {
      const path = request.url ?? ''
      const isNoisy = path.includes(`param_account=${NOISY}`)
      if (isNoisy) {
        noisy.now += 1
        noisy.most = Math.max(noisy.most, noisy.now)
        await pause(20)
      }
      const sent = Buffer.concat(await Array.fromAsync(request))
      requests.push({ path, sql: sent.toString() })
      const answer = await fetch(`${url}${path}`, {
        method: 'POST',
        headers: { 'content-encoding': String(request.headers['content-encoding'] ?? '') },
        body: new Uint8Array(sent),
      })
      if (isNoisy) noisy.now -= 1
      response.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer()))
    }).listen(0, '127.0.0.1')
    await once(front, 'listening')
    behindFront = { url: `http://127.0.0.1:${(front.address() as AddressInfo).port}`, connection }
    const opened = await openStores(behindFront)
    warehouse = opened.warehouse
    afterAll(async () => {
      await opened.close()
      front.close()
      await stores.close()
    })
  })

  const ask = async (accountId: number, value: number) =>
    (await warehouse.query(accountId, () => ({ sql: `SELECT ${value}`, params: [] }))).rows
  const asked = (pattern: RegExp) => requests.filter(({ sql }) => pattern.test(sql))

  test('has four of them at a time in ClickHouse', async () => {
    const burst = Array.from({ length: 24 }, (_, value) => ask(NOISY, value))
    expect(await ask(QUIET, 7)).toEqual([[7]])
    expect(await Promise.all(burst)).toEqual(burst.map((_, value) => [[value]]))
    expect(noisy.most).toBe(4)
  })

  test('has one thread for each while others wait, and all of them for the last', async () => {
    requests.length = 0
    await Promise.all(Array.from({ length: 6 }, (_, value) => ask(NOISY, value)))
    const threads = asked(/^SELECT \d/).map(({ path }) => /max_threads=(\d+)/.exec(path)?.[1])
    expect(threads.length).toBe(6)
    expect(threads.filter((number) => number === '1').length).toBeGreaterThan(0)
    expect(threads.at(-1)).toBeUndefined()
  })

  test('has one thread for an export', async () => {
    requests.length = 0
    const statement = () => ({ sql: 'SELECT 104', params: [] })
    const { content } = await warehouse.writeCsv(QUIET, { statement, moneyColumns: [], moneyDigits: 2 })
    content.destroy()
    expect(asked(/SELECT 104.*FORMAT/).map(({ path }) => /max_threads=(\d+)/.exec(path)?.[1])).toEqual(['1'])
  })

  test('is recognized once, whoever asks first', async () => {
    await loadVersion(warehouse, { accountId: NOISY, version: 1, orders: 3 })
    const another = await openStores(behindFront)
    requests.length = 0
    const rows = Promise.all(
      Array.from({ length: 8 }, () =>
        another.warehouse.query(NOISY, () => ({ sql: 'SELECT count(*) FROM orders', params: [] })),
      ),
    )
    expect((await rows).map((found) => found.rows)).toEqual(Array.from({ length: 8 }, () => [[3]]))
    expect(asked(/account_state FINAL/).length).toBe(1)
    await another.close()
  })
})
