import { beforeAll, expect, test } from 'vitest'
import { ReportResult } from '#contract/reports.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { lineRow, orderRow } from '#warehouse/duckdb/sample-rows.fixture.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
let owner: Member

/** Dollars by channel in February and in March 2026. */
const SALES: Readonly<Record<string, readonly [february: number, march: number]>> = {
  web: [900, 950],
  pos: [500, 100],
  phone: [0, 300],
  event: [700, 0],
}

beforeAll(async () => {
  owner = await t.register({ timeZone: 'America/Los_Angeles', currency: 'USD' })
  const orders = Object.entries(SALES).flatMap(([channel, amounts]) =>
    amounts.flatMap((amount, index) =>
      amount === 0 ? [] : [{ id: `${channel}${index}`, channel, amount, month: index + 2 }],
    ),
  )
  await t.load(owner.accountId, {
    orders: orders.map(({ id, channel, month }) =>
      orderRow({
        source_id: id,
        order_number: id,
        channel,
        ordered: Date.parse(`2026-0${month}-10T20:00:00Z`),
      }),
    ),
    order_lines: orders.map(({ id, amount }) => lineRow({ source_id: id, order_source_id: id, amount: amount * 100 })),
  })
})

const march = { from: '2026-03-01', until: '2026-04-01', compare: 'previousPeriod' }

const sorted = async (
  direction: 'asc' | 'desc',
  options: object = {},
  top: number | null = null,
  measure = 'netSales',
): Promise<ReportResult> => {
  const definition = {
    reportType: 'Orders',
    columns: [{ columnId: 'channel' }, { columnId: measure }],
    groupColumns: ['channel'],
    orderColumns: [{ columnId: measure, direction, by: 'change' }],
    top,
  }
  const response = await t.call('POST', '/reports/query', {
    token: owner.token,
    body: { definition, ...march, ...options },
  })
  expect(response.statusCode).toBe(200)
  return ReportResult.parse(response.json())
}

test('groups that grew the most come first, and those that lost the most last, with nothing left of one', async () => {
  const { rows, previous, rowCount } = await sorted('desc')
  expect(rows).toEqual([
    ['phone', 300],
    ['web', 950],
    ['pos', 100],
    ['event', 0],
  ])
  expect(previous?.map((row) => row?.[1] ?? null)).toEqual([null, 900, 500, 700])
  expect(rowCount).toBe(4)
})

test('the largest decrease is first the other way round, page by page', async () => {
  const { rows } = await sorted('asc', { page: 1, pageSize: 2 })
  const { rows: second } = await sorted('asc', { page: 2, pageSize: 2 })
  expect([rows, second].map((page) => page.map(([channel]) => channel))).toEqual([
    ['event', 'pos'],
    ['web', 'phone'],
  ])
})

test('a top N is of those that changed most, and without a comparison the value decides', async () => {
  const top = await sorted('asc', {}, 1)
  expect([top.rows, top.rowCount, top.others]).toEqual([[['event', 0]], 1, undefined])
  const plain = await sorted('desc', { compare: 'none' })
  expect(plain.rows.map(([channel]) => channel)).toEqual(['web', 'phone', 'pos'])
})

test('a rate that one of the two has no value of did not change, and comes last', async () => {
  const { rows } = await sorted('asc', {}, null, 'averageOrder')
  expect(rows.slice(0, 2)).toEqual([
    ['pos', 100],
    ['web', 950],
  ])
  expect(
    rows
      .slice(2)
      .map(([channel]) => channel)
      .toSorted(),
  ).toEqual(['event', 'phone'])
})

test('the nothing that is left of a channel is proved like any number', async () => {
  const definition = {
    reportType: 'Orders',
    columns: [{ columnId: 'channel' }, { columnId: 'netSales' }],
    groupColumns: ['channel'],
  }
  const body = { definition, ...march, cell: { row: { channel: 'event' }, measure: 'netSales' } }
  const response = await t.call('POST', '/reports/explain', { token: owner.token, body })
  expect(response.json()).toMatchObject({ value: 0, proof: { matches: true, records: 0 } })
})
