import { loadAnalyticsSettings } from '#server/modules/analytics/index.ts'
import type { TestApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { serviceCalls } from '../services/service-calls.fixture.ts'
import type { AnalysisResult } from './analysis/analyze-account.ts'
import { findInsightAccount, lastRun } from './store/analysis-runs.repo.ts'
import { insightsSince } from './store/insights.repo.ts'
import { readSettings } from './store/settings.repo.ts'

const MOST_WAITS = 600

/** Waits for the analysis run that follows the account's sync. */
const waitUntilAnalyzed = async (t: TestApp, accountId: number): Promise<void> => {
  for (let wait = 0; wait < MOST_WAITS; wait += 1) {
    if ((await lastRun(t.deps.db, accountId)) !== undefined) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('The account was not analyzed')
}

/** A member of an account with the sample winery, analyzed once. */
export const sampleInsights = async (
  t: TestApp,
  orders = 12_000,
): Promise<{ member: Member; result: AnalysisResult }> => {
  const member = await t.register()
  const { token, accountId } = member
  const body = { type: 'sample', name: 'Sample winery', settings: { orders } }
  const { id } = (await t.call('POST', '/service', { token, body })).json<{ id: string }>()
  const { runId } = (await t.call('POST', `/service/${id}/sync`, { token, body: {} })).json<{ runId: string }>()
  const run = await serviceCalls(t).ended(member, id, runId)
  if (run.status !== 'succeeded') throw new Error(JSON.stringify(run.errors))
  await waitUntilAnalyzed(t, accountId)
  const account = await findInsightAccount(t.deps.db, accountId)
  if (account === undefined) throw new Error('The account is gone')
  const settings = await loadAnalyticsSettings(t.deps, account)
  const chosen = await readSettings(t.deps.db, accountId)
  const added = await insightsSince(t.deps.db, accountId, new Date(0))
  return { member, result: { account, settings, chosen, added, isFirst: true } }
}
