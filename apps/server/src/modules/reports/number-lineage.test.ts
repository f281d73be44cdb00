import { beforeAll, expect, test } from 'vitest'
import { type ExplainRequest, Lineage } from '#contract/reports.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { lineRow, orderRow } from '#warehouse/duckdb/sample-rows.fixture.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
const AMOUNTS = [1_000, 2_500, -400]
let owner: Member

beforeAll(async () => {
  owner = await t.register({ timeZone: 'America/Los_Angeles', currency: 'USD' })
  const order = (channel: string, amount: number, at: number) =>
    orderRow({
      source_id: `${channel}${at}`,
      order_number: `${channel}${at}`,
      channel,
      time_basis: 'local',
      ordered: '2026-06-10 12:00:00',
      is_refund: amount < 0,
      subtotal: amount,
      total: amount,
    })
  const channels = ['pos', 'club']
  await t.load(
    owner.accountId,
    {
      orders: channels.flatMap((channel) => AMOUNTS.map((amount, at) => order(channel, amount, at))),
      order_lines: channels.flatMap((channel) =>
        AMOUNTS.map((amount, at) =>
          lineRow({
            source_id: `${channel}${at}-1`,
            order_source_id: `${channel}${at}`,
            line_id: '1',
            amount,
            quantity: 1,
          }),
        ),
      ),
    },
    { serviceId: 's1' },
  )
})

const explain = async (body: ExplainRequest): Promise<Lineage> =>
  Lineage.parse((await t.call('POST', '/reports/explain', { token: owner.token, body })).json())

const BY_CHANNEL = {
  reportType: 'Orders',
  columns: [
    { columnId: 'channel' },
    { columnId: 'averageOrder', displayName: 'Mean basket' },
    { columnId: 'customerId', aggregation: 'Count' as const },
  ],
  groupColumns: ['channel'],
  relativeDateFilter: { relativeRange: 'ThisMonth', columnName: 'OrderDate' },
}

test('explains a number with its formula and values, filters, dates, time zone and proof', async () => {
  const filters = [{ columnId: 'state', comparison: 'NotEqual' as const, value: 'ZZ' }]
  const cell = { row: { channel: 'pos' }, measure: 'averageOrder' }
  const lineage = await explain({ definition: BY_CHANNEL, filters, cell })
  expect(lineage).toMatchObject({
    label: 'Mean basket',
    definition: 'Net sales excluding refunds ÷ orders',
    format: 'currency',
    value: 17.5,
    formula: {
      operator: 'divide',
      parts: [
        { name: 'Net sales excluding refunds', value: 35, format: 'currency' },
        { name: 'Orders', value: 2, format: 'integer' },
      ],
    },
    filters: [
      {
        columnId: 'state',
        label: 'State',
        comparison: 'NotEqual',
        value: 'ZZ',
        isAlternative: false,
        alternativesOf: null,
      },
      {
        columnId: 'channel',
        label: 'Sales channel',
        comparison: 'Equal',
        value: 'pos',
        isAlternative: false,
        alternativesOf: null,
      },
    ],
    range: { from: '2026-06-01', until: '2026-07-01', partial: true },
    rangeOf: 'Order date',
    clubOrders: 'included',
    timeZone: 'America/Los_Angeles',
    currency: 'USD',
    asOf: expect.any(String),
    proof: { cell: 17.5, computed: 17.5, matches: true, records: 2 },
    bridge: {
      reportType: 'Orders',
      steps: [
        { kind: 'all', records: 3, refunds: 1, amount: 31 },
        { kind: 'minus', label: 'Refunds', records: 1, refunds: 1, amount: -4 },
        { kind: 'figure', records: 2, refunds: 0, amount: 35 },
      ],
      matches: true,
      rounding: null,
    },
    sources: [
      {
        serviceId: 's1',
        stored: { orders: 4, refunds: 2, netSales: 62 },
        source: { orders: 4, refunds: 2, netSales: 62 },
        matches: true,
      },
    ],
  })
})

test('checks stored orders against what the source gave, and says so where they differ', async () => {
  const question = { definition: BY_CHANNEL, cell: { measure: 'averageOrder' } }
  const change = (sql: string) => t.files.withConnection(owner.accountId, (connection) => connection.run(sql))
  await change("UPDATE orders SET net_sales = net_sales + 100 WHERE source_id = 'pos0'")
  const damaged = await explain({ ...question, filters: [{ columnId: 'state', comparison: 'NotEqual', value: 'AA' }] })
  expect(damaged.sources).toMatchObject([{ stored: { netSales: 63 }, source: { netSales: 62 }, matches: false }])
  await change("UPDATE orders SET net_sales = net_sales - 100 WHERE source_id = 'pos0'")
  await change("DELETE FROM source_orders WHERE source_id = 'pos0'")
  const unknown = await explain({ ...question, filters: [{ columnId: 'state', comparison: 'NotEqual', value: 'BB' }] })
  expect(unknown.sources).toMatchObject([{ source: null, matches: null }])
})

test('joins alternative filters by "or"', async () => {
  const filters = ['pos', 'web'].map((value) => ({ columnId: 'channel', value }))
  const definition = { ...BY_CHANNEL, filters, filterOperator: 'Or' as const }
  const lineage = await explain({ definition, cell: { measure: 'averageOrder' } })
  expect(lineage.filters.map(({ isAlternative }) => isAlternative)).toEqual([true, true])
})

test('tells the values of each dimension of the filter bar apart', async () => {
  const dimensionFilters = [
    { columnId: 'channel', values: ['pos', 'web'] },
    { columnId: 'state', values: ['ZZ'], exclude: true },
    { columnId: 'isRefund', values: [false, null] },
  ]
  const { filters, proof } = await explain({
    definition: BY_CHANNEL,
    dimensionFilters,
    cell: { measure: 'averageOrder' },
  })
  expect(
    filters.map(({ columnId, comparison, value, alternativesOf }) => [columnId, comparison, value, alternativesOf]),
  ).toEqual([
    ['channel', 'Equal', 'pos', 1],
    ['channel', 'Equal', 'web', 1],
    ['state', 'NotEqual', 'ZZ', null],
    ['isRefund', 'Equal', false, 2],
    ['isRefund', 'Equal', null, 2],
  ])
  expect(proof.matches).toBe(true)
})

test('names the aggregation in the definition', async () => {
  const { definition, value } = await explain({
    definition: BY_CHANNEL,
    cell: { measure: 'customerId', aggregation: 'Count' },
  })
  expect([definition, value]).toEqual(['Distinct count of Customer ID', expect.any(Number)])
})

test('states whether sales tiles include club orders, and nothing for other tiles', async () => {
  const ofTile = (type: string, measure: string, includeClubOrders: boolean) =>
    explain({ widget: { type, props: { periodType: 'ytd' } }, includeClubOrders, cell: { measure } })
  expect(await ofTile('sales', 'netSales', true)).toMatchObject({ clubOrders: 'included', value: 62 })
  expect(await ofTile('sales', 'netSales', false)).toMatchObject({ clubOrders: 'left out', value: 31 })
  expect(await ofTile('customerLTV', 'meanLifetimeValue', false)).toMatchObject({
    clubOrders: 'left out',
    label: 'Average lifetime value',
  })
  expect(await ofTile('clubMemberCount', 'activeMembers', false)).toMatchObject({ clubOrders: null })
})

test('shows the dates of the comparison period for its numbers', async () => {
  const cell = { measure: 'averageOrder', period: 'previous' as const }
  const { range } = await explain({ definition: BY_CHANNEL, compare: 'previousYear', cell })
  expect(range).toMatchObject({ from: '2025-06-01' })
})
