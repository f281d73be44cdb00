import { beforeAll, describe, expect, test } from 'vitest'
import { type Cell, ReportResult } from '#contract/reports.ts'
import type { CanonicalRecord } from '#domain/canonical/record.ts'
import { REPORTS } from '#reports/built-in-reports.ts'
import { sample } from '#testkit/lane.ts'
import { type Chunk, loadChunks, SAMPLE_ZONE, sampleChunks } from '#testkit/sample-account.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
let owner: Member

const ODD = [
  { payment_status: 'authorized' },
  { payment_status: 'pending' },
  { payment_status: 'other' },
  { payment_status: 'cancelled' },
  { currency: 'EUR' },
] as const

const copyOf = (id: string): string => `odd ${id}`

/** Copies of every third order that do not count, with the same customers, releases and dates. */
const oddOrders = (orders: readonly CanonicalRecord<'orders'>[]): CanonicalRecord<'orders'>[] =>
  orders
    .filter((_, index) => index % 3 === 0)
    .map((order, index) => ({ ...order, source_id: copyOf(order.source_id), ...ODD[index % ODD.length] }))

/** A copy of each line, of which those of copied orders count for nothing and the others have no order. */
const oddLines = (lines: readonly CanonicalRecord<'order_lines'>[]): CanonicalRecord<'order_lines'>[] =>
  lines.map((line) => ({
    ...line,
    source_id: copyOf(line.source_id),
    order_source_id: copyOf(line.order_source_id),
  }))

beforeAll(async () => {
  owner = await t.register({ timeZone: SAMPLE_ZONE, currency: 'USD' })
  const chunks: Chunk[] = [...sampleChunks({ seed: 11, orders: 3_000 })]
  const odd = chunks.flatMap(({ table, rows }): Chunk[] => {
    if (table === 'orders') return [{ table, rows: oddOrders(rows as CanonicalRecord<'orders'>[]) }]
    return table === 'order_lines' ? [{ table, rows: oddLines(rows as CanonicalRecord<'order_lines'>[]) }] : []
  })
  await loadChunks(t, owner, [...chunks, ...odd])
})

const answer = async (builtin: string, more: object = {}): Promise<ReportResult> => {
  const body = { definition: { builtin }, pageSize: 500, ...more }
  const response = await t.call('POST', '/reports/query', { token: owner.token, body })
  expect([builtin, response.statusCode]).toEqual([builtin, 200])
  return ReportResult.parse(response.json())
}

const slugs = REPORTS.map(({ group, slug }) => `${group}/${slug}`)

/** Months together are no cohort. */
const WITHOUT_TOTALS = 'clubs/retention'

test(`${WITHOUT_TOTALS} has no totals`, async () => {
  const { rowCount, totals } = await answer(WITHOUT_TOTALS)
  expect(rowCount).toBeGreaterThan(0)
  expect(totals).toEqual(totals.map(() => null))
})

test.each(sample(slugs, 4))('%s: returns null for columns without a total', async (slug) => {
  const { columns, totals } = await answer(slug)
  columns.forEach(({ total }, index) => {
    if (!total) expect(totals[index]).toBeNull()
  })
})

const sum = (cells: readonly (Cell | undefined)[]): number =>
  cells.reduce<number>((all, cell) => all + (typeof cell === 'number' ? cell : 0), 0)

describe('all pages of a report', () => {
  test.each(sample(slugs, 10))(
    '%s: additive measures, including all others, add up to the total and what it leaves out',
    async (slug) => {
      const { columns, totals, rows, others, rowCount, notCounted } = await answer(slug)
      const more = []
      for (let page = 2; rows.length + more.length < rowCount; page += 1)
        more.push(...(await answer(slug, { page })).rows)
      const all = [...rows, ...more, ...(others ? [others] : [])]
      columns.forEach(({ additive, total, columnId }, index) => {
        if (additive && total)
          expect([columnId, sum(all.map((row) => row[index]))]).toEqual([
            columnId,
            expect.closeTo(Number(totals[index]) + sum(notCounted.map(({ cells }) => cells[index])), 4),
          ])
      })
    },
  )

  test('a list of orders says how many open and canceled ones its total leaves out, and their amount', async () => {
    const { columns, notCounted, range } = await answer('orders/list')
    const index = columns.findIndex(({ columnId }) => columnId === 'total')
    const sql = `SELECT COUNT(*) FILTER (payment_status IN ('authorized', 'pending', 'other')),
        SUM(total) FILTER (payment_status IN ('authorized', 'pending', 'other')) / 100.0,
        COUNT(*) FILTER (payment_status = 'cancelled'), SUM(total) FILTER (payment_status = 'cancelled') / 100.0
      FROM orders WHERE currency = 'USD' AND ordered_local >= DATE '${range?.from}' AND ordered_local < DATE '${range?.until}'`
    const rows = await t.rows(owner.accountId, sql)
    const [open, canceled] = notCounted
    expect([open?.kind, canceled?.kind]).toEqual(['open', 'canceled'])
    expect([[open?.records, open?.cells[index], canceled?.records, canceled?.cells[index]]]).toEqual(rows)
    expect(open?.records).toBeGreaterThan(1)
  })

  test('pages of a top N are parts of its rows, each with the same others', async () => {
    const { rows, others, rowCount } = await answer('customers/top-customers')
    expect([rows.length, rowCount]).toEqual([100, 100])
    for (const page of [1, 2, 3, 4, 5]) {
      const part = await answer('customers/top-customers', { page, pageSize: 30 })
      expect(part).toMatchObject({ others, rowCount })
      expect(part.rows).toEqual(rows.slice((page - 1) * 30, page * 30))
    }
  })

  test('returns an empty page with the row count beyond the last page', async () => {
    const first = await answer('orders/list')
    const beyond = await answer('orders/list', { page: 999 })
    expect(beyond).toMatchObject({ rows: [], rowCount: first.rowCount, totals: first.totals })
  })
})
