import type { TestApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { serviceCalls } from '../services/service-calls.fixture.ts'
import { type Looked, lookAtAccount } from './look.usecases.ts'

/** A member whose account holds the sample winery, looked at once. */
export const sampleInsights = async (t: TestApp, orders = 12_000): Promise<{ member: Member; looked: Looked }> => {
  const member = await t.register()
  const { ended } = serviceCalls(t)
  const body = { type: 'sample', name: 'Sample winery', settings: { orders } }
  const { token } = member
  const { id } = (await t.call('POST', '/service', { token, body })).json<{ id: string }>()
  const { runId } = (await t.call('POST', `/service/${id}/sync`, { token, body: {} })).json<{ runId: string }>()
  const run = await ended(member, id, runId)
  if (run.status !== 'succeeded') throw new Error(JSON.stringify(run.errors))
  const looked = await lookAtAccount(t.deps, member.accountId, AbortSignal.timeout(60_000))
  if (looked === null) throw new Error('Nothing was looked at')
  return { member, looked }
}
