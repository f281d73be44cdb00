import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { FAKE_SECRETS, FAKE_SETTINGS, startFakeCommerce7 } from '#connectors/commerce7/fake-commerce7.fixture.ts'
import { createWinery } from '#connectors/commerce7/winery.fixture.ts'
import { ReportResult } from '#contract/reports.ts'
import { Service } from '#contract/services.ts'
import { onClickHouse } from '#testkit/clickhouse/on-clickhouse.ts'
import { startClickHouse } from '#testkit/clickhouse/start-server.ts'
import { remoteApp, type ServerProcess, startServerProcess } from '#testkit/server-process.ts'
import { type Member, type TestClient, testClient } from '#testkit/test-client.ts'
import { startTestDatabase, type TestDatabase } from '#testkit/test-database.ts'
import { serviceCalls } from './modules/services/service-calls.fixture.ts'

const ORDERS = 3_000
const MAPPING = JSON.stringify({ orderId: 'Order', orderDate: 'Date', sku: 'SKU', quantity: 'Qty', unitPrice: 'Price' })
const FILE = { kind: 'order_lines', mapping: MAPPING }
const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)

const fileOf = (price: number, orders = ORDERS): string => {
  const lines = Array.from({ length: orders }, (_, order) => `${order},${YESTERDAY} 10:00:00,PN-22,1,${price}`)
  return `Order,Date,SKU,Qty,Price\n${lines.join('\n')}\n`
}

interface WebProcess extends TestClient {
  readonly url: string
  readonly process: ServerProcess
  readonly services: ReturnType<typeof serviceCalls>
}

onClickHouse('two web processes and a worker', () => {
  let root: string
  let database: TestDatabase
  let shared: Readonly<Record<string, string>>
  let first: WebProcess
  let second: WebProcess
  let worker: ServerProcess
  let workerUrl: string
  let member: Member
  const processes: ServerProcess[] = []

  const start = (name: string, env: Readonly<Record<string, string>>): ServerProcess => {
    const started = startServerProcess({ dataDir: join(root, name), env: { LOG_LEVEL: 'warn', ...shared, ...env } })
    processes.push(started)
    return started
  }

  const startWeb = async (name: string): Promise<WebProcess> => {
    const process = start(name, { ROLE: 'web' })
    const url = await process.ready()
    const client = { ...testClient(remoteApp(url)), app: remoteApp(url) }
    return { ...client, url, process, services: serviceCalls(client) }
  }

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'cuvee-processes-'))
    database = await startTestDatabase({ isMigrated: false })
    const clickHouse = await startClickHouse()
    const { server: platform } = await startFakeCommerce7({ store: createWinery({ orders: 60, now: Date.now }).store })
    afterAll(async () => {
      for (const one of processes) one.kill('SIGKILL')
      await Promise.all(processes.map((one) => one.exited()))
      await platform.close()
      await clickHouse.close()
      await database.drop()
      await rm(root, { recursive: true, force: true })
    })
    shared = {
      DATABASE_URL: database.url,
      CLICKHOUSE_URL: clickHouse.url,
      STAGING_DIR: join(root, 'staging'),
      CONNECTOR_ALLOW_PRIVATE: '1',
      COMMERCE7_URL: `${platform.url}/v1`,
      SESSION_KEY: Buffer.alloc(32, 1).toString('base64'),
      MASTER_KEY: Buffer.alloc(32, 2).toString('base64'),
    }
  })

  const inDatabase = async <Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> => {
    const client = new pg.Client(database.url)
    await client.connect()
    try {
      return (await client.query<Row>(sql)).rows
    } finally {
      await client.end()
    }
  }

  /** net sales of the last seven days */
  const salesOn = async ({ call }: TestClient): Promise<unknown> => {
    const definition = {
      reportType: 'Orders',
      columns: [{ columnId: 'netSales' }],
      relativeDateFilter: { relativeRange: 'Last7Days', columnName: 'OrderDate' },
    }
    const answer = await call('POST', '/reports/query', { token: member.token, body: { definition } })
    if (answer.statusCode !== 200) throw new Error(answer.body)
    return ReportResult.parse(answer.json()).totals[0]
  }

  test('start together on empty databases', async () => {
    worker = start('worker', { ROLE: 'worker' })
    const [one, two, url] = await Promise.all([startWeb('web-1'), startWeb('web-2'), worker.ready()])
    first = one
    second = two
    workerUrl = url
    const [stored] = await inDatabase<{ id: string }>('select id from installation')
    for (const name of ['web-1', 'web-2', 'worker'])
      expect((await readFile(join(root, name, 'installation-id'), 'utf8')).trim()).toBe(stored?.id)
    for (const address of [first.url, second.url, workerUrl])
      expect((await fetch(`${address}/readyz`)).status).toBe(200)
  })

  test('a worker has no API', async () => {
    expect((await fetch(`${workerUrl}/api/system`)).status).toBe(404)
    expect((await fetch(`${workerUrl}/healthz`)).status).toBe(200)
  })

  test('a session of one is known to the other, until it ends on either', async () => {
    member = await first.register()
    const session = await second.signIn(member.email, member.password)
    const userOn = async ({ call }: TestClient) =>
      (await call('GET', '/user', { token: session.access_token })).statusCode
    expect([await userOn(first), await userOn(second)]).toEqual([200, 200])
    await first.call('POST', '/account/sign-out', { token: session.access_token })
    expect([await userOn(first), await userOn(second)]).toEqual([401, 401])
  })

  test('what is uploaded to one is imported by the worker and read from the other', async () => {
    const service = await first.services.addService(member)
    expect(await salesOn(first)).toBe(0)
    const run = await second.services.imported(member, service.id, fileOf(10), FILE)
    expect(run).toMatchObject({ status: 'succeeded', counts: { orders: ORDERS } })
    expect([await salesOn(first), await salesOn(second)]).toEqual([ORDERS * 10, ORDERS * 10])
  })

  test('calls of a platform by all of them count against one budget', async () => {
    const { token } = member
    const settings = { ...FAKE_SETTINGS, ...FAKE_SECRETS }
    const body = { type: 'commerce7', name: 'Shop', settings }
    const { id } = Service.parse((await first.call('POST', '/service', { token, body })).json())
    const counted = async (): Promise<number> => {
      const [row] = await inDatabase<{ calls: number }>(
        `select sum((select count(*) from jsonb_object_keys(counted)))::int as calls from platform_calls where connection_id = '${id}'`,
      )
      return row?.calls ?? 0
    }
    const synced = async () => {
      const services = z.array(Service).parse((await first.call('GET', '/service', { token })).json())
      return services.find((service) => service.id === id)?.lastRun?.status
    }
    await first.call('POST', `/service/${id}/sync`, { token, body: {} })
    await vi.waitFor(async () => expect(await synced()).toBe('succeeded'), { timeout: 60_000, interval: 200 })
    const byWorker = await counted()
    expect(byWorker).toBeGreaterThan(0)
    for (const { call } of [first, second])
      expect((await call('POST', `/service/${id}/test`, { token, body: {} })).statusCode).toBe(200)
    expect(await counted()).toBeGreaterThanOrEqual(byWorker + 2)
  })

  test('requests with the same key to both have one effect and one response', async () => {
    const create = ({ call }: TestClient) =>
      call('POST', '/dashboards', { token: member.token, body: { name: 'Once' }, headers: { 'idempotency-key': 'k' } })
    const answers = await Promise.all([first, second, first, second].map(create))
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    const { body } = await first.call('GET', '/dashboards', { token: member.token })
    expect(body.match(/"Once"/g)).toHaveLength(1)
  })

  test('failed sign-ins are counted together', async () => {
    const attempts: number[] = []
    for (let attempt = 0; attempt < 12; attempt++) {
      const { call } = attempt % 2 === 0 ? first : second
      const body = { grant_type: 'password', username: 'nobody@winery.example', password: 'Wrong&Guess7' }
      attempts.push((await call('POST', '/token', { body })).statusCode)
    }
    expect(attempts.slice(0, 10)).not.toContain(429)
    expect(attempts.slice(10)).toEqual([429, 429])
  })

  test('an import whose worker is killed is taken up within 15 s, and ended once, by another worker', {
    timeout: 240_000,
  }, async () => {
    const service = await first.services.addService(member)
    const before = Number(await salesOn(first))
    const other = start('worker-2', { ROLE: 'worker' })
    await other.ready()
    // So that it is the first that takes the job.
    other.kill('SIGSTOP')
    const uploaded = await second.services.upload(member, service.id, fileOf(1, 20_000), {
      ...FILE,
      duplicates: 'keep',
    })
    const { runId } = uploaded.json<{ runId: string }>()
    while ((await second.services.runOf(member, service.id, runId)).status === 'queued') await pause(20)
    worker.kill('SIGKILL')
    const killedAt = performance.now()
    await worker.exited()
    other.kill('SIGCONT')
    worker = other
    const isTakenUp = async () => {
      const [job] = await inDatabase<{ retry_count: number }>(
        `select retry_count from pgboss.job where data ->> 'runId' = '${runId}'`,
      )
      return job?.retry_count === 1
    }
    while (!(await isTakenUp())) await pause(50)
    expect(performance.now() - killedAt).toBeLessThan(15_000)
    const run = await first.services.ended(member, service.id, runId)
    expect(run).toMatchObject({ status: 'succeeded' })
    expect(Number(await salesOn(second)) - before).toBe(20_000)
  })

  test('the first serves on when the second is killed, and takes its requests', async () => {
    const sales = await salesOn(first)
    second.process.kill('SIGKILL')
    await second.process.exited()
    expect(await salesOn(first)).toBe(sales)
    second = await startWeb('web-2')
    expect(await salesOn(second)).toBe(sales)
  })

  test.each([
    ['that runs alone', 'web-3', { ROLE: 'all' }],
    ['with the data directory of another', 'web-1', { ROLE: 'web' }],
  ])('a process %s stops with a message', async (_, name, env) => {
    const late = start(name, env)
    expect(await late.exited()).toBe(1)
    expect(late.output()).toMatch(/^Cuvee cannot start: data directory is in use \(pid \d+\)\n$/)
  })
})
