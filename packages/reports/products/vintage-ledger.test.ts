import { beforeAll, describe, expect, test } from 'vitest'
import { type SampleRows, sampleRows, toLocalDay } from '#connectors/sample/sample-rows.fixture.ts'
import { computeRunOut, runOutDay } from '#domain/run-out.ts'
import type { PromisedUnits } from '#domain/stock-promises.ts'
import type { SqlValue } from '#warehouse/engine.ts'
import { loadedReports, type ReportRows, settled } from '../winery.fixture.ts'
import { vintageLedger } from './products.report.ts'

const TODAY = '2026-03-10'
const UNSOLD = 'unsold'
const SAMPLE = sampleRows({ seed: 11, today: TODAY, orders: 3_000, currency: 'USD' })

/** The winery without some of its orders. */
const withOrders = (isSold: (order: SampleRows['orders'][number]) => boolean): SampleRows => {
  const orders = SAMPLE.orders.filter(isSold)
  const ids = new Set(orders.map(({ source_id }) => source_id))
  return { ...SAMPLE, orders, order_lines: SAMPLE.order_lines.filter((line) => ids.has(line.order_source_id)) }
}

const noClubs: SampleRows = {
  ...withOrders(({ channel }) => channel !== 'club'),
  ...{ clubs: [], memberships: [], membership_holds: [], club_releases: [], release_members: [] },
}

/** Nothing was sold for a year, the cellar was counted by hand, and a distributor took two pallets last week. */
const restarted = (): SampleRows => {
  const rows = withOrders(({ ordered }) => toLocalDay(ordered) < '2025-02-20' || toLocalDay(ordered) >= '2026-02-20')
  const order = rows.orders.find(({ channel, payment_status }) => channel === 'web' && payment_status === 'paid')
  const line = rows.order_lines.find(({ item_kind }) => item_kind === 'wine')
  if (order === undefined || line === undefined) throw new Error('The winery sold nothing')
  const pallets = { ...order, source_id: 'pallets', ordered: '2026-03-03 12:00:00', channel: 'wholesale' }
  const bestSellers = mostSold(rows, 2)
  return {
    ...rows,
    orders: [...rows.orders, pallets],
    order_lines: [
      ...rows.order_lines,
      ...bestSellers.map((sku, index) => ({
        ...line,
        ...{ source_id: `pallets/${index}`, line_id: String(index), line_number: index + 1 },
        ...{ order_source_id: 'pallets', sku, quantity: 672 },
      })),
    ],
    inventory: [...rows.inventory, ...rows.inventory.slice(0, 1).map((row) => ({ ...row, sku: UNSOLD }))].map(
      (row) => ({
        ...row,
        ...{ reserved: null, allocated: null, available: row.on_hand + 90 },
      }),
    ),
  }
}

/** SKUs with the most order lines since the restart. */
const mostSold = ({ orders, order_lines }: SampleRows, count: number): string[] => {
  const recent = new Set(orders.filter((one) => toLocalDay(one.ordered) > '2026-02-19').map((one) => one.source_id))
  const skus = order_lines.flatMap((line) => (recent.has(line.order_source_id) && line.sku ? [line.sku] : []))
  return [...Map.groupBy(skus, (sku) => sku)]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .slice(0, count)
    .map(([sku]) => sku)
}

const wineries = { 'the demo winery': SAMPLE, 'one without clubs': noClubs, 'one that restarts': restarted() }

const [FIRST = '', SECOND = ''] = mostSold(SAMPLE, 2)
const PROMISES: readonly PromisedUnits[] = [
  { serviceId: 's1', sku: FIRST, units: 60 },
  { serviceId: 's1', sku: FIRST, units: 24 },
  { serviceId: 's1', sku: SECOND, units: 100_000 },
  { serviceId: 's1', sku: UNSOLD, units: 100_000 },
  { serviceId: 'other', sku: SECOND, units: 7 },
]

const paceOf = (condition: string) => `sum(CASE WHEN NOT one_off AND ${condition} THEN quantity ELSE 0 END) / 12.86`
const NAMED = `('pos', 'web', 'club', 'wholesale')`

/** All columns of the report. Days are counted in whole days, weeks backwards from today. */
const LEDGER = `
  WITH sold AS (
    SELECT l.sku, o.channel, l.quantity, DATE '${TODAY}' - CAST(o.ordered_local AS DATE) AS age
    FROM order_lines l JOIN orders o ON o.source_id = l.order_source_id
    WHERE o.payment_status = 'paid' AND l.sku IS NOT NULL AND CAST(o.ordered_local AS DATE) BETWEEN DATE '${TODAY}' - 89 AND DATE '${TODAY}'),
  usual AS (
    SELECT sku, median(quantity) AS units, count(*) AS lines FROM sold WHERE channel <> 'club' AND quantity > 0 GROUP BY sku),
  marked AS (
    SELECT sold.*, channel <> 'club' AND coalesce(lines >= 10 AND abs(quantity) > 20 * units, false) AS one_off
    FROM sold LEFT JOIN usual USING (sku)),
  paces AS (
    SELECT sku, ${paceOf('true')} AS pace, ${paceOf(`channel = 'pos'`)} AS pos, ${paceOf(`channel = 'web'`)} AS web,
      ${paceOf(`channel = 'club'`)} AS club, ${paceOf(`channel = 'wholesale'`)} AS wholesale, ${paceOf(`channel NOT IN ${NAMED}`)} AS other,
      sum(CASE WHEN one_off THEN quantity ELSE 0 END) AS one_off
    FROM marked GROUP BY sku),
  weeks AS (SELECT unnest(range(12)) AS week),
  spread AS (
    SELECT sku, var_samp(units) AS variance FROM (
      SELECT p.sku, w.week, coalesce((SELECT sum(m.quantity) FROM marked m
          WHERE m.sku = p.sku AND NOT m.one_off AND m.channel <> 'club' AND m.age // 7 = w.week), 0) AS units
      FROM paces p CROSS JOIN weeks w) GROUP BY sku),
  promises(sku, units) AS (VALUES ('${FIRST}', 84), ('${SECOND}', 100000), ('${UNSOLD}', 100000)),
  stock AS (
    SELECT sku, product_title, sum(on_hand) AS on_hand, sum(reserved) AS reserved, sum(allocated) AS allocated, sum(available) AS available
    FROM inventory GROUP BY ALL),
  ledger AS (
    SELECT stock.*, available - coalesce(promises.units, 0) AS free, coalesce(promises.units, 0) AS promised,
      CASE WHEN pace > 0 THEN pace END AS pace, coalesce(pos, 0) AS pos, coalesce(web, 0) AS web, coalesce(club, 0) AS club,
      coalesce(wholesale, 0) AS wholesale, coalesce(other, 0) AS other, coalesce(one_off, 0) AS one_off,
      CASE WHEN pace > 0 THEN sqrt(greatest(variance, 2 * pace)) * 1.2816 END AS drift
    FROM stock LEFT JOIN promises USING (sku) LEFT JOIN paces USING (sku) LEFT JOIN spread USING (sku)),
  lasting AS (
    SELECT *, free / pace AS weeks, greatest(free, 0) AS rest,
      CASE WHEN round(pace - greatest(club, 0), 9) > 0 THEN pace - greatest(club, 0) END AS outside FROM ledger)
  SELECT sku, product_title, weeks,
    CASE WHEN rest = 0 THEN 0.0 * pace ELSE ((sqrt(drift * drift + 4 * pace * rest) - drift) / (2 * pace)) ^ 2 END AS low,
    CASE WHEN rest = 0 THEN 0.0 * outside ELSE ((sqrt(drift * drift + 4 * outside * rest) + drift) / (2 * outside)) ^ 2 END AS high,
    free, coalesce(pace, 0), on_hand, coalesce(reserved, 0), coalesce(allocated, 0), promised, pos, web, club, wholesale, other, one_off
  FROM lasting WHERE on_hand <> 0 OR pace > 0 OR free < 0
  ORDER BY CASE WHEN free < 0 THEN 0 WHEN weeks <= 520 THEN floor(greatest(weeks, 0) * 7) END NULLS LAST, free, sku`

const dayOf = (weeks: SqlValue): SqlValue => (typeof weeks === 'number' ? runOutDay(weeks, TODAY) : null)

/** The report's row of a row of the SQL. */
const toReportRow = ([sku, title, weeks, low, high, ...rest]: readonly SqlValue[]): SqlValue[] => [
  sku ?? null,
  title ?? null,
  ...[Number(rest[0]) < 0 ? 0 : weeks, low, high].map((one) => dayOf(one ?? null)),
  ...rest,
  weeks ?? null,
]

describe.each(Object.entries(wineries))('%s', (name, batch) => {
  let winery: ReportRows
  let rows: SqlValue[][]
  beforeAll(async () => {
    winery = await loadedReports(batch)
    rows = await winery.runReport(vintageLedger, {}, { promises: PROMISES })
  })

  test('the ledger returns the rows of hand-written SQL', async () => {
    const expected = await winery.sql(LEDGER)
    expect(rows.length).toBeGreaterThan(10)
    expect(settled(rows)).toEqual(settled(expected.map(toReportRow)))
  })

  test('what is promised and not available comes first, even if it does not sell', () => {
    const short = rows.filter(([, , , , , free]) => Number(free) < 0)
    expect(rows.slice(0, short.length)).toEqual(short)
    expect(short.map(([, , runsOut]) => runsOut)).toEqual(short.map(() => TODAY))
    expect(short.some(([sku]) => sku === UNSOLD)).toBe(name === 'one that restarts')
  })

  test('shows what the winery is odd for', () => {
    const sums = ['reserved', 'paceClub', 'paceWholesale', 'oneOffUnits'].map((columnId) => {
      const index = vintageLedger.definition.columns.findIndex((column) => column.columnId === columnId)
      return rows.reduce((sum, row) => sum + Number(row[index]), 0) > 0
    })
    const odd = { 'the demo winery': [true, true, true, false], 'one without clubs': [true, false, true, false] }
    expect(sums).toEqual({ ...odd, 'one that restarts': [false, true, true, true] }[name])
  })
})

test('the function that recomputes the ledger says what its columns say', async () => {
  const winery = await loadedReports(SAMPLE)
  const columns = ['free', 'pace', 'paceClub', 'weeklyDeviation', 'weeksOnHand', 'weeksOnHandLow', 'weeksOnHandHigh']
  const rows = await winery.runDefinition({
    reportType: 'Inventory',
    columns: columns.map((columnId) => ({ columnId })),
    groupColumns: ['sku'],
  })
  const selling = rows.filter(([free, pace]) => Number(pace) > 0 && Number(free) > 0)
  expect(selling.length).toBeGreaterThan(10)
  for (const [free, pace, paceClub, deviation, ...weeks] of selling) {
    const stock = { free: Number(free), pace: Number(pace), paceClub: Number(paceClub), deviation: Number(deviation) }
    const computed = computeRunOut(stock)
    expect(settled([Object.values(computed ?? {})])).toEqual(settled([weeks]))
  }
})
