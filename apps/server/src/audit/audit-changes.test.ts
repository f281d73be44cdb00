import { expect } from 'vitest'
import { testApp } from '#testkit/test-app.ts'

const t = await testApp({ runsJobs: false, env: { RATE_LIMITS: 'off' } })
const { test } = t

const readEntries = (accountId: number) =>
  t.deps.db
    .selectFrom('audit_log')
    .select(['action', 'target', 'user_id', 'ip', 'request_id', 'at'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()

test('security 50: writes one entry per change with user, action, target, time and IP address', async () => {
  const { accountId, userId, token } = await t.register()
  await t.call('POST', '/dashboards', { token, body: { name: 'Sales' } })
  const rename = await t.call('PUT', '/dashboards/sales/name', { token, body: { newValue: 'Cellar' } })
  await t.call('POST', '/user/set-theme/dark', { token })
  await t.call('DELETE', '/dashboards/sales', { token })
  const entries = await readEntries(accountId)
  expect(entries.map(({ action, target }) => [action, target])).toEqual([
    ['account.created', null],
    ['dashboards.create', null],
    ['dashboards.rename', 'sales'],
    ['users.setTheme', 'dark'],
    ['dashboards.remove', 'sales'],
  ])
  expect(entries[2]).toMatchObject({
    user_id: userId,
    ip: '127.0.0.1',
    request_id: rename.headers['x-request-id'],
    at: new Date(t.clock.now()),
  })
})

test('writes exports of reports and of all data, once each', async ({ member: { accountId, token } }) => {
  const definition = { name: 'Mine', reportType: 'Orders', columns: [{ columnId: 'orderId' }] }
  await t.call('POST', '/reports/export', { token, body: { definition, format: 'csv' } })
  await t.call('GET', '/account/export', { token })
  const rows = await t.deps.db
    .selectFrom('audit_log')
    .select(['action', 'details'])
    .where('account_id', '=', accountId)
    .where('action', 'like', '%.export')
    .orderBy('id')
    .execute()
  expect(rows).toEqual([
    { action: 'reports.export', details: { report: 'Mine', format: 'csv' } },
    { action: 'account.export', details: {} },
  ])
})

test('writes old and new values of a service, and only the names of secrets', async () => {
  const { accountId, token } = await t.register()
  const settings = { tenant: 'winery', appId: 'app', appSecret: 'hidden-one' }
  const body = { type: 'commerce7', name: 'Shop', settings }
  const { id } = (await t.call('POST', '/service', { token, body })).json()
  const change = {
    name: 'Store',
    settings: { ...settings, tenant: 'estate', appSecret: 'hidden-two' },
    syncEveryMinutes: 180,
  }
  expect((await t.call('PUT', `/service/${id}`, { token, body: change })).statusCode).toBe(200)
  const rows = await t.deps.db
    .selectFrom('audit_log')
    .select('details')
    .where((eb) => eb.and({ account_id: accountId, action: 'services.update' }))
    .execute()
  expect(rows.map(({ details }) => details)).toEqual([
    { name: 'Shop → Store', tenant: 'winery → estate', syncEveryMinutes: '60 → 180', secretsReplaced: ['appSecret'] },
  ])
})

test('writes no entry for reads, rejected requests and missing targets', async ({ member: { accountId, token } }) => {
  const before = await readEntries(accountId)
  await t.call('GET', '/dashboards', { token })
  await t.call('POST', '/dashboards', { token, body: { name: '' } })
  await t.call('DELETE', '/dashboards/nothing', { token })
  await t.call('DELETE', '/dashboards/default', { token })
  expect(await readEntries(accountId)).toEqual(before)
})
