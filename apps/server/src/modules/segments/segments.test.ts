import { beforeEach, describe, expect, test } from 'vitest'
import { ReportCatalog } from '#contract/report-catalog.ts'
import { ReportResult } from '#contract/reports.ts'
import { Segment } from '#contract/segments.ts'
import { DAY_MS } from '#domain/clock.ts'
import { unscoped } from '#server/db/database.ts'
import { runJob } from '#testkit/run-job.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { customerRow, lineRow, membershipRow, orderRow } from '#warehouse/duckdb/sample-rows.fixture.ts'
import { dueSegmentsHandler, updateSegmentsHandler } from './update-segments.job.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })

/** noon in Los Angeles on Monday, June 1, 2026 */
const NOON = Date.UTC(2026, 5, 1, 19)
let owner: Member

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, token = owner.token) =>
  t.call(method, path, { token, ...(body ? { body } : {}) })

const inCalifornia = {
  reportType: 'Customers',
  columns: [{ columnId: 'customerName' }],
  filters: [{ columnId: 'state', value: 'CA' }],
}

const create = async (name: string, definition: object = inCalifornia): Promise<Segment> => {
  const response = await call('POST', '/segments', { name, definition })
  expect(response.statusCode, response.body).toBe(201)
  return Segment.parse(response.json())
}

const update = () => runJob(updateSegmentsHandler, t.deps, { accountId: owner.accountId })
const list = async () => Segment.array().parse((await call('GET', '/segments')).json())
const get = async (id: string) => Segment.parse((await call('GET', `/segments/${id}`)).json())

const answer = async (definition: object) =>
  ReportResult.parse((await call('POST', '/reports/query', { definition })).json())

const people = (states: Readonly<Record<string, string>>) =>
  Object.entries(states).map(([source_id, state]) =>
    customerRow({ source_id, state, name: source_id, email: `${source_id}@x.test` }),
  )

const sale = (id: string, customer: string, amount: number) => ({
  order: orderRow({ source_id: id, customer_source_id: customer, ordered: NOON - DAY_MS, total: amount }),
  line: lineRow({ source_id: `${id}/1`, order_source_id: id, amount }),
})

beforeEach(async () => {
  t.clock.set(NOON)
  owner = await t.register({ timeZone: 'America/Los_Angeles', currency: 'USD' })
  const sales = [sale('o1', 'ann', 1000), sale('o2', 'ben', 2000), sale('o3', 'cat', 4000)]
  await t.load(owner.accountId, {
    customers: people({ ann: 'CA', ben: 'CA', cat: 'OR' }),
    orders: sales.map(({ order }) => order),
    order_lines: sales.map(({ line }) => line),
    memberships: [membershipRow({ customer_source_id: 'cat', signup: NOON - DAY_MS })],
  })
})

describe('a segment', () => {
  test('keeps its size day by day, and who entered and left', async () => {
    const { id, startedOn } = await create('Californians')
    expect(startedOn).toBeNull()
    await update()
    t.clock.set(NOON + 3 * DAY_MS)
    owner = { ...owner, token: (await t.signIn(owner.email, owner.password)).access_token }
    await t.load(owner.accountId, { customers: people({ ann: 'WA', cat: 'CA', dan: 'CA' }) })
    await update()
    expect(await get(id)).toMatchObject({
      startedOn: '2026-06-01',
      days: [
        { day: '2026-06-01', size: 2, entered: 0, left: 0 },
        { day: '2026-06-02', size: 2, entered: 0, left: 0 },
        { day: '2026-06-03', size: 2, entered: 0, left: 0 },
        { day: '2026-06-04', size: 3, entered: 2, left: 1 },
      ],
    })
    expect((await list()).map(({ name, days }) => [name, days.at(-1)?.size])).toEqual([['Californians', 3]])
  })

  test('has the net sales to its customers in the last 365 days', async () => {
    const days = (count: number, id: string, cents: number) => {
      const { order, line } = sale(id, 'ben', cents)
      return { order: { ...order, ordered: NOON - count * DAY_MS }, line }
    }
    const sales = [days(364, 'o4', 500), days(365, 'o5', 700)]
    await t.load(owner.accountId, {
      orders: sales.map(({ order }) => order),
      order_lines: sales.map(({ line }) => line),
    })
    const { id, netSales } = await create('Californians')
    expect(netSales).toBeNull()
    await update()
    expect((await list()).map((one) => one.netSales)).toEqual([35])
    expect((await get(id)).netSales).toBe(35)
  })

  test('is a yes or no of customers, orders, lines and memberships', async () => {
    const { columnId } = await create('Californians')
    await update()
    const filters = [{ columnId, comparison: 'IsTrue' }]
    const sales = await answer({ reportType: 'Orders', columns: [{ columnId: 'netSales' }], groupColumns: [columnId] })
    expect(sales.rows.map(([value]) => value).toSorted()).toEqual([30, 40])
    for (const [reportType, shown, expected] of [
      ['Customers', 'customerId', ['ann', 'ben']],
      ['Orders', 'orderId', ['o1', 'o2']],
      ['OrderLines', 'orderId', ['o1', 'o2']],
      ['Memberships', 'membershipId', []],
    ] as const) {
      const { rows } = await answer({ reportType, columns: [{ columnId: shown }], filters })
      expect([reportType, rows.flat().slice(0, 2).toSorted()]).toEqual([reportType, expected])
    }
    const bar = await call('POST', '/reports/query', {
      definition: { reportType: 'Orders', columns: [{ columnId: 'netSales', aggregation: 'Sum' }] },
      dimensionFilters: [{ columnId, values: [true] }],
    })
    expect(ReportResult.parse(bar.json()).totals).toEqual([30])
  })

  test('of members contains the customers of their memberships', async () => {
    const { id } = await create('Members', { reportType: 'Memberships', columns: [{ columnId: 'membershipId' }] })
    await update()
    expect((await get(id)).days).toEqual([{ day: '2026-06-01', size: 1, entered: 0, left: 0 }])
    const { rows } = await answer({
      reportType: 'SegmentMembers',
      columns: [{ columnId: 'segmentName' }, { columnId: 'customerName' }, { columnId: 'isCurrent' }],
    })
    expect(rows.map((row) => row.slice(0, 3))).toEqual([['Members', 'cat', true]])
  })

  test('follows its conditions when they are changed, and its name in every report', async () => {
    const { id, columnId } = await create('Californians')
    await update()
    const definition = { ...inCalifornia, filters: [{ columnId: 'state', value: 'OR' }] }
    const changed = await call('PUT', `/segments/${id}`, { name: 'Oregonians', definition })
    expect(Segment.parse(changed.json())).toMatchObject({ name: 'Oregonians', conditionsChangedOn: '2026-06-01' })
    await update()
    expect((await get(id)).days).toEqual([{ day: '2026-06-01', size: 1, entered: 1, left: 0 }])
    const catalog = ReportCatalog.parse((await call('GET', '/reports/catalog')).json())
    const columns = catalog.reportTypes.find(({ reportType }) => reportType === 'Orders')?.columns ?? []
    expect(columns.find((column) => column.columnId === columnId)?.displayName).toBe('In Oregonians')
    const fields = await call('GET', '/custom-fields')
    expect(fields.json()).toEqual([])
  })

  test('renamed keeps the day of its last change of conditions', async () => {
    const { id } = await create('Californians')
    await update()
    await call('PUT', `/segments/${id}`, { name: 'Golden State', definition: inCalifornia })
    expect(await get(id)).toMatchObject({ name: 'Golden State', conditionsChangedOn: null })
  })

  test('that is deleted leaves reports and the account’s data', async () => {
    const { id, columnId } = await create('Californians')
    await update()
    expect((await call('DELETE', `/segments/${id}`)).statusCode).toBe(204)
    await update()
    expect(await list()).toEqual([])
    expect(await t.rows(owner.accountId, 'SELECT * FROM segment_members')).toEqual([])
    const filtered = { reportType: 'Orders', columns: [{ columnId: 'netSales' }], filters: [{ columnId }] }
    expect((await call('POST', '/reports/query', { definition: filtered })).statusCode).toBe(400)
    expect((await call('GET', `/segments/${id}`)).statusCode).toBe(404)
  })

  test('whose conditions name a deleted field keeps its members and says why', async () => {
    const field = await call('POST', '/custom-fields', { label: 'Tier', record: 'customers', type: 'text' })
    const { key } = field.json<{ key: string }>()
    await t.load(owner.accountId, {
      customers: [customerRow({ source_id: 'eve', custom: JSON.stringify({ [key]: 'gold' }) })],
    })
    const definition = { ...inCalifornia, filters: [{ columnId: key, value: 'gold' }] }
    const { id } = await create('Gold', definition)
    await update()
    await call('DELETE', `/custom-fields/${key}`)
    await update()
    const segment = await get(id)
    expect(segment.days.at(-1)?.size).toBe(1)
    expect(segment.problem).toContain(key)
  })

  test('belongs to its account', async () => {
    const { id } = await create('Californians')
    const other = await t.register()
    expect((await call('GET', `/segments/${id}`, undefined, other.token)).statusCode).toBe(404)
    expect((await call('DELETE', `/segments/${id}`, undefined, other.token)).statusCode).toBe(404)
  })
})

describe('members are updated', () => {
  const jobs = async () =>
    (
      await t.deps.db.selectFrom('segments').select('updated_day').where('account_id', '=', owner.accountId).execute()
    ).map(({ updated_day }) => updated_day)

  test('once on each day of the account, also without new data', async () => {
    await create('Californians')
    await update()
    expect(await jobs()).toEqual(['2026-06-01'])
    const sent: object[] = []
    const queue = { ...t.deps.jobs, send: async (_db: unknown, _job: unknown, data: object) => void sent.push(data) }
    // 23:59 and 00:01 in Los Angeles
    for (const [at, expected] of [
      [Date.UTC(2026, 5, 2, 6, 59), []],
      [Date.UTC(2026, 5, 2, 7, 1), [{ accountId: owner.accountId }]],
    ] as const) {
      t.clock.set(at)
      await runJob(dueSegmentsHandler, { ...t.deps, jobs: queue })
      expect(sent.filter((data) => JSON.stringify(data) === JSON.stringify({ accountId: owner.accountId }))).toEqual(
        expected,
      )
    }
  })

  test('by the last of several syncs', async () => {
    const { id } = await create('Californians')
    const db = unscoped(t.deps.db)
    const now = new Date(NOON)
    const service = { account_id: owner.accountId, id: `s-${owner.accountId}`, type: 'Csv', name: 'Csv' }
    await db
      .insertInto('services')
      .values({ ...service, created_at: now, updated_at: now })
      .execute()
    const run = {
      account_id: owner.accountId,
      id: `r-${owner.accountId}`,
      service_id: service.id,
      kind: 'sync' as const,
    }
    await db
      .insertInto('service_runs')
      .values({ ...run, status: 'running', created_at: now })
      .execute()
    await update()
    expect((await get(id)).startedOn).toBeNull()
    await db.updateTable('service_runs').set({ finished_at: now }).where('id', '=', run.id).execute()
    await update()
    expect((await get(id)).startedOn).toBe('2026-06-01')
  })
})

test('is refused by the field that is wrong', async () => {
  for (const [change, field] of [
    [{ reportType: 'Orders' }, 'reportType'],
    [{ groupColumns: ['state'] }, 'groupColumns'],
    [{ top: 10 }, 'top'],
    [{ filters: [{ columnId: 'nothing', value: 1 }] }, 'filters[0]'],
    [{ filters: [{ columnId: 'recencyScore', value: 'many' }] }, 'filters'],
    [{ serviceId: 'none' }, 'serviceId'],
  ] as const) {
    const response = await call('POST', '/segments', { name: 'Odd', definition: { ...inCalifornia, ...change } })
    expect([change, response.statusCode, response.body]).toEqual([change, 400, expect.stringContaining(`"${field}`)])
  }
})

test('is refused for another segment, and for a name that is taken', async () => {
  const { columnId } = await create('Californians')
  const nested = { ...inCalifornia, filters: [{ columnId, comparison: 'IsTrue' }] }
  const response = await call('POST', '/segments', { name: 'Nested', definition: nested })
  expect(response.json()).toMatchObject({ errors: [{ message: 'A segment can’t be defined by another segment' }] })
  expect((await call('POST', '/segments', { name: 'californians', definition: inCalifornia })).statusCode).toBe(400)
})
