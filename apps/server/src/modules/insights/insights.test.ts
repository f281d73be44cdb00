import { expect, test } from 'vitest'
import type { InsightDetail, InsightList } from '#contract/insights.ts'
import type { ReportResult } from '#contract/reports.ts'
import { testApp } from '#testkit/test-app.ts'
import { sampleInsights } from './insights.fixture.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, analyzesLoads: true })
const { member, result } = await sampleInsights(t)
const { token } = member

const listed = async (): Promise<InsightList> =>
  (await t.call('GET', '/insight?pageSize=500', { token })).json<InsightList>()

test('analyzes the sample winery after a sync, lists insights and shows the time of the analysis', async () => {
  const list = await listed()
  expect(list.total).toBe(result.added.length)
  expect(list.total).toBeGreaterThan(0)
  expect(list.lookedUntil).toBe('2026-06-17')
})

test('matches every measured figure with the report in its provenance', async () => {
  let asked = 0
  for (const { insightId } of (await listed()).items) {
    const response = await t.call('GET', `/insight/${insightId}`, { token })
    expect(response.statusCode, response.body).toBe(200)
    for (const { id, value, receipt } of response.json<InsightDetail>().figures) {
      if (receipt.kind !== 'report') continue
      const { definition, filters, relativeDate, from, until, measure } = receipt
      const body = { definition, filters, relativeDate, from, until }
      const answer = (await t.call('POST', '/reports/query', { token, body })).json<ReportResult>()
      const at = answer.columns.findIndex(({ columnId }) => columnId === measure)
      expect([insightId, id, answer.totals[at] ?? 0]).toEqual([insightId, id, value])
      asked += 1
    }
  }
  expect(asked).toBeGreaterThan(0)
})
