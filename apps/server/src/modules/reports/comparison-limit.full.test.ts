import { beforeAll, expect, test } from 'vitest'
import { addDays } from '#domain/ranges/local-day.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { orderRow } from '#warehouse/duckdb/sample-rows.fixture.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
const DAY = '2026-06-10'
let owner: Member

const orderOf = (day: string, number: number) => {
  const id = `${day}-${number}`
  return orderRow({ source_id: id, order_number: id, ordered: Date.parse(`${day}T20:00:00Z`) })
}

beforeAll(async () => {
  owner = await t.register({ timeZone: 'America/Los_Angeles', currency: 'USD' })
  const earlier = Array.from({ length: 100_001 }, (_, number) => orderOf(addDays(DAY, -1), number))
  await t.load(owner.accountId, { orders: [orderOf(DAY, 0), ...earlier] })
})

const definition = {
  reportType: 'Orders',
  columns: [{ columnId: 'orderNumber' }, { columnId: 'netSales' }],
  groupColumns: ['orderNumber'],
}
const days = { from: DAY, until: addDays(DAY, 1) }

const request = (path: string, more: object) =>
  t.call('POST', path, { token: owner.token, body: { definition, ...days, ...more } })

test('F27: returns 413 when the comparison period has too many groups, on screen and in files', async () => {
  const compare = 'previousPeriod'
  for (const [path, more, code] of [
    ['/reports/query', {}, 'report.too_many_rows_to_compare'],
    ['/reports/export', { format: 'csv' }, 'report.too_many_rows_to_compare'],
    // the groups of the earlier period are rows, of which a workbook has fewer
    ['/reports/export', { format: 'xlsx' }, 'report.too_many_rows_for_file'],
  ] as const) {
    const response = await request(path, { compare, ...more })
    expect([response.statusCode, response.json().errors[0].code]).toEqual([413, code])
  }
  expect((await request('/reports/query', {})).json().rows).toHaveLength(1)
})
