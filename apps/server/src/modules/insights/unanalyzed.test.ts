import { expect, test, vi } from 'vitest'
import type { InsightList } from '#contract/insights.ts'
import { addDays } from '#domain/ranges/local-day.ts'
import { testApp } from '#testkit/test-app.ts'
import { orderRow } from '#warehouse/duckdb/sample-rows.fixture.ts'
import { saveRun } from './store/analysis-runs.repo.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
const calendar = { timeZone: 'America/Los_Angeles' }
const TODAY = '2026-06-17'

/** Loads an order every week of these days. */
const loadOrders = async (accountId: number, from: string, until: string): Promise<void> => {
  const orders = []
  for (let day = from; day < until; day = addDays(day, 7))
    orders.push(
      orderRow({ source_id: day, order_number: day, time_basis: 'local', ordered: `${day} 12:00:00`, total: 1_000 }),
    )
  await t.load(accountId, { orders })
}

const listOf = async (token: string): Promise<string[]> =>
  (await t.call('GET', '/insight', { token })).json<InsightList>().unanalyzed

/** Registers an account with these orders, which were analyzed today. */
const analyzed = async (from: string, until: string) => {
  const { accountId, token } = await t.register({ ...calendar, currency: 'USD' })
  await loadOrders(accountId, from, until)
  await saveRun(t.deps.db, accountId, {
    data_version: 1,
    analyzed_at: new Date(t.clock.now()),
    analyzed_until: TODAY,
    series_count: 0,
  })
  return { accountId, token }
}

test.each([
  ['three weeks', '2026-05-27', TODAY, [/eight weeks of orders; yours begin on May 27, 2026/]],
  [
    'five months',
    '2026-01-18',
    TODAY,
    [/weren’t forecast. .* yours begin on January 18, 2026/, /compared with last year, .* January 18, 2026/],
  ],
  ['13 months', '2025-05-10', TODAY, []],
  [
    'orders that ended two years ago',
    '2022-01-03',
    '2024-06-17',
    [/weren’t analyzed, because your orders end on June 10, 2024/],
  ],
] as const)('the list of insights says what could not be analyzed: %s', async (_, from, until, sentences) => {
  const { token } = await analyzed(from, until)
  expect(await listOf(token)).toEqual(sentences.map((sentence) => expect.stringMatching(sentence)))
})

test('the orders are read again only after a load', async () => {
  const { accountId, token } = await analyzed('2026-05-27', TODAY)
  const before = await listOf(token)
  expect(before).toEqual([expect.stringMatching(/May 27, 2026/)])
  const query = vi.spyOn(t.deps.warehouse, 'query')
  expect(await listOf(token)).toEqual(before)
  expect(query).not.toHaveBeenCalled()
  query.mockRestore()
  await loadOrders(accountId, '2026-05-20', '2026-05-27')
  expect(await listOf(token)).toEqual([expect.stringMatching(/May 20, 2026/)])
})
