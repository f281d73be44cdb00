import { test } from 'vitest'
import type { CanonicalRecord } from '#domain/canonical/record.ts'
import { sample, volume } from '#testkit/lane.ts'
import { loadChunks } from '#testkit/sample-account.ts'
import { testApp } from '#testkit/test-app.ts'
import { lineRow, orderRow } from '#warehouse/duckdb/sample-rows.fixture.ts'
import {
  AVG_ORDER,
  CUSTOMER_LTV,
  clubMemberCount,
  MEMBER_CANCELLATION,
  orderMetrics,
  sales,
  salesSummary,
} from './hand-written-sql.fixture.ts'
import { MONTH, PERIODS, tileNumbers, zone } from './tile-numbers.fixture.ts'

const t = await testApp({ runsJobs: false, env: { RATE_LIMITS: 'off' } })
const { tile, expectTile } = tileNumbers(t)

const orderAt = (
  id: string,
  ordered: string,
  amounts: readonly number[],
  more: Partial<CanonicalRecord<'orders'>> = {},
) => {
  const total = amounts.reduce((sum, amount) => sum + amount, 0)
  const order = { source_id: id, order_number: id, time_basis: 'local', ordered, is_refund: total < 0 } as const
  const lines = amounts.map((amount, at) =>
    lineRow({
      source_id: `${id}-${at}`,
      order_source_id: id,
      line_id: String(at),
      line_number: at + 1,
      quantity: Math.sign(amount),
      amount,
    }),
  )
  return { order: orderRow({ ...order, subtotal: total, total, ...more }), lines }
}

const EDGES: [string, ReturnType<typeof orderAt>[]][] = [
  ['no data at all', []],
  ['nothing in the previous period', [orderAt('a', '2026-06-16 10:00:00', [1_000, 250])]],
  ['nothing in this period', [orderAt('a', '2026-03-01 10:00:00', [1_000])]],
  ['refunds only', [orderAt('a', '2026-06-16 10:00:00', [-1_000]), orderAt('b', '2026-06-17 00:00:00', [-1])]],
  [
    'both daylight saving changes',
    [
      orderAt('a', '2026-03-08 01:59:59', [100]),
      orderAt('b', '2026-03-08 02:30:00', [200]),
      orderAt('c', '2026-03-08 23:59:59', [400]),
      orderAt('d', '2025-11-02 01:30:00', [800]),
      orderAt('e', '2025-11-02 23:59:59', [1_600]),
    ],
  ],
  [
    'the first and last second of a quarter',
    [
      orderAt('a', '2026-03-31 23:59:59', [100]),
      orderAt('b', '2026-04-01 00:00:00', [200]),
      orderAt('c', '2026-06-17 23:59:59', [400]),
    ],
  ],
  [
    'two currencies',
    [orderAt('a', '2026-06-16 10:00:00', [1_000]), orderAt('b', '2026-06-16 11:00:00', [9_999], { currency: 'EUR' })],
  ],
  [
    'unpaid orders and free orders',
    [
      orderAt('a', '2026-06-16 10:00:00', [1_000], { payment_status: 'authorized' }),
      orderAt('b', '2026-06-16 11:00:00', [0]),
    ],
  ],
]

/** The edges lie in these. */
const EDGE_PERIODS = volume<readonly (typeof PERIODS)[number][]>({ normal: PERIODS.slice(2), full: PERIODS })

test.each(sample(EDGES, 4))('every tile matches the reference SQL at the edge of %s', async (_edge, orders) => {
  const member = await t.register(zone)
  await loadChunks(t, member, [
    { table: 'orders', rows: orders.map(({ order }) => order) },
    { table: 'order_lines', rows: orders.flatMap(({ lines }) => lines) },
  ])
  for (const [periodType, , , , bucket] of EDGE_PERIODS) {
    const props = { periodType, compareLastPeriod: true }
    await expectTile(member, await tile(member, 'sales', props), sales(bucket))
    await expectTile(member, await tile(member, 'orderMetrics', props), orderMetrics(bucket))
    await expectTile(member, await tile(member, 'avgOrder', props), AVG_ORDER)
    await expectTile(member, await tile(member, 'memberCancellation', props), MEMBER_CANCELLATION)
  }
  await expectTile(member, await tile(member, 'salesSummary'), salesSummary(MONTH))
  await expectTile(member, await tile(member, 'customerLTV'), CUSTOMER_LTV)
  await expectTile(member, await tile(member, 'clubMemberCount'), clubMemberCount('club'))
})
