import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn, setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Service } from '#contract/services.ts'
import { createAccountLedger } from '#server/modules/accounts/index.ts'
import { onClickHouse } from '#testkit/clickhouse/on-clickhouse.ts'
import { type ClickHouseServer, startClickHouse } from '#testkit/clickhouse/start-server.ts'
import { isFullLane, sample, volume } from '#testkit/lane.ts'
import { startApp, type TestApp } from '#testkit/test-app.ts'
import { contractCalls, type Member } from '#testkit/test-client.ts'
import { serviceCalls } from './service-calls.fixture.ts'

const LINES = `Order,Date,SKU,Qty,Price
1001,2026-03-01 10:00:00,PN-22,2,40.00
1001,2026-03-01 10:00:00,CH-21,1,30.50
1002,2026-03-02 11:30:00,PN-22,-1,40.00
`
const CUSTOMERS = 'Customer ID,Email,First Name\nc1,ann@a.example,Ann\nc2,ben@b.example,Ben\n'
const MAPPING = JSON.stringify({ orderId: 'Order', orderDate: 'Date', sku: 'SKU', quantity: 'Qty', unitPrice: 'Price' })
const FILE = { kind: 'order_lines', mapping: MAPPING }
const KILLS = 10
const CREDENTIALS = { user: 'cuvee', password: 'Barrel & "Stave"' }

onClickHouse('a server with CLICKHOUSE_URL', () => {
  let clickHouse: ClickHouseServer
  let t: TestApp
  let calls: ReturnType<typeof serviceCalls>
  let member: Member
  let other: Member
  let till: Service

  beforeAll(async () => {
    clickHouse = await startClickHouse(CREDENTIALS)
    const endpoints = `http://127.0.0.1:9, ${clickHouse.url}`
    const access = { CLICKHOUSE_USER: CREDENTIALS.user, CLICKHOUSE_PASSWORD: CREDENTIALS.password }
    t = await startApp({ env: { RATE_LIMITS: 'off', CLICKHOUSE_URL: endpoints, ...access } })
    calls = serviceCalls(t)
    member = await t.register()
    other = await t.register()
    till = await calls.addService(member)
  })

  afterAll(async () => {
    await t.close()
    await clickHouse.close()
  })

  const rowsOf = ({ accountId }: Member, sql: string) => t.rows(accountId, sql)

  test('imports a file, and its totals are those of the stored rows', { timeout: 240_000 }, async () => {
    const run = await calls.imported(member, till.id, LINES, FILE)
    expect(run).toMatchObject({ status: 'succeeded', counts: { read: 3, accepted: 3, orders: 2, order_lines: 3 } })
    expect(await rowsOf(member, 'SELECT count(*), sum(net_sales) FROM orders')).toEqual([[2, 7050]])
    const { control_totals, stored_totals } = await t.deps.db
      .selectFrom('service_runs')
      .select(['control_totals', 'stored_totals'])
      .where((eb) => eb.and({ account_id: member.accountId, id: run.id }))
      .executeTakeFirstOrThrow()
    expect(control_totals?.currencies).toMatchObject([{ netSales: 7050, orders: 1, refunds: 1 }])
    expect(stored_totals).toEqual(control_totals)
  })

  test('shows no other account its rows', async () => {
    expect(await rowsOf(other, 'SELECT count(*), sum(net_sales) FROM orders')).toEqual([[0, null]])
  })

  test('recognizes orders that another service already has', async () => {
    const copy = await calls.addService(member)
    const refused = await calls.upload(member, copy.id, LINES, FILE)
    expect(refused.json().errors[0].code).toBe('service.orders_exist')
  })

  test('recognizes stored orders of another day with the same ID', async () => {
    const moved = LINES.replaceAll('2026-03-01', '2026-03-08').replace('30.50', '31.50')
    const run = await calls.imported(member, till.id, moved, FILE)
    expect(run.errors).toMatchObject([
      { message: expect.stringMatching(/^Order 1001 of 2026-03-08 has the same ID as an order of 2026-03-01/) },
    ])
  })

  test('a check that is canceled at any time leaves room for the next', async () => {
    const { warehouse } = t.deps
    const request = { accountId: member.accountId, serviceId: till.id, mode: 'merge', isCheck: true } as const
    const begin = (signal?: AbortSignal) => {
      const calendar = { timeZone: 'UTC' }
      return warehouse.beginLoad({ ...request, batchId: randomUUID(), calendar, ...(signal ? { signal } : {}) })
    }
    for (let turns = 0; turns < 60; turns += volume({ normal: 6, full: 2 })) {
      const cancel = new AbortController()
      const begun = begin(cancel.signal).catch(() => null)
      for (let turn = 0; turn < turns; turn += 1) await nextTurn()
      cancel.abort()
      await (await begun)?.discard()
    }
    await (await begin()).discard()
  })

  test('a statement may have more values than fit into a URL', async () => {
    const names = Array.from({ length: 500 }, (_, index) => `Zoë & Łódź ${index} of a long list of names`)
    const marks = names.map((_, index) => `$${index + 1}`).join(', ')
    const sql = `SELECT count(*) FROM orders WHERE order_number NOT IN (${marks})`
    const rows = await t.rows(member.accountId, sql, names)
    expect(rows).toEqual([[2]])
  })

  const lists = contractCalls().filter(({ method, url }) => method === 'GET' && !/[:{]/.test(url))
  test.each(sample(lists, 15))('GET $url answers', async ({ url }) => {
    const answer = await t.call('GET', url.replace('/api', ''), { token: member.token })
    expect(answer.statusCode, answer.body.slice(0, 300)).toBeLessThan(500)
  })

  test('exports all rows of a statement as CSV', async () => {
    const statement = {
      sql: `SELECT sku, quantity, net_sales, '=1+1' FROM order_lines WHERE service_id = $1 ORDER BY source_id`,
      params: [till.id],
    }
    const request = { statement, moneyColumns: [2], moneyDigits: 2 }
    const { rows, bytes, content } = await t.deps.warehouse.writeCsv(member.accountId, request)
    const text = (await content.toArray()).join('')
    expect(text).toBe(`PN-22,2.000,80.00,'=1+1\nCH-21,1.000,30.50,'=1+1\nPN-22,-1.000,-40.00,'=1+1\n`)
    expect({ rows, bytes }).toEqual({ rows: 3, bytes: Buffer.byteLength(text) })
  })

  test('F8: reports name an outage of ClickHouse, and an import goes on after it', async () => {
    const customers = await calls.addService(member)
    await clickHouse.kill()
    const columns = [{ columnId: 'OrderCount', aggregation: 'None' }]
    const definition = { reportType: 'Orders', columns }
    const report = await t.call('POST', '/reports/query', { token: member.token, body: { definition } })
    expect([report.statusCode, report.headers['retry-after'], report.json().errors]).toEqual([
      503,
      '5',
      [{ code: 'warehouse.unavailable', message: expect.stringContaining('can’t reach the database of your reports') }],
    ])
    const importInOutage = async (): Promise<string> => {
      const uploaded = await calls.upload(member, customers.id, CUSTOMERS, { kind: 'customers' })
      const { runId } = uploaded.json<{ runId: string }>()
      const run = () => calls.runOf(member, customers.id, runId)
      await expect.poll(run).toMatchObject({ status: 'running', stream: 'waiting' })
      return runId
    }
    const unwanted = await importInOutage()
    await t.call('POST', `/service/${customers.id}/runs/${unwanted}/cancel`, { token: member.token, body: {} })
    expect(await calls.ended(member, customers.id, unwanted)).toMatchObject({ status: 'cancelled' })
    // A commit whose answer was lost has happened, and a run that is canceled then has succeeded.
    const unanswered = await importInOutage()
    const ledger = createAccountLedger(t.deps)
    await ledger.hold(member.accountId, async (held) => {
      const { rowVersion, rules, dataVersion } = await held.read()
      const batch = { batchId: unanswered, serviceId: customers.id }
      const outcome = { changed: false, dataVersion, counts: {} }
      await held.begin({ loadId: 'unanswered', tables: [], rowVersion: rowVersion + 1, rules, outcome, batch })
    })
    await t.call('POST', `/service/${customers.id}/runs/${unanswered}/cancel`, { token: member.token, body: {} })
    expect(await calls.ended(member, customers.id, unanswered)).toMatchObject({ status: 'succeeded' })
    const runId = await importInOutage()
    await clickHouse.restart()
    expect(await calls.ended(member, customers.id, runId)).toMatchObject({
      status: 'succeeded',
      counts: { accepted: 2, customers: 2 },
    })
    expect(await rowsOf(member, 'SELECT count(*) FROM customers')).toEqual([[2]])
  })

  test.runIf(isFullLane)(
    'F8: imports go on through kills of ClickHouse (full lane)',
    { timeout: 600_000 },
    async () => {
      const orders = Array.from({ length: 20_000 }, (_, order) => `K${order},2026-03-03 10:00:00,PN-22,1,1.00`)
      const file = `Order,Date,SKU,Qty,Price\n${orders.join('\n')}\n`
      const total = async () => Number((await rowsOf(member, 'SELECT sum(net_sales) FROM orders'))[0]?.[0])
      for (let round = 1; round <= KILLS; round += 1) {
        const { id } = await calls.addService(member)
        const before = await total()
        const uploaded = await calls.upload(member, id, file, { ...FILE, duplicates: 'keep' })
        const { runId } = uploaded.json<{ runId: string }>()
        await setTimeout(Math.random() * 3_000)
        await clickHouse.kill()
        await setTimeout(Math.random() * 3_000)
        await clickHouse.restart()
        expect(await calls.ended(member, id, runId)).toMatchObject({ status: 'succeeded', counts: { orders: 20_000 } })
        expect(await total()).toBe(before + 2_000_000)
      }
    },
  )

  test('removes the rows of a service', async () => {
    const before = await t.deps.warehouse.status(member.accountId)
    expect((await t.call('DELETE', `/service/${till.id}`, { token: member.token })).statusCode).toBe(204)
    expect(await rowsOf(member, 'SELECT count(*) FROM orders')).toEqual([[0]])
    expect((await t.deps.warehouse.status(member.accountId)).dataVersion).toBe(before.dataVersion + 1)
  })

  test('removes an account with all of its rows', { timeout: 240_000 }, async () => {
    await calls.imported(other, (await calls.addService(other)).id, LINES, FILE)
    expect(await rowsOf(other, 'SELECT count(*) FROM orders')).toEqual([[2]])
    await t.deps.warehouse.removeAccount(other.accountId)
    expect(await rowsOf(other, 'SELECT count(*) FROM orders')).toEqual([[0]])
  })
})
