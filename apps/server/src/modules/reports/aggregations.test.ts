import { parse } from 'csv-parse/sync'
import { beforeAll, expect, test } from 'vitest'
import { type Cell, Lineage, ReportResult } from '#contract/reports.ts'
import { AGGREGATIONS } from '#domain/report-terms.ts'
import { registerWinery } from '#testkit/sample-account.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { readSheet } from './export/read-sheet.fixture.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
let owner: Member

beforeAll(async () => {
  owner = await registerWinery(t, { seed: 9, orders: 600 })
})

const post = async (path: string, body: object) => {
  const response = await t.call('POST', path, { token: owner.token, body })
  expect([response.statusCode, response.body.slice(0, 200)]).toEqual([200, response.body.slice(0, 200)])
  return response
}

const named = {
  reportType: 'Orders',
  columns: [
    { columnId: 'channel' },
    ...AGGREGATIONS.map((aggregation) => ({ columnId: 'netSales', aggregation })),
    { columnId: 'customerId', aggregation: 'Count' },
    { columnId: 'orderDate', aggregation: 'Max', displayName: 'Latest' },
  ],
  groupColumns: ['channel'],
}

const NAMES = [
  'Sales channel',
  'Net sales',
  'Net sales (sum)',
  'Net sales (count)',
  'Net sales (min)',
  'Net sales (max)',
  'Net sales (average)',
  'Net sales (median)',
  'Net sales (mode)',
  'Net sales (25th percentile)',
  'Net sales (75th percentile)',
  'Net sales (90th percentile)',
  'Net sales (95th percentile)',
  'Customer ID (count)',
  'Latest',
]

test('a header names the aggregation, unless the report names the column', async () => {
  const { columns } = ReportResult.parse((await post('/reports/query', { definition: named })).json())
  expect(columns.map(({ displayName }) => displayName)).toEqual(NAMES)
})

test('CSV and XLSX have the headers of the report, and the zone of its times', async () => {
  const headers = NAMES.with(-1, `${NAMES.at(-1)} (America/Los_Angeles)`)
  const csv = await post('/reports/export', { definition: named, format: 'csv' })
  expect(parse(csv.body, { bom: true, relax_column_count: true })[0]).toEqual(headers)
  const xlsx = await post('/reports/export', { definition: named, format: 'xlsx' })
  const sheet = readSheet(xlsx.rawPayload, 1).map((row) => row.map(({ value }) => value))
  expect(sheet).toContainEqual(headers)
})

test('percentiles of a row and of the total prove themselves', async () => {
  const definition = {
    reportType: 'Orders',
    columns: [{ columnId: 'channel' }, { columnId: 'netSales', aggregation: 'P90' }],
    groupColumns: ['channel'],
  }
  const { rows, totals } = ReportResult.parse((await post('/reports/query', { definition })).json())
  const cells: readonly [row: Record<string, Cell>, shown: Cell | undefined][] = [
    [{ channel: rows[0]?.[0] ?? null }, rows[0]?.[1]],
    [{}, totals[1]],
  ]
  for (const [row, shown] of cells) {
    const cell = { row, measure: 'netSales', aggregation: 'P90' }
    const { label, value, proof } = Lineage.parse((await post('/reports/explain', { definition, cell })).json())
    expect([label, value, proof.matches]).toEqual(['Net sales (90th percentile)', shown, true])
  }
})
