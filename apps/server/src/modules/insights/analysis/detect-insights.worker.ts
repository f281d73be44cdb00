import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import type { AnalysisInput } from '#insights/insight/inputs.ts'
import type { Detection, PeopleBatch } from './analyze-account.ts'

if (parentPort) {
  const { findInsights } = await import('#insights/find-insights.ts')
  const { rankClub } = await import('#insights/club-risk/rank-club.ts')
  const input: AnalysisInput = workerData
  const members: PeopleBatch['members'][number][] = []
  const customers: PeopleBatch['customers'][number][] = []
  for (;;) {
    const [batch]: (PeopleBatch | null)[] = await once(parentPort, 'message')
    if (!batch) break
    members.push(...batch.members)
    customers.push(...batch.customers)
    parentPort.postMessage('next')
  }
  const task = { ...input, members, customers }
  const clubRisk = rankClub(task)
  const detection: Detection = { findings: findInsights(task, clubRisk), clubRisk }
  parentPort.postMessage(detection)
}
