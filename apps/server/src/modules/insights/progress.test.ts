import { beforeEach, expect, test } from 'vitest'
import type { InsightProgress, InsightStep } from '#contract/insight-progress.ts'
import type { InsightList } from '#contract/insights.ts'
import type { Role } from '#domain/role.ts'
import { addColleague } from '#server/modules/team/colleague.fixture.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { insertInsight } from './some-facts.fixture.ts'

const t = await testApp({ runsJobs: false, env: { RATE_LIMITS: 'off' } })
const DAY = 86_400_000
/** The account's day on the test clock. */
const TODAY = '2026-06-17'
let made = 0
let owner: Member
let id: string

beforeEach(async () => {
  owner = await t.register({ timeZone: 'America/Los_Angeles' })
  made += 1
  id = `insight-${made}`
  await insertInsight(t, owner.accountId, id)
})

const colleague = (roles: readonly Role[] = ['User']) =>
  addColleague(t, owner, roles, { firstName: 'Rosa', lastName: 'Vine' })
/** A second after the call before, so that the history has an order. */
const put = (what: string, body: object, { token } = owner) => {
  t.clock.advance(1000)
  return t.call('PUT', `/insight/${id}/${what}`, { token, body })
}
const progress = async (what: string, body: object, as = owner): Promise<InsightProgress> =>
  (await put(what, body, as)).json().progress
const listed = async (query = '', { token } = owner): Promise<number> =>
  (await t.call('GET', `/insight${query}`, { token })).json<InsightList>().total
const history = async () =>
  (await t.call('GET', `/insight/${id}/history`, { token: owner.token })).json<InsightStep[]>()
const problem = (answer: Awaited<ReturnType<typeof put>>) => [answer.statusCode, answer.json().errors?.[0].field]

test('leaves the open list while snoozed, and is open again on its day', async () => {
  expect(await progress('snooze', { until: '2026-06-20' })).toMatchObject({
    state: 'snoozed',
    snoozedUntil: '2026-06-20',
  })
  expect([await listed(), await listed('?unread=true'), await listed('?state=snoozed')]).toEqual([0, 0, 1])
  t.clock.advance(3 * DAY)
  const later = { ...owner, token: (await t.signIn(owner.email, owner.password)).access_token }
  expect([await listed('', later), await listed('?state=snoozed', later)]).toEqual([1, 0])
  expect(await progress('done', { done: false }, later)).toMatchObject({ state: 'open', snoozedUntil: null })
  t.clock.advance(-3 * DAY)
})

test.each([TODAY, '2026-06-16', '2027-06-19', 'soon'])('refuses to snooze until %s', async (until) => {
  expect(problem(await put('snooze', { until }))).toEqual([400, 'until'])
})

test('is done for the account until it is reopened, and dismissed ones are only dismissed', async () => {
  expect(await progress('done', { done: true })).toMatchObject({ state: 'done', doneUtc: expect.any(String) })
  const rosa = await colleague()
  expect([await listed('', rosa), await listed('?state=done', rosa)]).toEqual([0, 1])
  await t.call('POST', `/insight/${id}/dismiss`, { token: owner.token })
  expect([await listed('?state=done'), await listed('?dismissed=true')]).toEqual([0, 1])
  await t.call('POST', `/insight/${id}/restore`, { token: owner.token })
  expect(await progress('done', { done: false })).toMatchObject({ state: 'open', doneUtc: null })
  expect(await listed()).toBe(1)
})

test('notifies a colleague to whom it is assigned, once per assignment, and lists it as theirs', async () => {
  const rosa = await colleague()
  const notices = async () =>
    (await t.call('GET', '/notification', { token: rosa.token }))
      .json()
      .filter(({ kind }: { kind: string }) => kind === 'insightAssigned')
  const assigned = await progress('assignee', { userId: rosa.userId })
  expect(assigned.assignee).toEqual({ userId: rosa.userId, name: 'Rosa Vine' })
  await progress('assignee', { userId: rosa.userId })
  expect(await notices()).toMatchObject([{ subject: expect.stringMatching(/^Assigned to you: /) }])
  expect([await listed('?mine=true', rosa), await listed('?mine=true')]).toEqual([1, 0])
  expect((await progress('assignee', { userId: null })).assignee).toBeNull()
  await progress('assignee', { userId: rosa.userId })
  expect(await notices()).toHaveLength(2)
  await t.call('DELETE', `/user/${rosa.userId}`, { token: owner.token })
  expect((await t.call('GET', `/insight/${id}`, { token: owner.token })).json().progress.assignee).toBeNull()
  expect((await history())[0]).toMatchObject({ step: 'assigned', assigneeName: null })
})

test('is assigned to people of the account who may open insights, and to others only by those who may share', async () => {
  const [rosa, billing] = [await colleague(), await colleague(['BillingAdmin'])]
  const stranger = await t.register()
  for (const { userId } of [billing, stranger])
    expect(problem(await put('assignee', { userId }))).toEqual([400, 'userId'])
  expect(problem(await put('assignee', { userId: owner.userId }, rosa))).toEqual([400, 'userId'])
  expect((await progress('assignee', { userId: rosa.userId }, rosa)).assignee?.userId).toBe(rosa.userId)
  const assignees = async ({ token }: Member) =>
    (await t.call('GET', '/insight/assignees', { token })).json().map(({ userId }: { userId: string }) => userId)
  expect((await assignees(owner)).toSorted()).toEqual([owner.userId, rosa.userId].toSorted())
  expect(await assignees(rosa)).toEqual([rosa.userId])
})

test('keeps a history, newest first, without steps that change nothing', async () => {
  await progress('snooze', { until: '2026-07-01' })
  await progress('snooze', { until: '2026-07-01' })
  await progress('snooze', { until: null })
  await progress('acted', { acted: true })
  const { actedUtc } = await progress('acted', { acted: true })
  await progress('done', { done: true })
  await progress('acted', { acted: false })
  expect(actedUtc).toEqual(expect.any(String))
  const steps = await history()
  expect(steps.map(({ step, until }) => [step, until])).toEqual([
    ['actionUndone', null],
    ['done', null],
    ['acted', null],
    ['woken', null],
    ['snoozed', '2026-07-01'],
  ])
  expect(steps.every(({ userName }) => userName !== null)).toBe(true)
})
