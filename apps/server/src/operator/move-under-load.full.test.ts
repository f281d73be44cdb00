import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ReportResult } from '#contract/reports.ts'
import { onClickHouse } from '#testkit/clickhouse/on-clickhouse.ts'
import { type ClickHouseServer, startClickHouse } from '#testkit/clickhouse/start-server.ts'
import { remoteApp, startServerProcess } from '#testkit/server-process.ts'
import { testClient } from '#testkit/test-client.ts'
import { copyInstallation } from '#testkit/test-database.ts'
import { serviceCalls } from '../modules/services/service-calls.fixture.ts'
import { runCommand } from './operator-process.fixture.ts'

const ORDERS = Number(process.env.ORDERS ?? 20_000)
const MOVES = Number(process.env.MOVES ?? 6)
const CLIENTS = 4
const MAPPING = JSON.stringify({ orderId: 'Order', orderDate: 'Date', sku: 'SKU', quantity: 'Qty', unitPrice: 'Price' })
const FILE = { kind: 'order_lines', mapping: MAPPING }
const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
const WIDGETS = ['sales', 'clubSignup', 'customerLTV'].map((type) => ({
  id: type,
  type,
  props: {},
}))

const fileOf = (name: string, orders: number): string => {
  const lines = Array.from({ length: orders }, (_, order) => `${name}${order},${YESTERDAY} 10:00:00,PN-22,1,10`)
  return `Order,Date,SKU,Qty,Price\n${lines.join('\n')}\n`
}

onClickHouse('an account that is moved while it is used', () => {
  let root: string
  let dataDir: string
  let clickHouse: ClickHouseServer
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'cuvee-move-'))
    dataDir = join(root, 'data')
    copyInstallation(dataDir)
    clickHouse = await startClickHouse()
  })
  afterAll(async () => {
    await clickHouse.close()
    await rm(root, { recursive: true, force: true })
  })

  test(`fails no request in ${MOVES} moves, and its totals stay`, { timeout: 3_600_000 }, async () => {
    const env = { CLICKHOUSE_URL: clickHouse.url, RATE_LIMITS: 'off', LOG_LEVEL: 'warn' }
    const server = startServerProcess({ dataDir, env })
    const app = remoteApp(await server.ready())
    const { call, register } = testClient(app)
    const services = serviceCalls({ call, app })
    const member = await register()
    const { token } = member
    const first = await services.addService(member)
    expect(await services.imported(member, first.id, fileOf('A', ORDERS), FILE)).toMatchObject({ status: 'succeeded' })
    const second = await services.addService(member)
    let imported = ORDERS
    let answers = 0
    let isOver = false
    let hasFailed = false

    const ask = async (path: string, body: unknown) => {
      const answer = await call('POST', path, { token, body })
      answers += 1
      expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, ''])
      return answer
    }
    const sales = async (): Promise<number> => {
      const definition = {
        reportType: 'Orders',
        columns: [{ columnId: 'netSales' }],
        relativeDateFilter: { relativeRange: 'Last7Days', columnName: 'OrderDate' },
      }
      return Number(ReportResult.parse((await ask('/reports/query', { definition })).json()).totals[0])
    }
    const readOn = async () => {
      let last = 0
      while (!isOver) {
        const least = imported
        const found = await sales()
        expect(found).toBeGreaterThanOrEqual(least * 10)
        expect(found).toBeGreaterThanOrEqual(last)
        last = found
        const { body } = await ask('/dashboards/data', { widgets: WIDGETS })
        const lines = body
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line))
        expect(lines.map(({ id, error }) => [id, error ?? null]).toSorted()).toEqual(
          WIDGETS.map(({ id }) => [id, null]).toSorted(),
        )
      }
    }
    const importOn = async () => {
      for (let file = 0; !isOver; file++) {
        const run = await services.imported(member, second.id, fileOf(`B${file}-`, 500), FILE)
        expect(run).toMatchObject({ status: 'succeeded', counts: { orders: 500 } })
        imported += 500
      }
    }
    const running = [...Array.from({ length: CLIENTS }, readOn), importOn()].map((use) =>
      use.catch((error) => {
        hasFailed = true
        throw error
      }),
    )
    for (const use of running) use.catch(() => undefined)
    const outputs: string[] = []
    try {
      for (let move = 0; move < MOVES && !hasFailed; move++) {
        const to = move % 2 === 0 ? 'files' : 'clickhouse'
        const { code, output } = await runCommand(dataDir, 'move', '--to', to, '--all')
        outputs.push(output)
        expect([code, output]).toEqual([0, expect.stringContaining('control totals agree')])
      }
    } finally {
      isOver = true
      await Promise.all(running)
    }
    expect(await sales()).toBe(imported * 10)
    process.stdout.write(`${outputs.join('')}${answers} answers, ${imported} orders\n`)
    server.kill('SIGTERM')
    await server.exited()
    expect(server.output()).not.toMatch(/"level":(50|60)/)
  })
})
