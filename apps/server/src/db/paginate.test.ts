import { expect, test } from 'vitest'
import { testApp } from '#testkit/test-app.ts'
import { paginate } from './paginate.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
const { accountId, userId } = await t.register()

const DAY_COUNT = 5
for (let day = 1; day <= DAY_COUNT; day++) {
  await t.deps.db
    .insertInto('invitations')
    .values({
      id: `invitation ${day}`,
      account_id: accountId,
      email: `guest-${day}@oak.example`,
      roles: ['User'],
      token_hash: `hash ${day}`,
      invited_by: userId,
      invited_by_name: 'Ada Stone',
      created_at: new Date(Date.UTC(2026, 0, day)),
      sent_at: new Date(0),
      expires_at: new Date(0),
    })
    .execute()
}

/** A page of the invitations, latest first, and how many statements were sent for it. */
const readPage = async (page: number, account = accountId) => {
  let statements = 0
  const db = t.deps.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      statements++
      return result
    },
  })
  const query = db
    .selectFrom('invitations')
    // Tables have columns of this name.
    .select(['id', 'created_at', 'invited_by_name as total'])
    .where('account_id', '=', account)
    .orderBy('created_at', 'desc')
    .orderBy('id')
  return { ...(await paginate(db, query, { page, pageSize: 2 })), statements }
}

const invitation = (day: number) => ({
  id: `invitation ${day}`,
  created_at: new Date(Date.UTC(2026, 0, day)),
  total: 'Ada Stone',
})

test.each([
  [1, [5, 4]],
  [3, [1]],
  [4, []],
])('page %i and the total come from one statement, in order, also beyond the end', async (page, days) => {
  expect(await readPage(page)).toEqual({ items: days.map(invitation), total: DAY_COUNT, statements: 1 })
})

test('no rows at all', async () => {
  expect(await readPage(1, accountId + 1)).toEqual({ items: [], total: 0, statements: 1 })
})
