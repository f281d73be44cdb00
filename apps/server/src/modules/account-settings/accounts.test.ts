import { expect, test } from 'vitest'
import { DAY_MS } from '#domain/clock.ts'
import { unscoped } from '#server/db/database.ts'
import { testApp } from '#testkit/test-app.ts'

const t = await testApp({ runsJobs: false, env: { RATE_LIMITS: 'off' } })

test('security 27: a new account has the trial defaults and shows no other field', async () => {
  const { token, accountId } = await t.register({ accountName: 'Oak Hill' })
  const response = await t.call('GET', '/account', { token })
  expect(response.json()).toEqual({
    id: accountId,
    accountType: 'Reserve',
    billingSource: 'Stripe',
    isTrial: true,
    trialExpiresUtc: new Date(t.clock.now() + 14 * DAY_MS).toISOString(),
    name: 'Oak Hill',
    defaultCulture: 'en-US',
    culture: 'en-US',
    logoImageUrlLarge: null,
    logoImageUrlSmall: null,
    timeZone: 'America/Los_Angeles',
    currency: 'USD',
    weekStart: 'monday',
    customerIdentity: 'email',
    fiscalYearStartMonth: 1,
    definitions: {},
    deletionDueUtc: null,
  })
})

test('the status shows the progress of the first load until a run has succeeded', async () => {
  const { token, accountId } = await t.register()
  const now = new Date(t.clock.now())
  const service = { id: t.deps.ids.next(), account_id: accountId, type: 'csv', name: 'Files' }
  await t.deps.db
    .insertInto('services')
    .values({ ...service, created_at: now, updated_at: now })
    .execute()
  const addRun = async (status: 'running' | 'succeeded') => {
    const run = {
      id: t.deps.ids.next(),
      account_id: accountId,
      service_id: service.id,
      kind: 'import',
      status,
    } as const
    const finished_at = status === 'succeeded' ? now : null
    await t.deps.db
      .insertInto('service_runs')
      .values({ ...run, done: 61, total: 100, created_at: now, finished_at })
      .execute()
  }
  const firstLoad = async () => (await t.call('GET', '/account/status', { token })).json().firstLoad
  expect(await firstLoad()).toBeNull()
  await addRun('running')
  expect(await firstLoad()).toEqual({ done: 61, total: 100 })
  await addRun('succeeded')
  expect(await firstLoad()).toBeNull()
})

test("the status counts the account's services, users and remaining trial days", async () => {
  const { token, accountId } = await t.register()
  await t.register()
  const now = new Date(t.clock.now())
  const times = { created_at: now, updated_at: now }
  await t.deps.db
    .insertInto('services')
    .values({ id: t.deps.ids.next(), account_id: accountId, type: 'csv', name: 'Files', ...times })
    .execute()
  const status = async () => (await t.call('GET', '/account/status', { token })).json()
  expect(await status()).toEqual({
    currentServiceCount: 1,
    dataProblem: null,
    currentUserCount: 1,
    lastSyncUtc: null,
    dataVersion: 0,
    accountVersion: expect.any(String),
    trialDaysLeft: 14,
    firstLoad: null,
    rebuild: null,
    planState: 'trial',
    changesEndUtc: new Date(t.clock.now() + 14 * DAY_MS).toISOString(),
  })
  await t.setAccount({ accountId }, { trial_expires_at: new Date(t.clock.now() + DAY_MS / 2) })
  expect(await status()).toMatchObject({ trialDaysLeft: 1 })
  await t.setAccount({ accountId }, { trial_expires_at: new Date(t.clock.now() - DAY_MS) })
  expect(await status()).toMatchObject({ trialDaysLeft: 0 })
  await t.setAccount({ accountId }, { is_trial: false, trial_expires_at: null })
  expect(await status()).toMatchObject({ trialDaysLeft: null })
})

test.each([
  ['the plan', { account_type: 'Micro' as const }],
  ['the name', { name: 'Another Name' }],
  ['the culture', { culture: 'fr-FR' }],
  ['the currency', { currency: 'EUR' }],
])('the status has another version of the account after %s changed, and only then', async (_what, change) => {
  const { token, accountId } = await t.register()
  const version = async () => (await t.call('GET', '/account/status', { token })).json().accountVersion
  const before = await version()
  expect(await version()).toBe(before)
  await t.setAccount({ accountId }, change)
  expect(await version()).not.toBe(before)
})

test('disabled users are not counted', async () => {
  const { token, accountId } = await t.register()
  const now = new Date(t.clock.now())
  const colleague = {
    email: 'gone@winery.example',
    first_name: 'A',
    last_name: 'B',
    roles: ['User' as const],
    created_at: now,
  }
  await unscoped(t.deps.db)
    .insertInto('users')
    .values({ id: t.deps.ids.next(), account_id: accountId, disabled_at: now, ...colleague })
    .execute()
  expect((await t.call('GET', '/account/status', { token })).json()).toMatchObject({ currentUserCount: 1 })
})
