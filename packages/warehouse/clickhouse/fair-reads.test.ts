import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onClickHouse } from '#testkit/clickhouse/on-clickhouse.ts'
import { openStores, type TestClickHouse, testClickHouse } from '#testkit/clickhouse/test-warehouse.ts'
import type { Warehouse } from '../engine.ts'

const NOISY = 1
const QUIET = 2

onClickHouse('an account with many queries', () => {
  let stores: TestClickHouse
  let warehouse: Warehouse
  /** requests of the noisy account that ClickHouse has now, and the most that it had */
  const noisy = { now: 0, most: 0 }

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
      const answer = await fetch(`${url}${path}`, {
        method: 'POST',
        headers: { 'content-encoding': String(request.headers['content-encoding'] ?? '') },
        body: new Uint8Array(Buffer.concat(await Array.fromAsync(request))),
      })
      if (isNoisy) noisy.now -= 1
      response.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer()))
    }).listen(0, '127.0.0.1')
    await once(front, 'listening')
    const opened = await openStores({ url: `http://127.0.0.1:${(front.address() as AddressInfo).port}`, connection })
    warehouse = opened.warehouse
    afterAll(async () => {
      await opened.close()
      front.close()
      await stores.close()
    })
  })

  test('has four of them at a time in ClickHouse', async () => {
    const ask = async (accountId: number, value: number) =>
      (await warehouse.query(accountId, () => ({ sql: `SELECT ${value}`, params: [] }))).rows
    const burst = Array.from({ length: 24 }, (_, value) => ask(NOISY, value))
    expect(await ask(QUIET, 7)).toEqual([[7]])
    expect(await Promise.all(burst)).toEqual(burst.map((_, value) => [[value]]))
    expect(noisy.most).toBe(4)
  })
})
