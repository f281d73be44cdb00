import { sql } from 'kysely'
import { test as base, beforeAll, describe, expect } from 'vitest'
import type { IngestKind, IngestResult } from '#contract/ingest.ts'
import type { Run } from '#contract/runs.ts'
import { unscoped } from '#server/db/database.ts'
import type { Caller } from '#server/http/caller.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { createStage, receiveRecords } from './receive-records.usecases.ts'
import { createLoadPlan } from './run-ingest.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' } })
/** On a busy machine a job may lose its lease, and runs again after pauses. */
const WAIT = { timeout: 120_000, interval: 30 }

interface Sender {
  readonly member: Member
  readonly key: string
}

const newSender = async (): Promise<Sender> => {
  const member = await t.register({ timeZone: 'America/Los_Angeles', currency: 'USD' })
  const body = { name: 'Point of sale', scope: 'write' }
  const { key } = (await t.call('POST', '/account/api-keys', { token: member.token, body })).json()
  return { member, key }
}
const test = base.extend('sender', () => newSender())

const push = ({ key }: Sender, kind: IngestKind, records: readonly unknown[]) =>
  t.call('POST', `/ingest/${kind}`, { token: key, body: { records } })

const pushAll = async (sender: Sender, kind: IngestKind, records: readonly unknown[]): Promise<IngestResult> => {
  const answer = await push(sender, kind, records)
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json()
}

/** Waits until the run of an answer has ended. */
const settle = async ({ member }: Sender, { serviceId, runId }: IngestResult) => {
  const read = async () => (await t.call('GET', `/service/${serviceId}/runs/${runId}`, { token: member.token })).json()
  return expect
    .poll(async () => (await read()).status, WAIT)
    .toBe('succeeded')
    .then(read)
}

const settled = async (sender: Sender, kind: IngestKind, records: readonly unknown[]) =>
  settle(sender, await pushAll(sender, kind, records))

const rowsOf = ({ member }: Sender, sql: string) => t.rows(member.accountId, sql)
const versionOf = async ({ member }: Sender): Promise<number> =>
  (await t.deps.warehouse.status(member.accountId)).dataVersion

const order = (sourceId: string, amounts: readonly number[], more: object = {}) => ({
  sourceId,
  orderNumber: `N-${sourceId}`,
  ordered: '2026-06-10T19:30:00-07:00',
  channel: 'web',
  total: amounts.reduce((sum, amount) => sum + amount, 0),
  lines: amounts.map((amount, index) => ({
    lineId: String(index + 1),
    quantity: 1,
    amount,
    productTitle: 'Pinot Noir',
  })),
  ...more,
})

describe('records of each kind', () => {
  let sender: Sender

  beforeAll(async () => {
    sender = await newSender()
  })

  test('become rows in minor units and in the account’s time, and reports count them', async () => {
    await settled(sender, 'orders', [
      order('o1', [30, 12.5]),
      order('o2', [9.99], { currency: 'EUR', channel: 'Kiosk' }),
    ])
    expect(
      await rowsOf(
        sender,
        `SELECT source_id, channel, channel_raw, currency, total, net_sales, ordered_local::text AS local, time_basis
         FROM orders ORDER BY source_id`,
      ),
    ).toEqual([
      ['o1', 'web', 'web', 'USD', 4250, 4250, '2026-06-10 19:30:00', 'utc'],
      ['o2', 'other', 'Kiosk', 'EUR', 999, 999, '2026-06-10 19:30:00', 'utc'],
    ])
    const definition = { reportType: 'Orders', columns: [{ columnId: 'netSales' }] }
    const report = await t.call('POST', '/reports/query', { token: sender.key, body: { definition } })
    expect(report.json().totals).toEqual([42.5])
  })

  test('a line is added to its order, and an order that comes again replaces its lines', async () => {
    await settled(sender, 'lines', [{ orderSourceId: 'o1', lineId: '9', quantity: 2, amount: 7.5 }])
    const lines = () =>
      rowsOf(sender, `SELECT source_id, amount FROM order_lines WHERE order_source_id = 'o1' ORDER BY 1`)
    expect(await lines()).toEqual([
      ['o1/1', 3000],
      ['o1/2', 1250],
      ['o1/9', 750],
    ])
    await settled(sender, 'orders', [order('o1', [31])])
    expect(await lines()).toEqual([['o1/1', 3100]])
  })

  test.each([
    [
      'customers',
      { sourceId: 'c1', name: 'Ada Stone', email: 'ada@stone.example', birth: '1980-02-29' },
      'customers',
      'name',
      'Ada Stone',
    ],
    ['products', { sourceId: 'p1', title: 'Pinot', price: 38, cost: 12.25 }, 'products', 'cost', 1225],
    [
      'members',
      { sourceId: 'm1', signup: '2026-01-05T08:00:00', clubName: 'Reserve', status: 'on_hold' },
      'memberships',
      'status',
      'on_hold',
    ],
    [
      'reservations',
      { sourceId: 'r1', reserved: '2026-06-01T11:00:00', guests: 4, status: 'checked_in' },
      'reservations',
      'guests',
      4,
    ],
  ] as const)('%s', async (kind, record, table, column, value) => {
    await settled(sender, kind, [record])
    expect(await rowsOf(sender, `SELECT ${column} FROM ${table} WHERE source_id = '${record.sourceId}'`)).toEqual([
      [value],
    ])
  })
})

test('the same records again change nothing, also when they are sent in parts', async ({ sender }) => {
  const orders = Array.from({ length: 30 }, (_, index) => order(`o${index}`, [index + 1, 5]))
  await settled(sender, 'orders', orders)
  const version = await versionOf(sender)
  expect((await settled(sender, 'orders', orders)).counts).toMatchObject({ read: 30, accepted: 30, rejected: 0 })
  const parts = await Promise.all(
    [orders.slice(0, 10), orders.slice(10)].map((part) => pushAll(sender, 'orders', part)),
  )
  for (const part of parts) await settle(sender, part)
  expect([await versionOf(sender), await rowsOf(sender, 'SELECT count(*)::integer FROM order_lines')]).toEqual([
    version,
    [[60]],
  ])
  await settled(sender, 'orders', [order('o1', [99])])
  expect(await versionOf(sender)).toBe(version + 1)
})

test('an older record does not replace a newer one, and is answered as outdated, before the newer one is stored and after', async () => {
  const sender = await newSender()
  const at = (time: string) => ({ sourceUpdated: `2026-05-14T${time}Z` })
  const older = order('R-77', [45, 45], at('17:00:00'))
  const newer = await pushAll(sender, 'orders', [order('R-77', [45], at('17:20:00')), older, order('R-78', [5])])
  const second = await pushAll(sender, 'orders', [older])
  await settle(sender, newer)
  await settle(sender, second)
  const third = await pushAll(sender, 'orders', [older, order('R-78', [6])])
  expect(
    [newer, second, third].map(({ results, outdated }) => [outdated, results.map(({ status }) => status)]),
  ).toEqual([
    [1, ['accepted', 'outdated', 'accepted']],
    [1, ['outdated']],
    [1, ['outdated', 'accepted']],
  ])
  const { counts } = await settle(sender, third)
  expect(counts).toMatchObject({ read: 2, accepted: 1, outdated: 1, rejected: 0 })
  expect(
    await rowsOf(
      sender,
      'SELECT order_source_id, sum(net_sales)::integer, sum(quantity)::integer FROM order_lines GROUP BY 1 ORDER BY 1',
    ),
  ).toEqual([
    ['R-77', 4500, 1],
    ['R-78', 600, 1],
  ])
})

test('NDJSON has a record a line, and every record its own answer', async ({ sender }) => {
  const lines = [
    JSON.stringify({ sourceId: 'c1', name: 'Ada' }),
    'not json',
    JSON.stringify({ sourceId: 'c2', name: 7 }),
    JSON.stringify({ name: 'Nobody' }),
    JSON.stringify({ sourceId: 'c3', unknown: true }),
    JSON.stringify({ sourceId: 'c4', since: '2026-02-30T10:00:00' }),
    '',
  ]
  const answer = await t.app.inject({
    method: 'POST',
    url: '/api/ingest/customers',
    headers: { authorization: `Bearer ${sender.key}`, 'content-type': 'application/x-ndjson' },
    payload: lines.join('\n'),
  })
  const result: IngestResult = answer.json()
  expect([result.accepted, result.rejected]).toEqual([1, 5])
  expect(result.results.map(({ sourceId, status, errors }) => [sourceId, status, errors?.[0]?.field])).toEqual([
    ['c1', 'accepted', undefined],
    [null, 'rejected', ''],
    ['c2', 'rejected', 'name'],
    [null, 'rejected', 'sourceId'],
    ['c3', 'rejected', ''],
    ['c4', 'rejected', 'since'],
  ])
  expect((await settle(sender, result)).counts).toMatchObject({ read: 6, accepted: 1, rejected: 5 })
})

test('the service of type API lists runs and rejected records, until they are sent in valid form', async () => {
  const sender = await newSender()
  const { token } = sender.member
  const { serviceId } = await pushAll(sender, 'customers', [{ sourceId: 'c1', name: 1 }, { sourceId: 'c2' }])
  const skipped = async () => (await t.call('GET', `/service/${serviceId}/set-aside`, { token })).json().items
  expect(await skipped()).toMatchObject([{ stream: 'customers', sourceId: 'c1', field: 'name' }])
  await settled(sender, 'customers', [{ sourceId: 'c1', name: 'Ada' }])
  expect(await skipped()).toEqual([])
  const services = (await t.call('GET', '/service', { token })).json()
  expect(services).toMatchObject([{ id: serviceId, type: 'api', name: 'API', state: 'idle', setAside: 0 }])
  expect((await t.call('GET', `/service/${serviceId}/runs`, { token })).json().total).toBeGreaterThan(0)
})

test('batches that arrive together are answered one by one: a rejection, its repair, and a record rejected again', async () => {
  const sender = await newSender()
  const valid = (...ids: string[]) => ids.map((sourceId) => ({ sourceId, name: 'Ada' }))
  const invalid = (sourceId: string) => ({ sourceId, name: 7 })
  const { accountId } = sender.member
  const receive = (kind: IngestKind, records: readonly unknown[]) =>
    receiveRecords(t.deps, { accountId, account: { currency: 'USD' } } as Caller, kind, { records })
  const answers = await Promise.all([
    receive('customers', valid('c0')),
    receive('customers', [invalid('c1'), ...valid('c2')]),
    receive('customers', [...valid('c1'), invalid('c3')]),
    receive('customers', [...valid('c3'), invalid('c2')]),
    receive('products', [{ sourceId: 'p1', title: 'Pinot' }]),
  ])
  expect(answers.map(({ accepted, rejected }) => [accepted, rejected])).toEqual([
    [1, 0],
    [1, 1],
    [1, 1],
    [1, 1],
    [1, 0],
  ])
  for (const answer of answers) await settle(sender, answer)
  expect(await rowsOf(sender, 'SELECT source_id FROM customers ORDER BY 1')).toEqual([['c0'], ['c1'], ['c2'], ['c3']])
  const { serviceId } = answers[0] ?? { serviceId: '' }
  const { items } = (await t.call('GET', `/service/${serviceId}/set-aside`, { token: sender.member.token })).json()
  expect(items).toMatchObject([{ stream: 'customers', sourceId: 'c2', field: 'name' }])
  expect((await t.call('GET', '/service', { token: sender.member.token })).json()).toHaveLength(1)
})

test('a batch has up to 1,000 records, and names the service it is for', async ({ sender }) => {
  const customers = Array.from({ length: 1001 }, (_, index) => ({ sourceId: `c${index}` }))
  expect((await push(sender, 'customers', customers)).json().errors).toMatchObject([
    { field: 'records', message: 'Send up to 1000 records at a time' },
  ])
  expect((await push(sender, 'customers', [])).statusCode).toBe(400)
  const { accepted } = await pushAll(sender, 'customers', customers.slice(1))
  expect(accepted).toBe(1000)
  const other = await newSender()
  const body = {
    records: [{ sourceId: 'c' }],
    serviceId: (await pushAll(other, 'customers', [{ sourceId: 'c' }])).serviceId,
  }
  expect((await t.call('POST', '/ingest/customers', { token: sender.key, body })).statusCode).toBe(404)
})

test('lines of one ID differ from others by their order, and rejected within it', async ({ sender }) => {
  const lines = [
    { orderSourceId: 'a/b', lineId: 'c', quantity: 1, amount: 1 },
    { orderSourceId: 'a', lineId: 'b/c', quantity: 1, amount: 2 },
  ]
  const { results } = await pushAll(sender, 'lines', lines)
  expect(results.map(({ sourceId }) => sourceId)).toEqual(['a%2Fb/c', 'a/b/c'])
  const twice = order('o1', [5, 6], {
    lines: [5, 6].map((amount) => ({ lineId: '1', quantity: 1, amount })),
  })
  expect((await pushAll(sender, 'orders', [twice])).results[0]?.errors).toEqual([
    { field: 'lines', message: 'Each line of an order needs a line ID of its own' },
  ])
})

test.each(['2026-05-04T24:00:00', '9999-01-01T00:00:00Z', '0099-01-01T00:00:00Z'])(
  'rejects the time %s, which no load could store',
  async (ordered) => {
    const sender = await newSender()
    const { results } = await pushAll(sender, 'orders', [order('o1', [1], { ordered })])
    expect(results[0]?.errors?.[0]?.field).toBe('ordered')
  },
)

test('more than 1,000 lines of NDJSON are refused as a whole', async ({ sender: { key } }) => {
  const answer = await t.app.inject({
    method: 'POST',
    url: '/api/ingest/customers',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
    payload: '{"sourceId":"c"}\n'.repeat(1_001),
  })
  expect(answer.json().errors).toMatchObject([{ field: 'records', message: 'Send up to 1000 records at a time' }])
})

test('records that a failed run did not store are stored by another one, after a pause that the run names', async () => {
  const sender = await newSender()
  const { accountId, token } = sender.member
  const write = (content: string) =>
    t.deps.db
      .updateTable('ingest_batches')
      .set({ content, outline: null })
      .where('account_id', '=', accountId)
      .execute()
  const { serviceId, runId } = await pushAll(sender, 'customers', [{ sourceId: 'c1' }])
  await write('damaged')
  const runs = async (): Promise<Run[]> => (await t.call('GET', `/service/${serviceId}/runs`, { token })).json().items
  const first = async () => (await runs()).find(({ id }) => id === runId)
  await expect.poll(async () => (await first())?.status, WAIT).toBe('failed')
  // The database's clock is ahead of the test's, so the pause is over.
  await write(JSON.stringify({ customers: [{ source_id: 'c1', time_basis: 'utc' }] }))
  expect((await first())?.errors.map(({ message }) => message)).toEqual([
    'An unexpected error occurred',
    'Nothing was lost. 1 record will be saved in 1 minute.',
  ])
  await expect.poll(async () => (await runs()).map(({ status }) => status), WAIT).toContain('succeeded')
  expect(await rowsOf(sender, 'SELECT source_id FROM customers')).toEqual([['c1']])
  const service = (await t.call('GET', `/service/${serviceId}`, { token })).json()
  expect(service).toMatchObject({ state: 'idle', problem: null })
  const { rows } = await sql<{ minutes: number }>`select
      extract(epoch from start_after - ${new Date(t.clock.now())}::timestamptz) / 60 as minutes
    from pgboss.job where data ->> 'accountId' = ${String(accountId)} and name = 'service-run' order by created_on offset 1 limit 1`.execute(
    unscoped(t.deps.db),
  )
  expect(Number(rows[0]?.minutes)).toBeCloseTo(1, 0)
})

test('a read key cannot send records, and after a trial nobody can', async ({ sender: { member } }) => {
  const { key } = (await t.call('POST', '/api-keys', { token: member.token, body: { name: 'Reader' } })).json()
  expect((await push({ member, key }, 'customers', [{ sourceId: 'c' }])).statusCode).toBe(403)
})

test('records of a batch keep their order: an order replaces its lines, and a later line is added', () => {
  const rows = (source_id: string, lines: readonly string[]) => ({
    orders: [{ source_id }] as never[],
    order_lines: lines.map((id) => ({ source_id: `${source_id}/${id}`, order_source_id: source_id })) as never[],
  })
  const stage = createStage()
  stage.add(rows('o1', ['1', '2']))
  stage.add(rows('o2', ['1']))
  stage.add(rows('o1', ['3']))
  stage.add({ order_lines: rows('o2', ['4']).order_lines })
  expect(stage.rows()).toEqual({
    orders: [{ source_id: 'o1' }, { source_id: 'o2' }],
    order_lines: expect.arrayContaining([
      { source_id: 'o1/3', order_source_id: 'o1' },
      { source_id: 'o2/1', order_source_id: 'o2' },
      { source_id: 'o2/4', order_source_id: 'o2' },
    ]),
  })
})

test('a load takes batches until an order comes again, which would replace lines of the load', () => {
  const orders = (...ids: string[]) => ({ orders: ids, isWhole: true })
  const lines = (id: string) => ({ orders: [id], isWhole: false })
  const fits = createLoadPlan()
  expect([orders('o1', 'o2'), lines('o1'), lines('o3'), orders('o4'), orders()].map(fits)).toEqual([
    true,
    true,
    true,
    true,
    true,
  ])
  expect([orders('o5', 'o1'), orders('o3')].map(fits)).toEqual([false, false])
})
