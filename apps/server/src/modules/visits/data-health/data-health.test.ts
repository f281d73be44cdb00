import { beforeAll, expect, test } from 'vitest'
import { ReportResult } from '#contract/reports.ts'
import type { DataHealthItem } from '#contract/visits.ts'
import type { CanonicalRecord } from '#domain/canonical/record.ts'
import { PAGES } from '#reports/navigation.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import type { Batch } from '#warehouse/duckdb/load-batch.fixture.ts'
import { customerRow, lineRow, membershipRow, orderRow, reservationRow } from '#warehouse/duckdb/sample-rows.fixture.ts'
import { rateSeverity } from './health-check.ts'
import { REPORT_CHECKS } from './report-checks.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
const HOUR = 3_600_000

const dateless = { source_updated: null, time_basis: 'utc' } as const

const product = (changes: Partial<CanonicalRecord<'products'>>): CanonicalRecord<'products'> => ({
  ...dateless,
  source_id: 'p1',
  sku: 'PN-19',
  title: 'Pinot Noir',
  category: null,
  brand: null,
  vintage: null,
  varietal: null,
  item_kind: 'wine',
  price: 4000,
  cost: null,
  currency: 'USD',
  ...changes,
})

const hold = (changes: Partial<CanonicalRecord<'membership_holds'>>): CanonicalRecord<'membership_holds'> => ({
  ...dateless,
  source_id: 'h1',
  membership_source_id: 'm1',
  start: '2026-05-01',
  end: null,
  reason: null,
  ...changes,
})

/** One record of each gap among complete records. */
const CRAFTED: Batch = {
  orders: [
    orderRow({ source_id: 'o1', customer_source_id: 'c1' }),
    orderRow({ source_id: 'o2', channel: 'other', channel_raw: 'Wine Train' }),
    orderRow({ source_id: 'o3', currency: 'EUR' }),
    orderRow({ source_id: 'o4', customer_source_id: 'c1', payment_status: 'other', payment_status_raw: 'IOU' }),
  ],
  order_lines: [
    lineRow({ brand: 'Estate', vintage: '2019', category: 'Red', product_source_id: 'p1' }),
    lineRow({ line_number: 2, brand: 'Estate', product_source_id: 'p9' }),
    lineRow({ line_number: 3, item_kind: 'merch' }),
    lineRow({ line_number: 4, item_kind: 'shipping' }),
    lineRow({ line_number: 5, item_kind: 'other' }),
    lineRow({ line_number: 6, brand: null, vintage: '2020', category: 'Red', product_source_id: 'p1' }),
  ],
  customers: [
    customerRow({ source_id: 'c1', email: 'Lee@winery.example', birth: '1980-01-02' }),
    customerRow({ source_id: 'c2', name: 'Lee Roy', email: ' lee@Winery.example', birth: null }),
    customerRow({ source_id: 'c3', email: null, birth: null }),
  ],
  products: [
    product({}),
    product({ source_id: 'p2', price: null }),
    product({ source_id: 'p3', currency: 'EUR' }),
    product({ source_id: 'p4', currency: null }),
  ],
  memberships: [
    membershipRow({ source_id: 'm1' }),
    membershipRow({ source_id: 'm2', status: 'cancelled' }),
    membershipRow({ source_id: 'm3', status: 'cancelled', cancelled: Date.UTC(2026, 5, 1) }),
  ],
  membership_holds: [hold({}), hold({ source_id: 'h2', membership_source_id: 'm9' })],
  reservations: [
    reservationRow({ customer_source_id: 'c1' }),
    reservationRow({ source_id: 'r2' }),
    reservationRow({ source_id: 'r3', status: 'reserved' }),
  ],
}

const load = ({ accountId }: Member, batch: Batch, serviceId = 's1') => t.load(accountId, batch, { serviceId })

const health = async ({ token }: Member): Promise<Map<string, DataHealthItem>> => {
  const response = await t.call('GET', '/data-health', { token })
  expect(response.statusCode).toBe(200)
  const { items }: { items: DataHealthItem[] } = response.json()
  return new Map(items.map((item) => [item.id, item]))
}

/** The report at a path, requested like the page does. */
const reportAt = async ({ token }: Member, path: string): Promise<ReportResult> => {
  const url = new URL(path, 'http://cuvee.test')
  const filters = [...url.searchParams].flatMap(([name, text]) => {
    const [comparison, value = null] = text.split(':')
    return name.startsWith('f.') ? [{ columnId: name.slice(2), comparison, value }] : []
  })
  const definition = { builtin: url.pathname.replace('/reports/', '') }
  const body = { definition, filters, relativeDate: url.searchParams.get('relativeDate') }
  return ReportResult.parse((await t.call('POST', '/reports/query', { token, body })).json())
}

let crafted: Member
beforeAll(async () => {
  crafted = await t.register({ currency: 'USD' })
  await load(crafted, CRAFTED)
})

test('finds one record of each gap among complete records', async () => {
  const counts = [...(await health(crafted)).values()].map(({ id, count, of }) => [id, count, of])
  expect(Object.fromEntries(counts.map(([id, ...numbers]) => [id, numbers]))).toEqual({
    'failing-services': [0, 0],
    'stale-services': [0, 0],
    'set-aside-records': [0, 17],
    'orders-without-customer': [1, 3],
    'orders-of-unknown-channel': [1, 3],
    'orders-of-unknown-payment': [1, 3],
    'lines-of-unknown-type': [1, 6],
    'lines-without-brand': [1, 3],
    'lines-without-vintage': [1, 3],
    'lines-without-category': [1, 3],
    'products-without-price': [2, 4],
    'customers-without-email': [1, 3],
    'customers-without-birth-date': [2, 3],
    'cancellations-without-date': [1, 2],
    'joined-customers': [0, 3],
    'duplicate-customers': [1, 3],
    'orders-in-another-currency': [1, 4],
    'lines-of-unknown-products': [3, 5],
    'visits-without-customer': [1, 2],
    'holds-without-membership': [1, 2],
  })
})

test('lists as many records in the linked report as an item counts', async () => {
  for (const { id, count, path } of (await health(crafted)).values())
    if (path?.startsWith('/reports/')) expect([id, (await reportAt(crafted, path)).rowCount]).toEqual([id, count])
})

test('links only items with a report page, in the format that reports parse', async () => {
  const items = await health(crafted)
  expect(items.get('lines-without-vintage')?.path).toBe(
    '/reports/orders/order-detail?f.itemKind=Equal:wine&f.vintage=IsNull&relativeDate=OrderDate-None',
  )
  expect(items.get('duplicate-customers')?.path).toBeNull()
  expect(items.get('set-aside-records')?.path).toBe('/admin/services')
})

test.each(REPORT_CHECKS)('includes the report of $id in every plan', ({ report }) => {
  expect(PAGES.get(`/reports/${report}`)?.accountTypes).toBeNull()
})

test('lists every check without gaps for an account without data', async () => {
  const items = await health(await t.register())
  expect(items.size).toBe(20)
  for (const item of items.values()) expect(item).toMatchObject({ count: 0, severity: 'good' })
})

test('counts customers that more than one service has, joined by email', async () => {
  const member = await t.register({ currency: 'USD' })
  const lee = (source_id: string) => ({ customers: [customerRow({ source_id, email: 'lee@winery.example' })] })
  await load(member, lee('c1'))
  await load(member, lee('7'), 'till')
  const items = await health(member)
  expect(items.get('joined-customers')).toMatchObject({ count: 1, of: 1, severity: 'good' })
  expect(items.get('duplicate-customers')).toMatchObject({ count: 0, of: 2 })
})

test('updates the results after a load', async () => {
  const member = await t.register({ currency: 'USD' })
  expect((await health(member)).get('orders-without-customer')).toMatchObject({ count: 0, of: 0 })
  await load(member, CRAFTED)
  expect((await health(member)).get('orders-without-customer')).toMatchObject({ count: 1, of: 3, severity: 'notice' })
  expect((await t.call('GET', '/data-health', { token: member.token })).json().asOf).not.toBeNull()
})

const addService = async ({ accountId }: Member, changes: object) => {
  const now = new Date(t.clock.now() - 100 * HOUR)
  const id = t.deps.ids.next()
  await t.deps.db
    .insertInto('services')
    .values({
      id,
      account_id: accountId,
      type: 'commerce7',
      name: 'Shop',
      created_at: now,
      updated_at: now,
      ...changes,
    })
    .execute()
  return id
}
const ago = (hours: number) => new Date(t.clock.now() - hours * HOUR)

test.each([
  ['up to date', { sync_every_minutes: 60, last_synced_at: ago(1) }, 0, 0],
  ['failed once', { failures: 1 }, 1, 0],
  ['rejected credentials', { needs_attention_at: ago(1) }, 1, 0],
  ['one day late', { sync_every_minutes: 60, last_synced_at: ago(24.9) }, 0, 0],
  ['more than one day late', { sync_every_minutes: 60, last_synced_at: ago(25.1) }, 0, 1],
  ['never synced', { sync_every_minutes: 60 }, 0, 1],
  ['manual sync only', { sync_every_minutes: null, last_synced_at: ago(5000) }, 0, 0],
])('services: %s', async (_, service, failing, stale) => {
  const member = await t.register()
  await addService(member, service)
  const items = await health(member)
  expect(items.get('failing-services')).toMatchObject({ count: failing, of: 1, severity: failing ? 'bad' : 'good' })
  expect(items.get('stale-services')).toMatchObject({ count: stale, of: 1 })
})

test('counts quarantined records until they are resolved, per account', async () => {
  const member = await t.register({ currency: 'USD' })
  await load(member, CRAFTED)
  const service_id = await addService(member, {})
  const run_id = t.deps.ids.next()
  const of = { account_id: member.accountId, service_id, created_at: new Date(t.clock.now()) }
  await t.deps.db
    .insertInto('service_runs')
    .values({ ...of, id: run_id, kind: 'sync', status: 'succeeded' })
    .execute()
  const record = { ...of, run_id, stream: 'orders', reason: 'It has no date' }
  await t.deps.db
    .insertInto('set_aside_records')
    .values([record, record, { ...record, resolved_at: new Date(t.clock.now()) }])
    .execute()
  const path = `/admin/services/${service_id}/set-aside`
  expect((await health(member)).get('set-aside-records')).toMatchObject({ count: 2, of: 19, severity: 'bad', path })
  expect((await health(crafted)).get('set-aside-records')).toMatchObject({ count: 0 })
})

test.each(REPORT_CHECKS)('$id of more than a tenth of the records is no small gap', ({ noticeFrom }) => {
  expect(noticeFrom).toBeLessThanOrEqual(0.1)
})

const limits = { noticeFrom: 0.1, badFrom: 0.5 }

test.each([
  ['none', limits, 0, 100, 'good'],
  ['no records', limits, 0, 0, 'good'],
  ['below the notice threshold', limits, 9, 100, 'good'],
  ['at the notice threshold', limits, 10, 100, 'notice'],
  ['below the bad threshold', limits, 49, 100, 'notice'],
  ['at the bad threshold', limits, 50, 100, 'bad'],
  ['one record with a notice threshold of 0', { noticeFrom: 0, badFrom: 0.5 }, 1, 1_000_000, 'notice'],
  ['one record with a bad threshold of 0', { noticeFrom: 0, badFrom: 0 }, 1, 1_000_000, 'bad'],
  ['all records', { noticeFrom: 0, badFrom: 1 }, 3, 3, 'bad'],
])('severity of %s', (_, of, count, total, severity) => {
  expect(rateSeverity(of, { count, of: total })).toBe(severity)
})
