import { expect, test } from 'vitest'
import { FAKE_SECRETS, FAKE_SETTINGS } from '#connectors/commerce7/fake-commerce7.fixture.ts'
import { Service, ServiceType } from '#contract/services.ts'
import { unscoped } from '#server/db/database.ts'
import { type Member, readErrorCode } from '#testkit/test-client.ts'
import { commerce7App } from './commerce7-app.fixture.ts'

const { tenant, appId } = FAKE_SETTINGS
const { t, fake, serviceOf, syncHere } = await commerce7App({
  orders: 8,
  env: { COMMERCE7_CLIENT_ID: appId, COMMERCE7_CLIENT_SECRET: FAKE_SECRETS.appSecret },
})
const register = () => t.register({ timeZone: 'America/Los_Angeles', currency: 'USD' })

const start = (member: Member, settings: object = { tenant }, more: object = {}) =>
  t.call('POST', '/service/connect', { ...member, body: { type: 'commerce7', settings, ...more } })

const finish = (member: Member, query: Readonly<Record<string, string>>) =>
  t.call('POST', '/service/connected', { ...member, body: { query: `?${new URLSearchParams(query)}` } })

const OWNER = { tenantId: tenant, account: 'token.of.owner' }

test('an administrator of the tenant connects it by the link in Commerce7, without credentials', async () => {
  const member = await register()
  const types = ServiceType.array().parse((await t.call('GET', '/service/types', member)).json())
  expect(types.find(({ type }) => type === 'commerce7')?.consent).toMatchObject({
    asks: ['tenant'],
    instruction: expect.stringContaining('Connect Cuvee'),
  })
  expect((await start(member)).json()).toEqual({ url: `https://${tenant}.admin.platform.commerce7.com/order` })
  const response = await finish(member, OWNER)
  const { id, isConsented, secretsSet } = Service.parse(response.json())
  expect([response.statusCode, isConsented, secretsSet]).toEqual([200, true, []])
  expect(await syncHere(member, id)).toMatchObject({ status: 'succeeded' })
  expect(await serviceOf(member, id)).toMatchObject({ settings: { tenant }, state: 'idle' })
})

test.each([
  ['a token that Commerce7 does not know', { ...OWNER, account: 'forged' }, 'service.consent_denied'],
  ['no token', { tenantId: tenant }, 'service.consent_denied'],
  ['a person who does not decide for the winery', { ...OWNER, account: 'token.of.cashier' }, 'service.consent_denied'],
  ['another tenant than was entered', { ...OWNER, tenantId: 'other-cellars' }, 'service.consent_expired'],
])('refuses %s', async (_what, query, code) => {
  const member = await register()
  await start(member)
  const response = await finish(member, query)
  expect([response.statusCode < 400, readErrorCode(response)]).toEqual([false, code])
  expect((await t.call('GET', '/service', member)).json()).toEqual([])
})

test('a stranger cannot claim a tenant that installed the app, and a link works once', async () => {
  const stranger = await register()
  await start(stranger)
  expect(readErrorCode(await finish(await register(), OWNER))).toBe('service.consent_expired')
  // Without a person of the tenant, nothing proves that it is the stranger's.
  const direct = {
    type: 'commerce7',
    name: 'Mine',
    settings: { tenant, appId, appSecret: 'guess' },
    syncEveryMinutes: null,
  }
  const { id } = Service.parse((await t.call('POST', '/service', { ...stranger, body: direct })).json())
  expect(await syncHere(stranger, id)).toMatchObject({ status: 'failed' })
  const owner = await register()
  await start(owner)
  expect((await finish(owner, OWNER)).statusCode).toBe(200)
  expect(readErrorCode(await finish(owner, OWNER))).toBe('service.consent_expired')
})

test('a consented service reads no other tenant, even with changed settings', async () => {
  const member = await register()
  await start(member)
  const { id } = Service.parse((await finish(member, OWNER)).json())
  const changed = await t.call('PUT', `/service/${id}`, {
    ...member,
    body: { name: 'Till', settings: { tenant: 'other-cellars' } },
  })
  expect(changed.statusCode).toBe(400)
  await unscoped(t.deps.db)
    .updateTable('services')
    .set({ settings: JSON.stringify({ tenant: 'other-cellars' }) })
    .where('id', '=', id)
    .execute()
  const calls = fake.server.calls.length
  expect(await syncHere(member, id)).toMatchObject({ status: 'failed' })
  expect(fake.server.calls).toHaveLength(calls)
  expect(await serviceOf(member, id)).toMatchObject({ state: 'needsAttention' })
})
