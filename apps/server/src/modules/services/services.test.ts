import { readdir } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import type { Insertable } from 'kysely'
import { expect } from 'vitest'
import { CONNECTORS } from '#connectors/registry.ts'
import type { FilePreview } from '#contract/imports.ts'
import type { Service, ServiceType } from '#contract/services.ts'
import { DAY_MS } from '#domain/clock.ts'
import type { Schema } from '#server/db/schema.gen.ts'
import { testApp } from '#testkit/test-app.ts'
import { executeRun } from './execute-run.ts'
import { serviceCalls } from './service-calls.fixture.ts'
import { serviceRunJob } from './service-runs.job.ts'
import { sweepStagedFiles } from './staged-files.repo.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' } })
const { test } = t
const { addService, upload, stage, runOf, ended, imported } = serviceCalls(t)

const LINES = `Order,Date,SKU,Qty,Price
1001,2026-03-01 10:00:00,PN-22,2,40.00
1001,2026-03-01 10:00:00,CH-21,1,30.50
1002,2026-03-02 11:30:00,PN-22,-1,40.00
`
const MAPPING = JSON.stringify({ orderId: 'Order', orderDate: 'Date', sku: 'SKU', quantity: 'Qty', unitPrice: 'Price' })

/** The job starts later than the test ends. */
const insertRunWithJob = async (run: Omit<Insertable<Schema['service_runs']>, 'created_at'>): Promise<void> => {
  await t.deps.db
    .insertInto('service_runs')
    .values({ ...run, created_at: new Date(t.clock.now()) })
    .execute()
  const startAfter = new Date(Date.now() + DAY_MS)
  await t.deps.jobs.send(t.deps.db, serviceRunJob, { accountId: run.account_id, runId: run.id }, { startAfter })
}

test('lists sample, CSV and each platform once, and allows connecting those with a connector', async () => {
  const { token } = await t.register()
  const types = (await t.call('GET', '/service/types', { token })).json<ServiceType[]>()
  const names = types.map(({ type }) => type)
  expect(names.toSorted()).toEqual([
    'api',
    'bigcommerce',
    'commerce7',
    'csv',
    'files',
    'klaviyo',
    'mailchimp',
    'sample',
    'shopify',
    'square',
    'toast',
    'winedirect',
    'woocommerce',
  ])
  expect(names.slice(0, 2)).toEqual(['sample', 'csv'])
  expect(types.filter(({ available }) => available).map(({ type }) => type)).toEqual(CONNECTORS.map(({ type }) => type))
})

test.each([
  ['unknown', { type: 'abacus' }, 400, 'service.unknown_type'],
  ['a setting out of range', { type: 'sample', settings: { orders: 1 } }, 400, 'request.invalid'],
  ['an unknown setting', { type: 'csv', settings: { colour: 'red' } }, 400, 'request.invalid'],
])('rejects adding a service that is %s', async (_what, given, status, code) => {
  const { token } = await t.register()
  const answer = await t.call('POST', '/service', { token, body: { name: 'Mine', ...given } })
  expect([answer.statusCode, answer.json().errors[0].code]).toEqual([status, code])
})

test('adds, renames and lists a service with its last run, and removes it with its rows', async ({ member }) => {
  const { token, accountId } = member
  const { id } = await addService(member)
  const run = await imported(member, id, LINES, { kind: 'order_lines', mapping: MAPPING })
  expect(run).toMatchObject({
    status: 'succeeded',
    counts: { read: 3, accepted: 3, rejected: 0, orders: 2, order_lines: 3 },
  })
  await t.call('PUT', `/service/${id}`, { token, body: { name: 'Till' } })
  const [listed] = (await t.call('GET', '/service', { token })).json<Service[]>()
  expect(listed).toMatchObject({
    id,
    name: 'Till',
    lastRun: { id: run.id, status: 'succeeded', fileName: 'orders.csv' },
  })
  expect(await t.rows(accountId, 'SELECT count(*), sum(net_sales)::BIGINT FROM orders')).toEqual([[2, 7050]])
  expect((await t.call('DELETE', `/service/${id}`, { token })).statusCode).toBe(204)
  expect(await t.rows(accountId, 'SELECT count(*) FROM orders')).toEqual([[0]])
  expect((await t.call('GET', `/service/${id}`, { token })).statusCode).toBe(404)
})

test('loads the sample winery once per account, and again by a sync', async ({ member }) => {
  const { token, accountId } = member
  const { id } = await addService(member, 'sample')
  const second = await t.call('POST', '/service', { token, body: { type: 'sample', name: 'Again' } })
  expect([second.statusCode, second.json().errors[0].code]).toEqual([409, 'service.sample_exists'])
  const started = await t.call('POST', `/service/${id}/sync`, { token, body: {} })
  expect(started.statusCode).toBe(202)
  const run = await ended(member, id, started.json().runId)
  expect(run.status).toBe('succeeded')
  const orders = (await t.rows(accountId, 'SELECT count(*) FROM orders'))[0]?.[0]
  expect(orders).toBeGreaterThan(1500)
  expect(run.counts.orders).toBe(orders)
  const version = (await t.deps.warehouse.status(accountId)).dataVersion
  const again = await t.call('POST', `/service/${id}/sync`, { token, body: {} })
  expect((await ended(member, id, again.json().runId)).status).toBe('succeeded')
  expect((await t.deps.warehouse.status(accountId)).dataVersion).toBe(version)
})

test('stages a file, previews it with detected settings, imports it and deletes it', async ({ member }) => {
  const { token, accountId } = member
  const { id } = await addService(member)
  const staged = await stage(member, id, gzipSync(LINES))
  expect(staged.statusCode).toBe(201)
  const { fileId } = staged.json()
  const preview = (await t.call('POST', `/service/${id}/preview`, { token, body: { fileId } })).json<FilePreview>()
  expect(preview).toMatchObject({
    platform: null,
    kind: 'order_lines',
    columns: ['Order', 'Date', 'SKU', 'Qty', 'Price'],
    mapping: {
      orderId: 'Order',
      orderDate: { column: 'Date', format: 'YYYY-MM-DD HH:mm:ss' },
      sku: 'SKU',
      quantity: 'Qty',
      unitPrice: 'Price',
    },
    problems: [],
  })
  expect(preview.rows[1]).toEqual({
    orderId: '1001',
    orderDate: '2026-03-01 10:00:00',
    sku: 'CH-21',
    quantity: 1,
    unitPrice: 30.5,
  })
  const started = await t.call('POST', `/service/${id}/import`, { token, body: { fileId } })
  expect(started.statusCode).toBe(202)
  expect((await ended(member, id, started.json().runId)).status).toBe('succeeded')
  expect(await readdir(await t.deps.warehouse.stagingFolder(accountId))).toEqual([])
  const gone = await t.call('POST', `/service/${id}/preview`, { token, body: { fileId } })
  expect([gone.statusCode, gone.json().errors[0].code]).toEqual([404, 'service.file_not_found'])
})

test('imports nothing in abort mode and all valid rows in skip mode when a row is invalid', async ({ member }) => {
  const { id } = await addService(member)
  const file = LINES.replace('-1,40.00', 'two,40.00')
  const settings = { kind: 'order_lines', mapping: MAPPING }
  const aborted = await imported(member, id, file, settings)
  expect(aborted).toMatchObject({
    status: 'failed',
    counts: { read: 3, accepted: 2, rejected: 1 },
    errors: [{ line: 4, column: 'Qty', value: 'two', message: 'This isn’t a number' }],
  })
  expect((await t.deps.warehouse.status(member.accountId)).dataVersion).toBe(0)
  const skipped = await imported(member, id, file, { ...settings, onError: 'skip' })
  expect(skipped).toMatchObject({ status: 'succeeded', counts: { read: 3, accepted: 2, rejected: 1, orders: 1 } })
})

test('returns 409 for a second concurrent run, and cancels a queued one', async ({ member }) => {
  const { token, accountId } = member
  const { id } = await addService(member)
  const runId = t.deps.ids.next()
  const base = { id: runId, account_id: accountId, service_id: id, kind: 'import', status: 'queued' } as const
  await insertRunWithJob(base)
  const second = await upload(member, id, LINES, { mapping: MAPPING })
  expect([second.statusCode, second.json().errors[0].code]).toEqual([409, 'service.run_in_progress'])
  expect((await t.call('DELETE', `/service/${id}`, { token })).statusCode).toBe(409)
  const canceled = await t.call('POST', `/service/${id}/runs/${runId}/cancel`, { token, body: {} })
  expect(canceled.json().status).toBe('cancelled')
  expect((await imported(member, id, LINES, { mapping: MAPPING })).status).toBe('succeeded')
  const history = (await t.call('GET', `/service/${id}/runs?pageSize=1`, { token })).json()
  expect([history.total, history.items.length]).toEqual([2, 1])
})

test('cancels a running import without storing anything, and allows the next one', async ({ member }) => {
  const { token, accountId } = member
  const { id } = await addService(member)
  const many = Array.from({ length: 400_000 }, (_, index) => `O${index},2026-03-01,S,1,1`).join('\n')
  const file = `Order,Date,SKU,Qty,Price\n${many}\n`
  const { runId } = (await upload(member, id, file, { mapping: MAPPING })).json()
  await expect
    .poll(async () => (await runOf(member, id, runId)).status, { interval: 20, timeout: 30_000 })
    .toBe('running')
  await t.call('POST', `/service/${id}/runs/${runId}/cancel`, { token, body: {} })
  expect((await ended(member, id, runId)).status).toBe('cancelled')
  expect((await t.deps.warehouse.status(accountId)).dataVersion).toBe(0)
  expect((await imported(member, id, LINES, { mapping: MAPPING })).status).toBe('succeeded')
})

test('F3: completes a run whose batch was committed before a kill, without repeating it', async ({ member }) => {
  const { accountId } = member
  const { id } = await addService(member)
  const run = await imported(member, id, LINES, { mapping: MAPPING })
  // The state between the deletion of the file and the end of the run: counts are stored, the file is missing.
  const reopened = { status: 'running', finished_at: null } as const
  await t.deps.db
    .updateTable('service_runs')
    .set(reopened)
    .where((eb) => eb.and({ account_id: accountId, id: run.id }))
    .execute()
  await executeRun(t.deps, { accountId, runId: run.id, signal: new AbortController().signal })
  expect(await runOf(member, id, run.id)).toMatchObject({ status: 'succeeded', counts: run.counts })
  expect((await t.deps.warehouse.status(accountId)).dataVersion).toBe(1)
})

test('F3: fails a run whose file is missing with a message', async ({ member }) => {
  const { accountId } = member
  const { id } = await addService(member)
  const runId = t.deps.ids.next()
  const base = {
    id: runId,
    account_id: accountId,
    service_id: id,
    kind: 'import',
    status: 'running',
    file_id: 'gone',
  } as const
  await insertRunWithJob(base)
  await executeRun(t.deps, { accountId, runId, signal: new AbortController().signal })
  expect(await runOf(member, id, runId)).toMatchObject({
    status: 'failed',
    errors: [{ line: null, message: 'The uploaded file no longer exists. Upload it again' }],
  })
})

test('rejects an invalid import before queueing', async ({ member }) => {
  const { id } = await addService(member)
  const unmapped = await upload(member, id, LINES.replace('Price', 'Cost of one'), { kind: 'order_lines' })
  expect(unmapped.statusCode).toBe(400)
  expect(unmapped.json().errors).toEqual([
    { code: 'service.file_invalid', field: 'mapping', message: 'Choose a column for Line amount or Unit price' },
  ])
  const wrongColumn = await upload(member, id, LINES, {
    mapping: JSON.stringify({ ...JSON.parse(MAPPING), sku: 'Sku' }),
  })
  expect(wrongColumn.json().errors[0].message).toBe(
    'column “Sku”: The file has no column with this name, selected for SKU',
  )
})

test('F36: deletes a staged file without an import after a day', async ({ member }) => {
  const { id } = await addService(member)
  await stage(member, id, LINES)
  const folder = await t.deps.warehouse.stagingFolder(member.accountId)
  expect(await readdir(folder)).toHaveLength(1)
  t.clock.advance(25 * 3_600_000)
  await sweepStagedFiles(t.deps)
  expect(await readdir(folder)).toEqual([])
})
