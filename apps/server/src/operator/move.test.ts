import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ReportResult } from '#contract/reports.ts'
import { onClickHouse } from '#testkit/clickhouse/on-clickhouse.ts'
import { type ClickHouseServer, startClickHouse } from '#testkit/clickhouse/start-server.ts'
import { remoteApp, startServerProcess } from '#testkit/server-process.ts'
import { testClient } from '#testkit/test-client.ts'
import { copyInstallation } from '#testkit/test-database.ts'
import { serviceCalls } from '../modules/services/service-calls.fixture.ts'
import { callCommand, callCommandWith } from './operator-process.fixture.ts'

vi.setConfig({ testTimeout: 180_000 })

const LINES = `Order,Date,SKU,Qty,Price
1001,2026-03-01 10:00:00,PN-22,2,40.00
1001,2026-03-01 10:00:00,CH-21,1,30.50
1002,2026-03-02 11:30:00,PN-22,1,40.00
`
const MAPPING = JSON.stringify({ orderId: 'Order', orderDate: 'Date', sku: 'SKU', quantity: 'Qty', unitPrice: 'Price' })
const FILE = { kind: 'order_lines', mapping: MAPPING }
const TOTALS = 'control totals agree: 2 orders, 3 order lines, 9 rows in all, net sales 15050 USD minor units'

onClickHouse('the move command', () => {
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

  const sales = async ({ call }: ReturnType<typeof testClient>, token: string): Promise<unknown> => {
    const definition = { reportType: 'Orders', columns: [{ columnId: 'netSales', aggregation: 'Sum' }] }
    const answer = await call('POST', '/reports/query', { token, body: { definition } })
    return ReportResult.parse(answer.json()).rows
  }

  test('moves the accounts of a running server to files and back to ClickHouse, and to files without one', async () => {
    const refused = { code: 1, output: expect.stringContaining('set CLICKHOUSE_URL to move accounts') }
    expect(await callCommand(dataDir, 'move', '--to', 'clickhouse', '--all')).toMatchObject(refused)

    const server = startServerProcess({ dataDir, env: { CLICKHOUSE_URL: clickHouse.url } })
    const app = remoteApp(await server.ready())
    const client = { ...testClient(app), app }
    const services = serviceCalls(client)
    const member = await client.register()
    await services.imported(member, (await services.addService(member)).id, LINES, FILE)
    for (const [to, name] of [
      ['files', 'files'],
      ['clickhouse', 'ClickHouse'],
    ] as const) {
      const moved = await callCommand(dataDir, 'move', '--to', to, '--all')
      expect(moved.code).toBe(0)
      expect(moved.output).toMatch(new RegExp(`^account 1: moved to ${name} in [\\d.]+ s: `))
      expect(moved.output).toContain(TOTALS)
      expect(moved.output).toContain(`Done: 1 in ${name}.`)
      expect(await sales(client, member.token)).toEqual([[150.5]])
    }
    expect(await callCommand(dataDir, 'move', '--to', 'clickhouse', '--account', '1')).toMatchObject({
      code: 0,
      output: expect.stringContaining('account 1: in ClickHouse already'),
    })

    const backup = join(root, 'backup')
    const backedUp = await callCommand(dataDir, 'backup', backup)
    expect(backedUp).toMatchObject({ code: 0, output: expect.stringMatching(/in ClickHouse, .*: account 1\.$/) })
    server.kill('SIGTERM')
    await server.exited()
    const restored = join(root, 'restored')
    expect(await callCommand(restored, 'restore', backup)).toMatchObject({
      code: 0,
      output: expect.stringContaining('In ClickHouse, so restore its backup too: account 1.'),
    })
    const drilled = await callCommand(dataDir, 'drill', backup)
    expect(drilled).toMatchObject({ code: 0, output: expect.stringMatching(/^ok +account 1: in ClickHouse/m) })

    const settings = { DATA_DIR: dataDir, CLICKHOUSE_URL: clickHouse.url }
    const back = await callCommandWith(settings, 'move', '--to', 'files', '--all')
    expect(back).toMatchObject({ code: 0, output: expect.stringContaining(TOTALS) })
  })

  test.each([
    [['--to', 'disk', '--all'], 'to: '],
    [['--to', 'files'], 'either --all or --account'],
    [['--to', 'files', '--all', '--account', '1'], 'either --all or --account'],
    [['--to', 'files', '--account', 'one'], 'account: '],
    [['--to', 'files', '--account', '99'], 'there is no account 99'],
  ])('rejects %j with a message', async (args, message) => {
    const settings = { DATA_DIR: dataDir, CLICKHOUSE_URL: clickHouse.url }
    expect(await callCommandWith(settings, 'move', ...args)).toMatchObject({
      code: 1,
      output: expect.stringContaining(message),
    })
  })
})
