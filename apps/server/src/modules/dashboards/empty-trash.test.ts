import { expect, test } from 'vitest'
import { DAY_MS } from '#domain/clock.ts'
import { emptyDashboardTrashJob } from '#server/platform/trash.ts'
import { runJob } from '#testkit/run-job.ts'
import { testApp } from '#testkit/test-app.ts'

const t = await testApp({ runsJobs: false })

test('allows restoring a deleted dashboard for 30 days only', async () => {
  const { token, email, password } = await t.register()
  await t.call('POST', '/dashboards', { token, body: { name: 'Sales' } })
  await t.call('DELETE', '/dashboards/sales', { token })
  const restore = async () => {
    const { access_token } = await t.signIn(email, password)
    return (await t.call('POST', '/dashboards/sales/restore', { token: access_token })).statusCode
  }
  await t.deps.db.updateTable('accounts').set({ is_trial: false }).execute()
  t.clock.advance(30 * DAY_MS)
  await runJob(emptyDashboardTrashJob, t.deps)
  expect(await restore()).toBe(200)
  const { access_token } = await t.signIn(email, password)
  await t.call('DELETE', '/dashboards/sales', { token: access_token })
  t.clock.advance(30 * DAY_MS + 1)
  await runJob(emptyDashboardTrashJob, t.deps)
  expect(await restore()).toBe(404)
})
