/**
 * How much slower encrypted account files are than plain ones: first load, later load, queries on a file just opened and on one
 * in use, opening, and turning a plain file over. Both take turns in one run; ratios of the best times are printed.
 * `node bench/encryption.ts [orders]`, default 300,000 orders with 2 lines each.
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDuckDbWarehouse } from '#warehouse/duckdb/open-warehouse.ts'
import { lineRow, orderRow } from '#warehouse/duckdb/sample-rows.fixture.ts'
import type { AccountKeys } from '#warehouse/file-store.ts'

const ORDERS = Number(process.argv[2] ?? 300_000)
const ROUNDS = 3
const REPEATS = 15
const PAGE = 8192
const ACCOUNT = 1
const QUERIES = {
  'sum of all orders': "SELECT date_trunc('month', ordered_local), sum(net_sales) FROM orders GROUP BY 1",
  'lines by product': 'SELECT product_title, sum(amount), count(DISTINCT order_source_id) FROM order_lines GROUP BY 1',
  'one customer': "SELECT count(*) FROM orders WHERE customer_source_id = 'c17'",
}

const wanted = randomBytes(32).toString('base64')
const keys: AccountKeys = { find: async () => ({ wanted, previous: [] }), settle: async () => undefined }
const KINDS = { plain: null, encrypted: keys }
type Kind = keyof typeof KINDS

const times = new Map<string, Record<Kind, number[]>>()
const timed = async <Result>(what: string, kind: Kind, work: () => Promise<Result>): Promise<Result> => {
  const start = performance.now()
  const result = await work()
  const both = times.get(what) ?? { plain: [], encrypted: [] }
  both[kind].push(performance.now() - start)
  times.set(what, both)
  return result
}

const load = async (warehouse: Awaited<ReturnType<typeof openDuckDbWarehouse>>, from: number, until: number) => {
  const request = { accountId: ACCOUNT, serviceId: 'bench', batchId: `b${from}`, mode: 'merge' } as const
  const staged = await warehouse.beginLoad({ ...request, calendar: { timeZone: 'America/Los_Angeles' } })
  for (let start = from; start < until; start += PAGE) {
    const ids = Array.from({ length: Math.min(PAGE, until - start) }, (_, offset) => start + offset)
    const orders = ids.map((id) => {
      const total = 2000 + ((id * 7919) % 20_000)
      const ordered = Date.UTC(2022, 0, 1) + id * 400_000
      return orderRow({
        source_id: `o${id}`,
        order_number: `${id}`,
        ordered,
        customer_source_id: `c${id % 90_000}`,
        total,
      })
    })
    const lines = ids.flatMap((id) =>
      [1, 2].map((place) =>
        lineRow({
          source_id: `o${id}/${place}`,
          order_source_id: `o${id}`,
          line_id: String(place),
          line_number: place,
          product_title: `Wine ${(id * 13 + place) % 300}`,
        }),
      ),
    )
    await staged.append('orders', orders)
    await staged.append('order_lines', lines)
  }
  await staged.commit()
}

const measure = async (kind: Kind, dataDir: string): Promise<void> => {
  const open = () => openDuckDbWarehouse({ dataDir, keys: KINDS[kind] })
  const first = await open()
  await timed('first load', kind, () => load(first, 0, ORDERS))
  await timed('load of 1%', kind, () => load(first, ORDERS, ORDERS * 1.01))
  await timed('close', kind, () => first.close())
  const second = await open()
  await timed('open', kind, () => second.query(ACCOUNT, { sql: 'SELECT 1', params: [] }))
  for (const [name, sql] of Object.entries(QUERIES)) {
    const query = () => second.query(ACCOUNT, { sql, params: [] })
    await timed(`${name}, first time`, kind, query)
    for (let repeat = 0; repeat < REPEATS; repeat++) await timed(`${name}, again`, kind, query)
  }
  await second.close()
}

const root = await mkdtemp(join(tmpdir(), 'cuvee-encryption-'))
try {
  for (let round = 0; round < ROUNDS; round++) {
    for (const kind of round % 2 === 0 ? (['plain', 'encrypted'] as const) : (['encrypted', 'plain'] as const))
      await measure(kind, join(root, `${kind}-${round}`))
  }
  const last = `${ROUNDS - 1}`
  const sizes = await Promise.all(
    (['plain', 'encrypted'] as const).map(
      async (kind) => (await stat(join(root, `${kind}-${last}`, 'warehouse', '1.duckdb'))).size,
    ),
  )
  for (const [what, { plain, encrypted }] of times) {
    const [one, other] = [Math.min(...plain), Math.min(...encrypted)]
    const ratio = (other / one).toFixed(2)
    console.log(`${what.padEnd(34)} ${one.toFixed(1).padStart(9)} ms ${other.toFixed(1).padStart(9)} ms   × ${ratio}`)
  }
  console.log(`file ${sizes.map((size) => `${(size / 2 ** 20).toFixed(1)} MiB`).join(' and ')}`)
  const start = performance.now()
  const turning = await openDuckDbWarehouse({ dataDir: join(root, `plain-${last}`), keys })
  await turning.turnOver(ACCOUNT)
  console.log(`turning the plain file over: ${((performance.now() - start) / 1000).toFixed(1)} s`)
  await turning.close()
} finally {
  await rm(root, { recursive: true, force: true })
}
