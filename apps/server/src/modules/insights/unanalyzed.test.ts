import { expect, test } from 'vitest'
import type { InsightList } from '#contract/insights.ts'
import { addDays } from '#domain/ranges/local-day.ts'
import { testApp } from '#testkit/test-app.ts'
import { orderRow } from '#warehouse/duckdb/sample-rows.fixture.ts'
import { saveRun } from './store/analysis-runs.repo.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
const calendar = { timeZone: 'America/Los_Angeles' }
const TODAY = '2026-06-17'

/** What the list of insights says about an account with an order every week of these days. */
const unanalyzedOf = async (from: string, until: string): Promise<string[]> => {
  const { accountId, token } = await t.register({ ...calendar, currency: 'USD' })
  const load = await t.deps.warehouse.beginLoad({ accountId, serviceId: 's', batchId: 'b', calendar, mode: 'merge' })
  const orders = []
  for (let day = from; day < until; day = addDays(day, 7))
    orders.push(
      orderRow({ source_id: day, order_number: day, time_basis: 'local', ordered: `${day} 12:00:00`, total: 1_000 }),
    )
  await load.append('orders', orders)
  await load.commit()
  await saveRun(t.deps.db, accountId, {
    data_version: 1,
    looked_at: new Date(t.clock.now()),
    looked_until: TODAY,
    series_count: 0,
  })
  return (await t.call('GET', '/insight', { token })).json<InsightList>().unanalyzed
}

test.each([
  ['three weeks', '2026-05-27', TODAY, [/begin on May 27, 2026, and eight weeks are needed/]],
  [
    'five months',
    '2026-01-18',
    TODAY,
    [/not forecast: your orders begin on January 18, 2026/, /compared with last year: .* January 18, 2026/],
  ],
  ['13 months', '2025-05-10', TODAY, []],
  ['orders that ended two years ago', '2022-01-03', '2024-06-17', [/not analyzed: your orders end on June 10, 2024/]],
] as const)('the list of insights says what could not be analyzed: %s', async (_, from, until, sentences) => {
  expect(await unanalyzedOf(from, until)).toEqual(sentences.map((sentence) => expect.stringMatching(sentence)))
})
