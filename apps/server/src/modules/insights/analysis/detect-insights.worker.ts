import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import type { ClubRisk } from '#insights/club-risk/rank-club.ts'
import type { Detection, DetectionTask, PeopleBatch } from './analyze-account.ts'

const withoutMembers = (risk: ClubRisk, left: ReadonlySet<string>): ClubRisk =>
  risk.state === 'ranked'
    ? { ...risk, members: risk.members.filter(({ membershipId }) => !left.has(membershipId)) }
    : risk

if (parentPort) {
  const { findInsights } = await import('#insights/find-insights.ts')
  const { rankClub } = await import('#insights/club-risk/rank-club.ts')
  const { input, heldOut }: DetectionTask = workerData
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
  const detection: Detection = { findings: findInsights(task, withoutMembers(clubRisk, heldOut)), clubRisk }
  parentPort.postMessage(detection)
}
