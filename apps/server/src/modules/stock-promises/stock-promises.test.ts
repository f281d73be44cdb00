import { beforeAll, expect, test } from 'vitest'
import { DrillResult, ReportResult } from '#contract/reports.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { lineRow, orderRow } from '#warehouse/duckdb/sample-rows.fixture.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' } })

const SERVICE = 's1'
const PROMISE = { serviceId: SERVICE, sku: 'PN-19', units: 84, name: 'Acme Distribution', dueDay: '2026-12-24' }

let owner: Member

const stock = (sku: string, location: string, on_hand: number) => ({
  source_id: `${sku}@${location}`,
  ...{ source_updated: null, time_basis: 'utc' as const },
  ...{ sku, product_title: sku, location, on_hand, reserved: 6, allocated: 0, available: on_hand - 6 },
})

const call = (method: 'GET' | 'POST' | 'DELETE', url: string, body?: object, token = owner.token) =>
  t.call(method, url, { token, ...(body ? { body } : {}) })

beforeAll(async () => {
  owner = await t.register()
  const yesterday = t.clock.now() - 86_400_000
  await t.load(
    owner.accountId,
    {
      orders: [orderRow({ ordered: yesterday })],
      order_lines: [lineRow({ sku: 'PN-19', quantity: 12.86 })],
      inventory: [stock('PN-19', 'Cellar', 100), stock('PN-19', 'Shop', 50), stock('CH-20', 'Cellar', 30)],
    },
    { serviceId: SERVICE },
  )
})

const DEFINITION = {
  reportType: 'Inventory',
  columns: ['sku', 'available', 'promised', 'free', 'pace', 'weeksOnHand'].map((columnId) => ({ columnId })),
  groupColumns: ['sku'],
  orderColumns: [{ columnId: 'sku', direction: 'desc' }],
}

const ledger = async () => {
  const { rows } = ReportResult.parse((await call('POST', '/reports/query', { definition: DEFINITION })).json())
  return rows
}

test('promised units are not free to sell until the promise is removed', async () => {
  expect(await ledger()).toEqual([
    ['PN-19', 138, 0, 138, 1, 138],
    ['CH-20', 24, 0, 24, 0, null],
  ])
  const created = await call('POST', '/stock-promises', PROMISE)
  expect([created.statusCode, created.json()]).toEqual([201, { key: expect.any(String), ...PROMISE }])
  expect((await call('GET', '/stock-promises')).json()).toEqual([created.json()])
  expect(await ledger()).toEqual([
    ['PN-19', 138, 84, 54, 1, 54],
    ['CH-20', 24, 0, 24, 0, null],
  ])
  const removed = await call('DELETE', `/stock-promises/${created.json<{ key: string }>().key}`)
  expect([removed.statusCode, await ledger()]).toEqual([
    204,
    [
      ['PN-19', 138, 0, 138, 1, 138],
      ['CH-20', 24, 0, 24, 0, null],
    ],
  ])
})

test('a promise of a product of another service takes nothing from this one', async () => {
  await call('POST', '/stock-promises', { ...PROMISE, serviceId: 'another' })
  expect((await ledger())[0]).toEqual(['PN-19', 138, 0, 138, 1, 138])
})

test('the weeks on hand are proven by the free units and the pace', async () => {
  await call('POST', '/stock-promises', { ...PROMISE, units: 40 })
  const cell = { row: { sku: 'PN-19' }, measure: 'weeksOnHand' }
  const { proof } = DrillResult.parse((await call('POST', '/reports/drill', { definition: DEFINITION, cell })).json())
  expect(proof).toMatchObject({ parts: [{ sum: 98 }, { sum: 1 }], computed: 98, cell: 98, matches: true })
})

test('refuses what is no promise, and a promise that is gone', async () => {
  const statuses = [
    (await call('POST', '/stock-promises', { ...PROMISE, units: 0 })).statusCode,
    (await call('POST', '/stock-promises', { ...PROMISE, units: 1.5 })).statusCode,
    (await call('POST', '/stock-promises', { ...PROMISE, name: ' ' })).statusCode,
    (await call('POST', '/stock-promises', { ...PROMISE, dueDay: '2026-02-30' })).statusCode,
    (await call('DELETE', '/stock-promises/p999')).statusCode,
  ]
  expect(statuses).toEqual([400, 400, 400, 400, 404])
})

test('no two promises share a key, even after one is removed', async () => {
  const first = (await call('POST', '/stock-promises', PROMISE)).json<{ key: string }>()
  await call('DELETE', `/stock-promises/${first.key}`)
  const second = (await call('POST', '/stock-promises', PROMISE)).json<{ key: string }>()
  expect(second.key).not.toBe(first.key)
})
