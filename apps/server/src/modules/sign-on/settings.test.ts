import { describe, expect, onTestFinished, test } from 'vitest'
import { inTransaction } from '#server/db/database.ts'
import { addColleague } from '#server/modules/team/colleague.fixture.ts'
import { MisplacedOutsideCall } from '#server/platform/outside-calls.ts'
import { startApp } from '#testkit/test-app.ts'
import { readErrorCode } from '#testkit/test-client.ts'
import { checkProvider } from './provider-client.ts'
import { checkDomain, renewClientSecrets } from './settings.usecases.ts'
import { signOnApp } from './sign-on-app.fixture.ts'

const app = await signOnApp()
const { t, db, provider, names } = app

describe('the settings of single sign-on', () => {
  test('are empty before they are saved, and never show the secret', async () => {
    const owner = await t.register()
    const read = async () => (await t.call('GET', '/account/sign-on', { token: owner.token })).json()
    expect(await read()).toEqual({
      settings: null,
      isRequired: false,
      redirectUri: 'http://cuvee.test/sign-in/return',
      saml: {
        entityId: 'http://cuvee.test/api/sign-on/saml',
        responseUrl: 'http://cuvee.test/api/sign-on/saml/response',
      },
      domains: [],
    })
    expect((await app.save(owner, { defaultRole: 'PowerUser' })).statusCode).toBe(204)
    const saved = await read()
    expect(saved.settings).toEqual({
      provider: 'other',
      issuer: provider.issuer,
      clientId: provider.clientId,
      saml: null,
      defaultRole: 'PowerUser',
      isEnabled: true,
      trustsSecondFactor: false,
      testedDateUtc: null,
    })
    const log = await t.call('GET', '/audit', { token: owner.token })
    expect(log.body).toContain('signOn.save')
    expect(log.body).not.toContain(provider.clientSecret)
  })

  test('name each wrong field', async () => {
    const owner = await t.register()
    const fieldsOf = async (changes: object) => {
      const answer = await app.save(owner, changes)
      return [answer.statusCode, answer.json().errors.map(({ field }: { field: string }) => field)]
    }
    expect(await fieldsOf({ clientSecret: undefined })).toEqual([400, ['clientSecret']])
    expect(await fieldsOf({ issuer: '', clientId: '' })).toEqual([400, ['issuer', 'clientId']])
    expect(await fieldsOf({ issuer: 'accounts.google.com' })).toEqual([400, ['issuer']])
    expect(await fieldsOf({ issuer: `${provider.issuer}/nothing` })).toEqual([400, ['issuer']])
    expect(await fieldsOf({ defaultRole: 'AccountAdmin' })).toEqual([400, ['defaultRole']])
    provider.fail(true)
    const down = await fieldsOf({})
    provider.fail(false)
    expect(down).toEqual([400, ['issuer']])
  })

  test('are for administrators who have just proved who they are', async () => {
    const { owner } = await app.withSignOn()
    const colleague = await addColleague(t, owner)
    expect((await app.save(colleague)).statusCode).toBe(403)
    t.clock.advance(16 * 60_000)
    expect(readErrorCode(await app.save(owner))).toBe('auth.proof_needed')
    expect(readErrorCode(await t.call('POST', '/account/sign-on/test', { token: owner.token }))).toBe(
      'auth.proof_needed',
    )
  })

  test('survive a new master key', async () => {
    const { owner } = await app.withSignOn()
    const read = () =>
      db
        .selectFrom('account_sign_on')
        .select('client_secret')
        .where('account_id', '=', owner.accountId)
        .executeTakeFirstOrThrow()
    const before = await read()
    const keys = { ...t.deps.keys, master: Buffer.alloc(32, 7), retiredMaster: t.deps.keys.master }
    await renewClientSecrets({ ...t.deps, keys })
    expect((await read()).client_secret).not.toEqual(before.client_secret)
    await renewClientSecrets({ ...t.deps, keys: { ...t.deps.keys, retiredMaster: keys.master } })
    const { url } = await app.start(owner.email)
    expect(url).toContain(provider.issuer)
  })
})

describe('a test of the settings', () => {
  test('tells who the provider says that the administrator is, and connects nobody else', async () => {
    const { owner, domain } = await app.withSignOn()
    const other = `other@${domain}`
    const answer = await app.tryOut(owner, app.person({ email: other }))
    expect(answer.json()).toEqual({ kind: 'test', email: other, isLinked: false })
    expect(readErrorCode(await app.tryOut(owner, app.person({ email: 'a@gmail.example' })))).toBe(
      'sign_on.other_domain',
    )
  })

  test('does not take over a person who is connected with somebody else', async () => {
    const { owner, domain } = await app.withSignOn()
    const login = app.person({ email: `a@${domain}` })
    const { session } = (await app.signOn(`a@${domain}`, login)).json()
    provider.people.set(login, { email: owner.email, email_verified: true })
    expect((await app.tryOut(owner, login)).json().isLinked).toBe(false)
    expect((await app.signOn(`a@${domain}`, login)).json().session.user.id).toBe(session.user.id)
  })
})

describe('a domain', () => {
  const add = (token: string, domain: string) => t.call('POST', '/account/sign-on/domains', { token, body: { domain } })
  const check = (token: string, domain: string) => t.call('POST', `/account/sign-on/domains/${domain}/check`, { token })

  test('is proved by its TXT record, as the name server gives it', async () => {
    const { token } = await t.register()
    const added = (await add(token, ' @Vineyard.Example ')).json()
    expect(added).toMatchObject({
      domain: 'vineyard.example',
      record: { name: '_cuvee.vineyard.example', value: expect.stringMatching(/^cuvee-verification=[\w-]{32}$/) },
      provedDateUtc: null,
    })
    expect((await add(token, 'vineyard.example')).json()).toEqual(added)
    names.records.set(added.record.name, 'cuvee-verification=of-somebody-else')
    expect(readErrorCode(await check(token, 'vineyard.example'))).toBe('sign_on.record_missing')
    names.records.set(added.record.name, added.record.value)
    expect((await check(token, 'vineyard.example')).json().provedDateUtc).toEqual(expect.any(String))
  })

  test('of other letters is looked up as it is registered', async () => {
    const { token } = await t.register()
    expect((await add(token, 'weingüter.example')).json()).toMatchObject({
      domain: 'weingüter.example',
      record: { name: '_cuvee.xn--weingter-b6a.example' },
    })
  })

  test.each(['winery', 'a b.example', '127.0.0.1', 'https://winery.example', ''])('is not %j', async (domain) => {
    const { token } = await t.register()
    const answer = await add(token, domain)
    expect([answer.statusCode, answer.json().errors[0].field]).toEqual([400, 'domain'])
  })

  test('belongs to the first account that proves it, until that removes it', async () => {
    const [first, second] = [await t.register(), await t.register()]
    expect((await app.prove(first, 'shared.example')).statusCode).toBe(200)
    const taken = await app.prove(second, 'shared.example')
    expect([taken.statusCode, readErrorCode(taken)]).toEqual([409, 'sign_on.domain_taken'])
    await t.call('DELETE', '/account/sign-on/domains/shared.example', { token: first.token })
    expect((await check(second.token, 'shared.example')).statusCode).toBe(200)
    const gone = await t.call('DELETE', '/account/sign-on/domains/shared.example', { token: first.token })
    expect([gone.statusCode, readErrorCode(gone)]).toEqual([404, 'sign_on.domain_not_found'])
    expect(readErrorCode(await check(first.token, 'shared.example'))).toBe('sign_on.domain_not_found')
  })
})

describe('security 33: on a server that others reach', () => {
  test.each([
    'http://127.0.0.1:8080',
    'https://127.0.0.1',
    'https://10.0.0.8',
    'https://169.254.169.254',
    'https://[::1]',
    'https://localhost',
    'https://93.184.215.14:8443',
    'http://93.184.215.14',
    'file:///etc/passwd',
    'https://user:pass@accounts.example',
  ])('the issuer cannot be %s', async (issuer) => {
    const deps = { ...t.deps, platforms: { ...t.deps.platforms, allowPrivate: false } }
    const given = { issuer, clientId: 'a', clientSecret: 'b' }
    await expect(checkProvider(deps, given, new AbortController().signal)).rejects.toMatchObject({
      code: 'sign_on.address_refused',
    })
  })

  test('nor a name that resolves to a private address', async () => {
    const resolve = async () => [{ address: '10.0.0.8', family: 4 }]
    const deps = { ...t.deps, platforms: { ...t.deps.platforms, allowPrivate: false, resolve } }
    const given = { issuer: 'https://id.example', clientId: 'a', clientSecret: 'b' }
    await expect(checkProvider(deps, given, new AbortController().signal)).rejects.toMatchObject({
      code: 'sign_on.address_refused',
    })
  })

  test('and the answer says so at the field', async () => {
    const guarded = await startApp({ runsJobs: false })
    onTestFinished(guarded.close)
    const { token } = await guarded.register()
    const body = {
      ...{ provider: 'other', issuer: provider.issuer, clientId: 'a', clientSecret: 'b', defaultRole: 'User' },
      ...{ isEnabled: true, trustsSecondFactor: false },
    }
    const answer = await guarded.call('PUT', '/account/sign-on', { token, body })
    expect([answer.statusCode, answer.json().errors[0]]).toMatchObject([
      400,
      { field: 'issuer', message: 'This URL isn’t allowed' },
    ])
  })
})

test('neither the provider nor a name server is called inside a transaction', async () => {
  const { signal } = new AbortController()
  const given = { issuer: provider.issuer, clientId: 'a', clientSecret: 'b' }
  const owner = await t.register()
  const domain = 'unproved.example'
  await t.call('POST', '/account/sign-on/domains', { token: owner.token, body: { domain } })
  const before = provider.calls.length
  const calls = [() => checkProvider(t.deps, given, signal), () => checkDomain(t.deps, owner, domain)]
  for (const call of calls) {
    const refused = await inTransaction<unknown>(t.deps.db, call).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(MisplacedOutsideCall)
  }
  expect(provider.calls.length).toBe(before)
})
