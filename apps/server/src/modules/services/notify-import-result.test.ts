import { expect } from 'vitest'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { executeRun } from './execute-run.ts'
import { serviceCalls } from './service-calls.fixture.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
const { test } = t
const { addService, upload, runOf } = serviceCalls(t)

const HEADER = 'orderId,orderDate,sku,quantity,unitPrice'
const GOOD = `${HEADER}\n1,2026-01-02,A,1,2.00\n2,2026-01-03,A,1,2.00\n`
const BAD = `${HEADER}\n1,2026-01-02,A,a pair,2.00\n`
const SECOND = 1000

/** Starts an import, which `work` then executes. */
const started = async (member: Member, file: string) => {
  const { id: serviceId } = await addService(member)
  const { runId } = (await upload(member, serviceId, file)).json<{ runId: string }>()
  const work = () => executeRun(t.deps, { accountId: member.accountId, runId, signal: new AbortController().signal })
  return { serviceId, runId, work, view: () => runOf(member, serviceId, runId) }
}

const notified = async ({ token }: Member) => {
  const list = (await t.call('GET', '/notification', { token })).json<{ notificationId: string; kind: string }[]>()
  const [newest] = list
  if (!newest) return []
  const { kind, content } = (await t.call('GET', `/notification/${newest.notificationId}`, { token })).json()
  return [kind, content]
}

test.each([
  ['importFinished', GOOD, 'Imported 2 rows from orders.csv.'],
  ['importFailed', BAD, 'No data from orders.csv was imported.'],
])('notifies a user who left the page of an import: %s', async (kind, file, words) => {
  const member = await t.register()
  const { serviceId, runId, work } = await started(member, file)
  t.clock.advance(11 * SECOND)
  await work()
  expect(await notified(member)).toEqual([kind, expect.stringContaining(words)])
  expect((await notified(member))[1]).toContain(`/admin/services/${serviceId}/runs/${runId}`)
})

test('does not notify a user who is still viewing the import', async ({ member }) => {
  const { work, view } = await started(member, GOOD)
  t.clock.advance(30 * SECOND)
  await view()
  t.clock.advance(5 * SECOND)
  await work()
  expect(await notified(member)).toEqual([])
})

test('does not notify about an import that finishes immediately', async ({ member }) => {
  const { work } = await started(member, GOOD)
  await work()
  expect(await notified(member)).toEqual([])
})
