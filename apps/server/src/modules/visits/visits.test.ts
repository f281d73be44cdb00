import { test as base, expect } from 'vitest'
import { ReportResult } from '#contract/reports.ts'
import { readVisitRules } from '#server/modules/accounts/accounts.repo.ts'
import { serviceCalls } from '#server/modules/services/service-calls.fixture.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import type { Batch } from '#warehouse/duckdb/load-batch.fixture.ts'
import { lineRow, membershipRow, orderRow, reservationRow } from '#warehouse/duckdb/sample-rows.fixture.ts'
import { saveTastings } from './save-rules.usecases.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' } })
const { addService, imported } = serviceCalls(t)
const zone = { timeZone: 'America/Los_Angeles', currency: 'USD' }
const test = base.extend('owner', () => t.register(zone))
/** 12:30 p.m. in Los Angeles on that day of June; the clock is at the 17th */
const day = (dayOfJune: number): number => Date.UTC(2026, 5, dayOfJune, 19, 30)

const loadRecords = ({ accountId }: Member, batch: Batch, serviceId = 'shop') => t.load(accountId, batch, { serviceId })

const TASTINGS = '/admin/tasting-experiences'
const SIGNUPS = '/admin/club-signup-products'
const get = async ({ token }: Member, path: string) => (await t.call('GET', path, { token })).json()
const put = ({ token }: Member, path: string, body: object) => t.call('PUT', path, { token, body })

const tile = async ({ token }: Member, type: string) => {
  const widgets = [{ id: 'w', type, props: { dateRange: 'ThisMonth' } }]
  const response = await t.call('POST', '/dashboards/data', { token, body: { widgets } })
  const { data }: { data: { kpis: { value: number | null }[]; rows: unknown[][] } } = JSON.parse(response.body)
  return { kpis: data.kpis.map(({ value }) => value), rows: data.rows }
}

const report = async ({ token }: Member, reportType: string, columns: readonly string[]) => {
  const definition = { reportType, columns: columns.map((columnId) => ({ columnId })) }
  return ReportResult.parse((await t.call('POST', '/reports/query', { token, body: { definition } })).json())
}

/** Three orders of a shop without reservations and memberships. */
const SHOP: Batch = {
  orders: [
    orderRow({ source_id: 'o1', ordered: day(3), customer_source_id: 'c1', team_member: 'Ana' }),
    orderRow({ source_id: 'o2', ordered: day(4), customer_source_id: 'c2', team_member: 'Ben' }),
    orderRow({ source_id: 'o3', ordered: day(5), customer_source_id: 'c3', team_member: 'Ben' }),
  ],
  order_lines: [
    lineRow({
      order_source_id: 'o1',
      sku: 'FLIGHT',
      product_title: 'Flight',
      item_kind: 'tasting',
      quantity: 4,
      amount: 8000,
    }),
    lineRow({ order_source_id: 'o1', line_number: 2, sku: 'PN', category: 'Red', amount: 4000 }),
    lineRow({
      order_source_id: 'o1',
      line_number: 3,
      sku: 'JOIN',
      product_title: 'Club joining',
      item_kind: 'other',
      amount: 0,
    }),
    lineRow({
      order_source_id: 'o2',
      sku: 'FLIGHT',
      product_title: 'Flight',
      item_kind: 'tasting',
      quantity: 1,
      amount: 2000,
    }),
    lineRow({ order_source_id: 'o3', sku: 'PN', quantity: 12, amount: 48_000 }),
  ],
}

test('counts nothing until products are selected, and returns the selection with the options', async ({ owner }) => {
  expect(await get(owner, TASTINGS)).toEqual({ products: [], excludedExperiences: [], choices: [], experiences: [] })
  expect(await get(owner, SIGNUPS)).toEqual({ products: [], choices: [] })
  const tastings = { products: [{ sku: 'FLIGHT', guestsPerUnit: 2 }], excludedExperiences: ['Dinner'] }
  expect((await put(owner, TASTINGS, tastings)).json()).toEqual(tastings)
  const signups = { products: [{ sku: 'JOIN', clubName: 'Estate' }] }
  expect((await put(owner, SIGNUPS, signups)).json()).toEqual(signups)
  expect(await get(owner, TASTINGS)).toMatchObject(tastings)
  expect(await get(owner, SIGNUPS)).toMatchObject(signups)
  const other = await t.register(zone)
  expect(await get(other, TASTINGS)).toMatchObject({ products: [], excludedExperiences: [] })
})

test.each([
  [TASTINGS, { products: [], excludedExperiences: [] }, { guestsPerUnit: 1 }],
  [SIGNUPS, { products: [] }, { clubName: 'Estate' }],
])('%s rejects a duplicate product by entry and changes nothing', async (path, empty, rule) => {
  const owner = await t.register(zone)
  const products = ['A', 'B', ' A ', 'a', 'B'].map((sku) => ({ sku, ...rule }))
  const response = await put(owner, path, { ...empty, products })
  expect(response.statusCode).toBe(400)
  expect(response.json().errors).toEqual([
    expect.objectContaining({ field: 'products[2].sku' }),
    expect.objectContaining({ field: 'products[4].sku' }),
  ])
  expect(await get(owner, path)).toMatchObject({ products: [] })
})

test.each([
  ['a product without SKU', { sku: '  ', guestsPerUnit: 1 }],
  ['a product for no guest', { sku: 'A', guestsPerUnit: 0 }],
  ['a product for half a guest', { sku: 'A', guestsPerUnit: 0.5 }],
  ['a product for more than a hundred', { sku: 'A', guestsPerUnit: 101 }],
])('rejects %s', async (_, product) => {
  const owner = await t.register(zone)
  const response = await put(owner, TASTINGS, { products: [product], excludedExperiences: [] })
  expect(response.statusCode).toBe(400)
})

test('writes each change of the rules to the audit log', async ({ owner }) => {
  await put(owner, TASTINGS, { products: [], excludedExperiences: [] })
  await put(owner, SIGNUPS, { products: [] })
  const rows = await t.deps.db
    .selectFrom('audit_log')
    .select(['action', 'user_id'])
    .where('account_id', '=', owner.accountId)
    .where('action', 'like', 'visits.%')
    .orderBy('id')
    .execute()
  expect(rows).toEqual([
    { action: 'visits.saveTastingExperiences', user_id: owner.userId },
    { action: 'visits.saveClubSignupProducts', user_id: owner.userId },
  ])
})

test('counts tastings and signups in tiles and reports while their products are selected', async ({ owner }) => {
  await loadRecords(owner, SHOP)
  expect(await tile(owner, 'tastingExperience')).toEqual({ kpis: [0, null, null, null], rows: [] })
  const flights = { products: [{ sku: 'FLIGHT', guestsPerUnit: 2 }], excludedExperiences: [] }
  expect((await put(owner, TASTINGS, flights)).statusCode).toBe(200)
  expect((await put(owner, SIGNUPS, { products: [{ sku: 'JOIN', clubName: 'Estate' }] })).statusCode).toBe(200)
  // Ten guests, of whom the eight of o1 bought wine and one joined; 120 and 20 dollars.
  expect(await tile(owner, 'tastingExperience')).toEqual({
    kpis: [10, 0.8, 0.1, 14],
    rows: [['Flight', 10, 0.8, 0.1, 14]],
  })
  expect(await tile(owner, 'clubSignup')).toEqual({
    kpis: [1, 10, 0.1],
    rows: [
      ['Ana', 1, 1, 8, 0.125],
      ['Ben', 0, 0, 2, 0],
    ],
  })
  expect((await report(owner, 'Reservations', ['reservationId', 'experience', 'teamMember', 'guests'])).rows).toEqual([
    ['sku:o1/1', 'Flight', 'Ana', 8],
    ['sku:o2/1', 'Flight', 'Ben', 2],
  ])
  const members = await report(owner, 'Memberships', ['membershipId', 'customerId', 'clubName', 'status'])
  expect(members.rows).toEqual([['sku:o1/3', 'c1', 'Estate', 'active']])
  const none = await put(owner, TASTINGS, { products: [], excludedExperiences: ['Flight'] })
  expect(none.statusCode).toBe(200)
  expect((await report(owner, 'Reservations', ['reservationId'])).rows).toEqual([])
  expect((await report(owner, 'Memberships', ['membershipId'])).rowCount).toBe(1)
})

test('removes an excluded experience from tiles and keeps its reservations in reports', async ({ owner }) => {
  const booked = (id: string, experience: string, guests: number) =>
    reservationRow({ source_id: id, experience, guests, reserved: day(6) })
  await loadRecords(owner, { reservations: [booked('r1', 'Dinner', 9), booked('r2', 'Flight', 3)] })
  await put(owner, TASTINGS, { products: [], excludedExperiences: ['Dinner'] })
  expect((await tile(owner, 'tastingExperience')).kpis[0]).toBe(3)
  expect((await report(owner, 'Reservations', ['reservationId', 'guests'])).rows).toEqual([
    ['r1', 0],
    ['r2', 3],
  ])
})

test('marks numbers as computed under other rules, also when they are unchanged', async ({ owner }) => {
  const before = await report(owner, 'Orders', ['orderCount'])
  await put(owner, TASTINGS, { products: [], excludedExperiences: ['Dinner'] })
  const after = await report(owner, 'Orders', ['orderCount'])
  expect(after.definitionVersion).not.toBe(before.definitionVersion)
  expect(after.etag).not.toBe(before.etag)
})

test('applies rules that were saved before the first file', async ({ owner }) => {
  await put(owner, TASTINGS, { products: [{ sku: 'FLIGHT', guestsPerUnit: 3 }], excludedExperiences: [] })
  const service = await addService(owner)
  const file = 'orderId,orderDate,sku,quantity,unitPrice\n1,2026-06-02 11:00,FLIGHT,2,20.00\n'
  expect(await imported(owner, service.id, file, { kind: 'order_lines' })).toMatchObject({ status: 'succeeded' })
  expect((await report(owner, 'Reservations', ['guests'])).rows).toEqual([[6]])
})

test('applies saved rules by the queued job when the server was killed before', async ({ owner }) => {
  await loadRecords(owner, SHOP)
  const warehouse = Object.create(t.deps.warehouse, {
    changeVisitRules: { value: () => Promise.reject(new Error('killed')) },
  })
  const tastings = { products: [{ sku: 'FLIGHT', guestsPerUnit: 1 }], excludedExperiences: [] }
  await expect(saveTastings({ ...t.deps, warehouse }, owner.accountId, tastings)).rejects.toThrow('killed')
  await expect.poll(async () => (await report(owner, 'Reservations', ['guests'])).rows).toEqual([[4], [1]])
})

test('keeps concurrent changes of both kinds, and updates the rows to the last', async ({ owner }) => {
  await loadRecords(owner, SHOP)
  const guests = [1, 2, 3, 4, 5]
  const answers = await Promise.all([
    ...guests.map((guestsPerUnit) =>
      put(owner, TASTINGS, { products: [{ sku: 'FLIGHT', guestsPerUnit }], excludedExperiences: [] }),
    ),
    put(owner, SIGNUPS, { products: [{ sku: 'JOIN', clubName: 'Estate' }] }),
  ])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 200])
  const { version, tastingProducts } = await readVisitRules(t.deps.db, owner.accountId)
  expect(version).toBe(6)
  const rows = await report(owner, 'Reservations', ['guests'])
  expect(rows.rows).toEqual([4, 1].map((units) => [units * (tastingProducts[0]?.guestsPerUnit ?? 0)]))
  expect((await report(owner, 'Memberships', ['clubName'])).rows).toEqual([['Estate']])
})

test('offers all products sold, similar ones first, then by net units of the last 365 days', async ({ owner }) => {
  const long = Date.UTC(2025, 4, 1, 19)
  await loadRecords(owner, {
    orders: [
      ...(SHOP.orders ?? []),
      orderRow({ source_id: 'old', ordered: long }),
      orderRow({ source_id: 'open', ordered: day(6), payment_status: 'pending' }),
      orderRow({ source_id: 'back', ordered: day(7), is_refund: true, refund_of_source_id: 'o3' }),
    ],
    order_lines: [
      ...(SHOP.order_lines ?? []),
      lineRow({ order_source_id: 'old', sku: 'CH', product_title: 'Chardonnay', quantity: 99 }),
      lineRow({ order_source_id: 'open', sku: 'CH', product_title: 'Chardonnay', quantity: 50 }),
      lineRow({ order_source_id: 'open', line_number: 2, sku: null }),
      lineRow({ order_source_id: 'back', sku: 'PN', quantity: -3, amount: -1 }),
    ],
  })
  const { choices } = await get(owner, TASTINGS)
  expect(choices).toEqual([
    { sku: 'FLIGHT', title: 'Flight', category: null, unitsSold: 5 },
    { sku: 'PN', title: 'Pinot Noir', category: 'Red', unitsSold: 10 },
    { sku: 'JOIN', title: 'Club joining', category: null, unitsSold: 1 },
    { sku: 'CH', title: 'Chardonnay', category: null, unitsSold: 0 },
  ])
  const signups = await get(owner, SIGNUPS)
  expect(signups.choices[0]).toMatchObject({ sku: 'JOIN' })
})

test('limits options to 500 products, and lists the experiences of reservations with guests', async ({ owner }) => {
  const ids = Array.from({ length: 600 }, (_, index) => index)
  await loadRecords(owner, {
    orders: [orderRow()],
    order_lines: [
      ...ids.map((place) => lineRow({ line_number: place + 1, sku: `S${place}`, quantity: place })),
      lineRow({ line_number: 700, sku: 'FLIGHT', product_title: 'Flight', item_kind: 'tasting', quantity: 0.5 }),
    ],
    reservations: [
      reservationRow({ source_id: 'r1', experience: 'Cave tour', guests: 2 }),
      reservationRow({ source_id: 'r2', experience: 'Cave tour', guests: 4, status: 'no_show' }),
      reservationRow({ source_id: 'r3', experience: 'Dinner', guests: 9 }),
      reservationRow({ source_id: 'r4', experience: null, guests: 7 }),
    ],
    memberships: [membershipRow()],
  })
  await put(owner, TASTINGS, { products: [{ sku: 'S599', guestsPerUnit: 1 }], excludedExperiences: [] })
  const { choices, experiences } = await get(owner, TASTINGS)
  expect(choices).toHaveLength(500)
  expect(choices[0]).toMatchObject({ sku: 'FLIGHT' })
  expect(choices[1]).toMatchObject({ sku: 'S599' })
  expect(experiences).toEqual([
    { name: 'Dinner', reservations: 1, guests: 9 },
    { name: 'Cave tour', reservations: 2, guests: 6 },
  ])
})
