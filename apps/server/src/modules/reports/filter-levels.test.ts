import { beforeAll, describe, expect, test } from 'vitest'
import { Lineage, ReportResult } from '#contract/reports.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { lineRow, orderRow } from '#warehouse/duckdb/sample-rows.fixture.ts'
import { readSheet } from './export/read-sheet.fixture.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
const calendar = { timeZone: 'America/Los_Angeles' }

/** SKU and quantity of each line; a bottle costs $10. */
const LINES = [
  ['W1', 12],
  ['W1', 3],
  ['W2', 6],
  ['W2', 6],
  ['W3', 2],
] as const

let owner: Member
beforeAll(async () => {
  owner = await t.register({ ...calendar, currency: 'USD' })
  const { accountId } = owner
  const order = { source_id: 'o', order_number: 'o', time_basis: 'local', ordered: '2026-06-10 12:00:00' } as const
  await t.load(accountId, {
    orders: [orderRow({ ...order, subtotal: 29_000, total: 29_000 })],
    order_lines: LINES.map(([sku, quantity], at) =>
      lineRow({
        source_id: `l${at}`,
        order_source_id: 'o',
        line_id: String(at),
        line_number: at + 1,
        sku,
        quantity,
        amount: quantity * 1_000,
      }),
    ),
  })
})

const tenBottles = { columnId: 'quantity', comparison: 'GreaterThanOrEqual', value: 10 }
const bySku = (level: object) => ({
  reportType: 'OrderLines',
  columns: [{ columnId: 'sku' }, { columnId: 'netSales' }],
  groupColumns: ['sku'],
  filters: [{ ...tenBottles, ...level }],
})

const CASES = [
  ['lines', { appliesTo: 'records' }, [['W1', 120]], 120, 'Quantity of each line is at least 10'],
  [
    'groups',
    { appliesTo: 'groups' },
    [
      ['W1', 150],
      ['W2', 120],
    ],
    270,
    'Total quantity is at least 10',
  ],
  [
    'groups where a stored definition does not say',
    {},
    [
      ['W1', 150],
      ['W2', 120],
    ],
    270,
    'Total quantity is at least 10',
  ],
] as const

const call = (path: string, body: object) => t.call('POST', path, { token: owner.token, body })

describe.each(CASES)('a filter on the quantity of %s', (_, level, rows, total, words) => {
  const definition = bySku(level)

  test('keeps what it says, in rows, total and saved report', async () => {
    const answer = ReportResult.parse((await call('/reports/query', { definition })).json())
    expect([answer.rows, answer.totals]).toEqual([rows, [null, total]])
    const saved = (await call('/reports', { ...definition, name: words })).json<{ id: string }>()
    const again = ReportResult.parse((await call('/reports/query', { definition: { id: saved.id } })).json())
    expect(again.rows).toEqual(rows)
  })

  test('is named in the lineage and proved by its records', async () => {
    for (const [row, value] of [...rows.map(([sku, sales]) => [{ sku }, sales] as const), [{}, total] as const]) {
      const cell = { row, measure: 'netSales' }
      const { filters, proof } = Lineage.parse((await call('/reports/explain', { definition, cell })).json())
      expect(filters[0]?.label).toBe(words.replace(' is at least 10', ''))
      expect([proof.cell, proof.computed, proof.matches]).toEqual([value, value, true])
    }
  })

  test('is named in an export', async () => {
    const { rawPayload } = await call('/reports/export', { definition, format: 'xlsx' })
    const about = readSheet(rawPayload, 2).flat()
    expect(about.map(({ value }) => value)).toContain(words)
  })
})

test('refuses alternatives of groups and records in words, and answers them of records', async () => {
  const either = (level: object) => ({
    ...bySku(level),
    filters: [
      { ...tenBottles, ...level },
      { columnId: 'sku', comparison: 'Equal', value: 'W3' },
    ],
    filterOperator: 'Or',
  })
  const refused = await call('/reports/query', { definition: either({}) })
  expect(refused.statusCode).toBe(400)
  expect(refused.json()).toMatchObject({
    errors: [
      { field: 'filterOperator', message: expect.stringMatching(/Quantity filters groups and SKU filters records/) },
    ],
  })
  const ofRecords = await call('/reports/query', { definition: either({ appliesTo: 'records' }) })
  expect(ReportResult.parse(ofRecords.json()).rows).toEqual([
    ['W1', 120],
    ['W3', 20],
  ])
})

test('refuses to filter records by a ratio, which only groups have', async () => {
  const definition = {
    reportType: 'Orders',
    columns: [{ columnId: 'channel' }, { columnId: 'netSales' }],
    groupColumns: ['channel'],
    filters: [{ columnId: 'tipRate', comparison: 'GreaterThan', value: 0.1, appliesTo: 'records' }],
  }
  const refused = await call('/reports/query', { definition })
  expect([refused.statusCode, refused.body]).toEqual([400, expect.stringContaining('Apply this filter to groups')])
})
