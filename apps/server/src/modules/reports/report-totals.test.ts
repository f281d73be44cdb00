import { beforeAll, describe, expect, test } from 'vitest'
import { type Cell, ReportResult } from '#contract/reports.ts'
import type { CanonicalRecord } from '#domain/canonical/record.ts'
import { REPORTS } from '#reports/built-in-reports.ts'
import { answered } from '#testkit/answered-number.ts'
import { sample } from '#testkit/lane.ts'
import { type Chunk, loadChunks, SAMPLE_TODAY, SAMPLE_ZONE, sampleChunks } from '#testkit/sample-account.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { REFERENCE_REPORTS, REFERENCES } from './reference-sql.fixture.ts'

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

const findReference = (slug: string) => {
  const reference = REFERENCE_REPORTS[slug]
  if (reference === undefined) throw new Error(`${slug} has no reference`)
  const { rows, measures, ...rest }: { rows: string; measures: Readonly<Record<string, string>>; date?: string } =
    REFERENCES[reference.reference]
  return { ...reference, rows, measures, date: rest.date ?? null }
}

const literal = (value: Cell): string => (value === null ? 'NULL' : `'${String(value).replaceAll("'", "''")}'`)

/** The reference measures over the rows of a report, without those whose key is in `excluded`. */
const queryReference = async (
  slug: string,
  columnIds: readonly string[],
  { range }: ReportResult,
  excluded: Cell[] = [],
) => {
  const { rows, measures, date, where, key } = findReference(slug)
  const limits = [
    ...(where === undefined ? [] : [where]),
    ...(date === null || range === null ? [] : [`${date} >= DATE '$from' AND ${date} < DATE '$until'`]),
    ...excluded.map((value) => `${key} IS DISTINCT FROM ${literal(value)}`),
  ]
  const selected = columnIds.map((columnId) => measures[columnId] ?? `NO_REFERENCE_FOR_${columnId}`)
  const sql =
    `WITH kept AS (SELECT * FROM ${rows} r WHERE ${['TRUE', ...limits].join(' AND ')}) SELECT ${selected.join(', ')} FROM kept r`
      .replaceAll('$from', range?.from ?? '1900-01-01')
      .replaceAll('$until', range?.until ?? '9999-01-01')
      .replaceAll('$today', SAMPLE_TODAY)
  const [row = []] = await t.rows(owner.accountId, sql)
  return row
}

/** Cells of these columns as the API answers them. */
const close = (cells: readonly (Cell | undefined)[], { columns }: ReportResult, places: readonly number[]) =>
  cells.map((cell, at) => answered(cell, columns[places[at] ?? 0]?.format))

/** Indexes of the measure columns: an aggregated dimension has no reference formula. */
const totaledIndexes = ({ columns }: ReportResult): number[] =>
  columns.flatMap(({ total, aggregation }, index) => (total && aggregation === 'None' ? [index] : []))

const slugs = REPORTS.map(({ group, slug }) => `${group}/${slug}`)

/** Months together are no cohort. */
const WITHOUT_TOTALS = 'clubs/retention'

const totaled = slugs.filter((slug) => slug !== WITHOUT_TOTALS)

test('has a reference for every built-in report with totals', () => {
  expect(Object.keys(REFERENCE_REPORTS).toSorted()).toEqual(totaled.toSorted())
})

test(`${WITHOUT_TOTALS} has no totals`, async () => {
  const { rowCount, totals } = await answer(WITHOUT_TOTALS)
  expect(rowCount).toBeGreaterThan(0)
  expect(totals).toEqual(totals.map(() => null))
})

test.each(totaled)('%s: totals match the reference SQL over all filtered rows', async (slug) => {
  const result = await answer(slug)
  const indexes = totaledIndexes(result)
  expect(indexes.length).toBeGreaterThan(0)
  expect(result.rowCount).toBeGreaterThan(0)
  const columnIds = indexes.map((index) => result.columns[index]?.columnId ?? '')
  expect(indexes.map((index) => result.totals[index])).toEqual(
    close(await queryReference(slug, columnIds, result), result, indexes),
  )
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

const CUT = [
  'orders/by-brand',
  'orders/by-sales-channel',
  'customers/top-states',
  'clubs/top-clubs',
  'clubs/active-clubs',
]

describe('the rest of a top N', () => {
  const topOf = async (slug: string, top: number | null): Promise<{ result: ReportResult; keys: Cell[] }> => {
    const report = REPORTS.find((one) => `${one.group}/${one.slug}` === slug)
    const body = { definition: { ...report?.definition, ...(top === null ? {} : { top }) }, pageSize: 500 }
    const response = await t.call('POST', '/reports/query', { token: owner.token, body })
    const result = ReportResult.parse(response.json())
    return { result, keys: result.rows.map(([key = null]) => key) }
  }

  test.each<[string, number | null]>([
    ['products/top-products', 5],
    ['customers/top-customers', null],
    ['orders/list', 20],
    ...CUT.map((slug): [string, number] => [slug, 2]),
  ])('%s, top %s: all others match the reference SQL over the rest', async (slug, top) => {
    const { result, keys } = await topOf(slug, top)
    const places = totaledIndexes(result).filter((index) => result.columns[index]?.columnId !== 'share')
    const columnIds = places.map((index) => result.columns[index]?.columnId ?? '')
    expect(result.rowCount).toBe(keys.length)
    expect(places.map((index) => result.others?.[index])).toEqual(
      close(await queryReference(slug, columnIds, result, keys), result, places),
    )
  })
})
