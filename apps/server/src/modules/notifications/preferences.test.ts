import { expect } from 'vitest'
import type { NotificationPreference, NotificationPreferences } from '#contract/notifications.ts'
import { NOTIFICATION_KIND_IDS } from '#domain/notification-kind.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
const { test } = t

const read = async ({ token }: Member) =>
  (await t.call('GET', '/notification/preferences', { token })).json<NotificationPreferences>()

const save = ({ token }: Member, ...preferences: unknown[]) =>
  t.call('PUT', '/notification/preferences', { token, body: { preferences } })

const findPreference = (
  { preferences }: NotificationPreferences,
  wantedKind: string,
): NotificationPreference | undefined => preferences.find(({ kind }) => kind === wantedKind)

test('returns the default of each kind until a preference is saved', async ({ member: owner }) => {
  const all = await read(owner)
  expect(all.address).toBe(owner.email)
  expect(all.preferences.map(({ kind }) => kind)).toEqual(NOTIFICATION_KIND_IDS)
  expect(findPreference(all, 'syncFailed')).toEqual({ kind: 'syncFailed', inApp: true, email: true })
  expect(findPreference(all, 'reportReady')).toEqual({ kind: 'reportReady', inApp: true, email: false })
})

test.each([
  [['User'], ['insight', 'insightAssigned', 'alert', 'dashboardShared', 'reportReady']],
  [['PowerUser'], ['insight', 'insightAssigned', 'alert', 'dashboardShared', 'reportReady', 'reportNotSent']],
  [['BillingAdmin'], ['dashboardShared', 'reportReady', 'trialEnding', 'paymentProblem']],
] as const)('offers %j to %j', async (roles, kinds) => {
  const member = await t.register()
  await t.setUser(member, { roles: [...roles] })
  expect((await read(member)).preferences.map(({ kind }) => kind)).toEqual(kinds)
})

test('saves given preferences, keeps the others, and leaves other users unchanged', async () => {
  const [member, other] = [await t.register(), await t.register()]
  const before = await read(member)
  const saved = (await save(member, { kind: 'syncFailed', inApp: true, email: false })).json()
  expect(saved).toEqual(await read(member))
  expect(findPreference(saved, 'syncFailed')?.email).toBe(false)
  expect(saved.preferences.filter(({ kind }: NotificationPreference) => kind !== 'syncFailed')).toEqual(
    before.preferences.filter(({ kind }) => kind !== 'syncFailed'),
  )
  expect(findPreference(await read(other), 'syncFailed')?.email).toBe(true)
  await save(member, { kind: 'syncFailed', inApp: false, email: true })
  expect(findPreference(await read(member), 'syncFailed')).toEqual({ kind: 'syncFailed', inApp: false, email: true })
})

test.each([
  [{ kind: 'paymentProblem', inApp: false, email: true }, 'preferences[1]', '“Payment problem” can’t be turned off'],
  [{ kind: 'paymentProblem', inApp: true, email: false }, 'preferences[1]', '“Payment problem” can’t be turned off'],
  [{ kind: 'reportReady', inApp: true, email: true }, 'preferences[1]', '“Report ready” isn’t emailed'],
])('rejects %j', async (preference, field, message) => {
  const response = await save(await t.register(), { kind: 'syncFailed', inApp: true, email: true }, preference)
  expect(response.statusCode).toBe(400)
  expect(response.json().errors).toMatchObject([{ field, message }])
})

test.each([
  [{ kind: 'gossip', inApp: true, email: true }, 'preferences[0].kind'],
  [{ kind: 'syncFailed', email: true }, 'preferences[0].inApp'],
  [{ kind: 'syncFailed', inApp: true, email: 'yes' }, 'preferences[0].email'],
])('rejects the malformed preference %j', async (preference, field) => {
  const response = await save(await t.register(), preference)
  expect([response.statusCode, response.json().errors[0].field]).toEqual([400, field])
})

test('accepts an empty list', async ({ member }) => {
  const before = await read(member)
  expect((await save(member)).json()).toEqual(before)
})
