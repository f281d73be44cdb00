/**
 * Rows per second of a load (append, then commit with keys, derived columns and change detection) compared with bare DuckDB
 * on the same rows, and the p50 of a few bare queries on the result.
 * `node bench/warehouse-load.ts [orders]`, default 1,000,000 orders with 3 lines each.
 */
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CanonicalRecord } from '#domain/canonical/record.ts'
import { DAY_MS } from '#domain/clock.ts'
import { openDuckDbWarehouse } from '#warehouse/duckdb/open-warehouse.ts'

const ORDERS = Number(process.argv[2] ?? 1_000_000)
const LINES_PER_ORDER = 3
const PAGE = 8192
const ACCOUNT = 1
const START = Date.UTC(2022, 0, 1)
const YEARS_MS = 4 * 365 * DAY_MS
const CHANNELS = ['pos', 'web', 'club', 'phone', 'event']

type Order = CanonicalRecord<'orders'>
type Line = CanonicalRecord<'order_lines'>

const blankOrder = {
  order_type: 'regular',
  payment_status: 'paid',
  fulfillment_status: 'fulfilled',
  delivery_method: 'carry_out',
  channel_raw: null,
  order_type_raw: null,
  payment_status_raw: null,
  fulfillment_status_raw: null,
  delivery_method_raw: null,
  compliance_status: null,
  refund_of_source_id: null,
  external_vendor: null,
  club_source_id: null,
  club_name: null,
  release_source_id: null,
  release_name: null,
  city: null,
  country: 'US',
  postal_code: null,
  requested_ship: null,
  currency: 'USD',
  is_refund: false,
  time_basis: 'utc',
} as const

const orderAt = (i: number): Order => {
  const subtotal = 2000 + ((i * 7919) % 20_000)
  return {
    ...blankOrder,
    source_id: `order-${i}`,
    order_number: String(i),
    ordered: START + Math.floor((i / ORDERS) * YEARS_MS),
    channel: CHANNELS[i % CHANNELS.length] ?? 'pos',
    customer_source_id: i % 3 === 0 ? null : `customer-${(i * 31) % 200_000}`,
    customer_name: i % 3 === 0 ? null : `Customer ${(i * 31) % 200_000}`,
    team_member: `Member ${i % 18}`,
    state: i % 2 ? 'CA' : 'OR',
    subtotal,
    discount: 0,
    shipping: 0,
    tax: Math.round(subtotal / 12),
    tip: 0,
    total: subtotal + Math.round(subtotal / 12),
    source_updated: START + i,
  }
}

const lineAt = (order: number, place: number): Line => {
  const product = (order * 13 + place * 101) % 300
  return {
    source_id: `order-${order}/${place}`,
    order_source_id: `order-${order}`,
    line_id: String(place),
    line_number: place,
    sku: `SKU-${product}`,
    product_source_id: null,
    product_title: `Wine ${product}`,
    category: 'Wine',
    brand: `Brand ${product % 6}`,
    vintage: String(2015 + (product % 9)),
    varietal: 'Pinot Noir',
    item_kind: 'wine',
    item_kind_raw: null,
    quantity: 1 + (order % 4),
    unit_price: 42.5,
    discount: 0,
    amount: 4250 * (1 + (order % 4)),
    source_updated: null,
    time_basis: 'utc',
  }
}

const folder = await mkdtemp(join(tmpdir(), 'warehouse-load-'))
const warehouse = await openDuckDbWarehouse({ dataDir: folder })

const seconds = (since: number): number => (performance.now() - since) / 1000
const say = (label: string, rows: number, took: number): void =>
  console.log(
    `${label.padEnd(46)} ${took.toFixed(2).padStart(7)} s ${Math.round(rows / took)
      .toLocaleString('en')
      .padStart(11)} rows/s`,
  )

const pages = function* (from: number, until: number) {
  for (let start = from; start < until; start += PAGE) {
    const ids = Array.from({ length: Math.min(PAGE, until - start) }, (_, offset) => start + offset)
    yield {
      orders: ids.map(orderAt),
      lines: ids.flatMap((id) => Array.from({ length: LINES_PER_ORDER }, (_, place) => lineAt(id, place + 1))),
    }
  }
}

const load = async (label: string, batchId: string, from: number, until: number): Promise<void> => {
  const rows = (until - from) * (1 + LINES_PER_ORDER)
  const request = { accountId: ACCOUNT, serviceId: 'bench', batchId, mode: 'merge' } as const
  const staged = await warehouse.beginLoad({ ...request, calendar: { timeZone: 'America/Los_Angeles' } })
  let making = 0
  const start = performance.now()
  let mark = performance.now()
  for (const { orders, lines } of pages(from, until)) {
    making += seconds(mark)
    await staged.append('orders', orders)
    await staged.append('order_lines', lines)
    mark = performance.now()
  }
  const appended = seconds(start) - making
  const committing = performance.now()
  const outcome = await staged.commit()
  say(`${label}: append`, rows, appended)
  say(`${label}: commit (version ${outcome.dataVersion})`, rows, seconds(committing))
  say(`${label}: both`, rows, appended + seconds(committing))
}

const rowCount = ORDERS * (1 + LINES_PER_ORDER)
await load('first load', 'b1', 0, ORDERS)
await load('the same again', 'b2', 0, ORDERS)
await load('one order in a hundred, half of them new', 'b3', ORDERS - ORDERS / 200, ORDERS + ORDERS / 200)

await warehouse.withConnection(ACCOUNT, async (connection) => {
  const out = join(await warehouse.stagingFolder(ACCOUNT), 'lines.csv')
  let since = performance.now()
  await connection.run(`COPY (SELECT * FROM order_lines) TO '${out}' (HEADER)`)
  since = performance.now()
  await connection.run('CREATE TABLE bare AS SELECT * FROM order_lines LIMIT 0')
  await connection.run(`COPY bare FROM '${out}' (HEADER)`)
  say('bare COPY of the lines from a file', ORDERS * LINES_PER_ORDER, seconds(since))
  since = performance.now()
  await connection.run('CREATE TEMPORARY TABLE copied AS SELECT * FROM order_lines')
  say('bare CREATE TABLE AS of the lines', ORDERS * LINES_PER_ORDER, seconds(since))
  await connection.run('DROP TABLE bare')
})

const QUERIES = {
  'monthly trend': `SELECT strftime(ordered_local, '%Y-%m') AS month, sum(net_sales)::BIGINT, count(*) FILTER (WHERE is_counted) FROM orders GROUP BY 1`,
  'monthly trend by date_trunc': `SELECT date_trunc('month', ordered_local)::VARCHAR, sum(net_sales)::BIGINT FROM orders GROUP BY 1`,
  'top products':
    'SELECT product_title, sum(net_sales)::BIGINT AS net FROM order_lines GROUP BY 1 ORDER BY 2 DESC LIMIT 50',
  'top customers': 'SELECT customer_source_id, sum(net_sales)::BIGINT FROM orders GROUP BY 1 ORDER BY 2 DESC LIMIT 100',
  'month to date': `SELECT sum(net_sales)::BIGINT FROM orders WHERE ordered_local >= TIMESTAMP '2025-12-01'`,
  'lines of a month': `SELECT sum(net_sales)::BIGINT FROM order_lines WHERE ordered_local >= TIMESTAMP '2025-12-01'`,
  '50-row list': 'SELECT order_number, ordered_local::VARCHAR, total FROM orders ORDER BY ordered_local DESC LIMIT 50',
  'select 1': 'SELECT 1',
}
for (const [name, sql] of Object.entries(QUERIES)) {
  const times: number[] = []
  for (let run = 0; run < 15; run++) {
    const since = performance.now()
    await warehouse.query(ACCOUNT, { sql, params: [] })
    times.push(performance.now() - since)
  }
  times.sort((a, b) => a - b)
  console.log(`${name.padEnd(46)} p50 ${(times[7] ?? 0).toFixed(2)} ms`)
}

await warehouse.close()
const { size } = await stat(join(folder, 'warehouse', `${ACCOUNT}.duckdb`))
console.log(
  `file ${(size / 1024 ** 2).toFixed(0)} MiB, ${(size / rowCount).toFixed(0)} bytes a row; peak RSS ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MiB`,
)
await rm(folder, { recursive: true, force: true })
