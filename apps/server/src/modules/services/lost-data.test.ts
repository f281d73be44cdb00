import { copyFile, open, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { createCollector } from '#server/http/collect-metrics.ts'
import { sample } from '#testkit/lane.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { accountPaths } from '#warehouse/duckdb/paths.ts'
import { lineRow, orderRow } from '#warehouse/duckdb/sample-rows.fixture.ts'
import { executeRun } from './execute-run.ts'
import { serviceCalls } from './service-calls.fixture.ts'

const MIB = 1024 ** 2

// Room for one account's load: opening another account's file closes it.
const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false, warehouse: { memoryBudget: 256 * MIB } })

const services = serviceCalls(t)
const FILE = 'orderId,orderDate,sku,quantity,unitPrice\n1001,2026-03-01,PN-22,2,40.00\n'

const pathOf = ({ accountId }: Member): string => accountPaths(t.deps.paths.root, accountId).file

const load = ({ accountId }: Member, ...ids: readonly string[]) =>
  t.load(accountId, {
    orders: ids.map((id) => orderRow({ source_id: id, order_number: id })),
    order_lines: ids.map((id) => lineRow({ source_id: `${id}-1`, order_source_id: id, amount: 5000 })),
  })

const withOrders = async (...ids: readonly string[]): Promise<Member> => {
  const member = await t.register()
  await load(member, ...ids)
  return member
}

const other = await t.register()
/** Closes the file of every other account. */
const closeFiles = () => load(other, `o${Math.random()}`)

const readOrders = async ({ token }: Member) => {
  const definition = { reportType: 'Orders', columns: [{ columnId: 'orderNumber' }] }
  const response = await t.call('POST', '/reports/query', { token, body: { definition } })
  return { status: response.statusCode, body: response.json() }
}

const collectMetrics = createCollector(t.deps, 0)
const countUnavailable = async (): Promise<number> =>
  (await collectMetrics()).find(({ name }) => name === 'cuvee_accounts_unavailable')?.value ?? 0

const readStatus = async ({ token }: Member) => (await t.call('GET', '/account/status', { token })).json()

const overwrite = async (path: string, at: number): Promise<void> => {
  const handle = await open(path, 'r+')
  await handle.write(Buffer.alloc(64, 0x5a), 0, 64, at)
  await handle.close()
}

const cutEnd = async (path: string): Promise<void> => truncate(path, (await stat(path)).size - 20)

type Damage = readonly [name: string, damage: (file: string) => Promise<unknown>, reason: string]

const DAMAGE: readonly Damage[] = [
  ['missing', (file) => rm(file), 'its file is missing'],
  ['empty', (file) => writeFile(file, ''), 'its file is missing'],
  ['cut short', (file) => truncate(file, 5000), 'its file is damaged'],
  ['overwritten', (file) => overwrite(file, 4104), 'its file is damaged'],
  ['without its log', (file) => rm(`${file}.wal`), 'its file is older than the last import or sync'],
  ['with a log cut short', (file) => cutEnd(`${file}.wal`), 'its file is older than the last import or sync'],
]

test.each(sample(DAMAGE, 4))(
  'F38: an account whose file is %s answers 503 with its last counts, never 0',
  async (_, damage, reason) => {
    const member = await withOrders('A1', 'A2')
    await load(member, 'A3')
    await closeFiles()
    await damage(pathOf(member))
    const message = `This account’s data is unavailable: ${reason}. It last had 3 orders. Restore a backup, or sync all data again.`
    const unavailable = await countUnavailable()
    expect(await readOrders(member)).toMatchObject({
      status: 503,
      body: { errors: [{ code: 'account.data_unavailable', message }] },
    })
    expect(await countUnavailable()).toBe(unavailable + 1)
    expect(await readStatus(member)).toMatchObject({ dataProblem: message })
  },
)

test('tiles of unavailable data fail one by one, and the logo needs no data', async () => {
  const member = await withOrders('A1')
  await closeFiles()
  await rm(pathOf(member))
  const widgets = [
    { id: 'a', type: 'sales' },
    { id: 'b', type: 'logo' },
  ]
  const { body } = await t.call('POST', '/dashboards/data', { token: member.token, body: { widgets } })
  const lines = new Map(
    body
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .map((line) => [line.id, line]),
  )
  expect(lines.get('a')).toMatchObject({ error: { code: 'account.data_unavailable' } })
  const logo = lines.get('b')
  expect(logo).toMatchObject({ data: { account: { logoUrl: null } }, asOf: null })
  const known = { b: logo.etag }
  const again = await t.call('POST', '/dashboards/data', {
    token: member.token,
    body: { widgets: widgets.slice(1), known },
  })
  expect(again.json()).toEqual({ id: 'b', unchanged: true })
})

test('an older copy of an account’s file is refused', async () => {
  const member = await withOrders('A1')
  await closeFiles()
  const file = pathOf(member)
  const copies = ['', '.wal'].map((suffix) => [`${file}${suffix}`, `${file}.copy${suffix}`] as const)
  for (const [from, to] of copies) await copyFile(from, to)
  await load(member, 'A2')
  await closeFiles()
  for (const [to, from] of copies) await copyFile(from, to)
  expect((await readOrders(member)).body.errors[0].message).toContain('older than the last import or sync')
})

test('the file of another account is never read', async () => {
  const [one, two] = [await withOrders('A1'), await withOrders('B1', 'B2')]
  await closeFiles()
  for (const suffix of ['', '.wal']) await copyFile(`${pathOf(two)}${suffix}`, `${pathOf(one)}${suffix}`)
  expect((await readOrders(one)).body.errors[0].message).toContain('belongs to another account')
  expect(await readOrders(two)).toMatchObject({ status: 200, body: { rowCount: 2 } })
})

test('a new account whose number has a file of another database begins empty, and the file is kept', async () => {
  const former = await withOrders('A1')
  const member = await t.register()
  await closeFiles()
  for (const suffix of ['', '.wal']) await copyFile(`${pathOf(former)}${suffix}`, `${pathOf(member)}${suffix}`)
  expect(await readOrders(member)).toMatchObject({ status: 200, body: { rowCount: 0 } })
  const { replaced } = accountPaths(t.deps.paths.root, member.accountId)
  expect(await readdir(replaced)).toHaveLength(2)
  await t.deps.warehouse.removeAccount(member.accountId)
  expect(await readdir(dirname(replaced))).not.toContain(String(member.accountId))
})

test('starting over names the services whose rows nobody can fetch, until they are loaded again', async () => {
  const member = await withOrders('A1')
  const upload = async (id: string) => {
    const { runId } = (await services.upload(member, id, FILE, { duplicates: 'keep' })).json<{ runId: string }>()
    await executeRun(t.deps, { accountId: member.accountId, runId, signal: new AbortController().signal })
    return (await services.runOf(member, id, runId)).status
  }
  const { id } = await services.addService(member)
  const { id: unused } = await services.addService(member)
  expect(await upload(id)).toBe('succeeded')
  const readService = async (of: string) => (await t.call('GET', `/service/${of}`, { token: member.token })).json()
  expect(await readService(id)).toMatchObject({ state: 'idle', problem: null })
  const unavailable = await countUnavailable()
  await closeFiles()
  await rm(pathOf(member))
  const started = await t.call('POST', '/data-health/start-over', { token: member.token })
  expect(started.json()).toEqual({ syncs: 0, emptied: ['My csv'] })
  const problem = 'Its data is gone. Upload its files again.'
  expect(await readService(id)).toMatchObject({ state: 'new', problem, lastSyncUtc: null })
  expect(await readService(unused)).toMatchObject({ state: 'new', problem: null })
  expect(await countUnavailable()).toBe(unavailable)
  expect(await upload(id)).toBe('succeeded')
  expect(await readService(id)).toMatchObject({ state: 'idle', problem: null })
})

test('starting over replaces unavailable data, syncs everything again and continues above the last data version', async () => {
  const member = await withOrders('A1', 'A2')
  const { dataVersion } = await readStatus(member)
  const { token } = member
  const refused = await t.call('POST', '/data-health/start-over', { token })
  expect(refused.statusCode).toBe(409)
  await t.call('POST', '/service', { token, body: { type: 'sample', name: 'Sample', settings: {} } })
  await closeFiles()
  await rm(pathOf(member))
  const started = await t.call('POST', '/data-health/start-over', { token })
  expect(started.json()).toEqual({ syncs: 1, emptied: [] })
  expect(await readOrders(member)).toMatchObject({ status: 200, body: { rowCount: 0 } })
  await load(member, 'A7')
  expect(await readOrders(member)).toMatchObject({ body: { rowCount: 1 } })
  const after = await readStatus(member)
  expect(after.dataProblem).toBeNull()
  expect(after.dataVersion).toBeGreaterThan(dataVersion + 1)
})
