import { expect, test } from 'vitest'
import { unscoped } from '#server/db/database.ts'
import { runJob } from '#testkit/run-job.ts'
import { testApp } from '#testkit/test-app.ts'
import { deleteExpiredJob } from './delete-expired.job.ts'

const t = await testApp({ runsJobs: false })
const HOUR = 3_600_000

const countIn = async (table: 'sessions' | 'one_time_tokens' | 'rate_limits'): Promise<number> =>
  (await unscoped(t.deps.db).selectFrom(table).selectAll().execute()).length

test('deletes expired rows and keeps usable ones', async () => {
  await t.register()
  t.clock.advance(HOUR)
  const { token } = await t.register()
  await runJob(deleteExpiredJob, t.deps)
  expect([await countIn('sessions'), await countIn('one_time_tokens'), await countIn('rate_limits')]).toEqual([2, 2, 2])
  t.clock.advance(HOUR / 2)
  await runJob(deleteExpiredJob, t.deps)
  expect(await countIn('sessions')).toBe(1)
  expect((await t.call('GET', '/account', { token })).statusCode).toBe(200)
  t.clock.advance(24 * HOUR)
  await runJob(deleteExpiredJob, t.deps)
  expect([await countIn('sessions'), await countIn('one_time_tokens'), await countIn('rate_limits')]).toEqual([0, 0, 0])
})
