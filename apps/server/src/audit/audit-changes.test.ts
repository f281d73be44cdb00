import { expect, test } from 'vitest'
import { testApp } from '#testkit/test-app.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' } })

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

test('writes no entry for reads, rejected requests and missing targets', async () => {
  const { accountId, token } = await t.register()
  const before = await readEntries(accountId)
  await t.call('GET', '/dashboards', { token })
  await t.call('POST', '/dashboards', { token, body: { name: '' } })
  await t.call('DELETE', '/dashboards/nothing', { token })
  await t.call('DELETE', '/dashboards/default', { token })
  expect(await readEntries(accountId)).toEqual(before)
})
