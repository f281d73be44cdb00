import { Secret, TOTP } from 'otpauth'
import { test as base, describe, expect } from 'vitest'
import { SecondStep } from '#contract/second-factor.ts'
import { readErrorCode } from '#testkit/test-client.ts'
import { signOnApp } from './sign-on-app.fixture.ts'

const MINUTE = 60_000
const app = await signOnApp()
const { t, db, provider } = app
const test = base.extend('account', () => app.withSignOn())

const dashboardsStatus = async (token: string) => (await t.call('GET', '/dashboards', { token })).statusCode

describe('a person of a proved domain', () => {
  test('gets a user with the default role at the first sign-in, and the same one later', async () => {
    const { owner, domain } = await app.withSignOn({ defaultRole: 'PowerUser' })
    const email = `Vera.Vine@${domain}`
    const login = app.person({ email, given_name: 'Vera', family_name: 'Vine' })
    const first = (await app.signOn(email, login)).json()
    expect(first).toMatchObject({
      kind: 'session',
      session: {
        token_type: 'Bearer',
        user: {
          accountId: owner.accountId,
          email: email.toLowerCase(),
          emailVerified: true,
          firstName: 'Vera',
          lastName: 'Vine',
          roles: ['PowerUser', 'User'],
        },
      },
    })
    expect(await dashboardsStatus(first.session.access_token)).toBe(200)
    const { refresh_token } = first.session
    const refreshed = await t.call('POST', '/token', { body: { grant_type: 'refresh_token', refresh_token } })
    expect(refreshed.statusCode).toBe(200)
    // Another address at the provider is still the same person.
    provider.people.set(login, { email: `vera@elsewhere.example`, email_verified: true })
    expect((await app.signOn(email, login)).json().session.user.id).toBe(first.session.user.id)
  })

  test.each([
    [{ name: 'Ada King Lovelace' }, 'Ada', 'King Lovelace'],
    [{ name: 'Prince' }, 'Prince', 'Prince'],
    [{ given_name: 'Grace' }, 'Grace', 'Grace'],
    [{}, 'n.n', 'n.n'],
  ])('named %o is called %s %s', async (names, firstName, lastName) => {
    const { domain } = await app.withSignOn()
    const email = `n.n@${domain}`
    const answer = await app.signOn(email, app.person({ email, ...names }))
    expect(answer.json().session.user).toMatchObject({ firstName, lastName })
  })

  test('is the user who already has the address, with roles and content', async ({ account: { owner, domain } }) => {
    const member = await app.colleagueAt(owner, domain, ['AccountAdmin'])
    const answer = await app.signOn(member.email, app.person({ email: member.email }))
    expect(answer.json().session.user).toMatchObject({ id: member.userId, roles: ['AccountAdmin'] })
    const ofMember = db.selectFrom('audit_log').select('action').where('user_id', '=', member.userId)
    const log = await ofMember.orderBy('id').execute()
    const actions = log.map(({ action }) => action)
    expect(actions).toContain('user.sign_on_connected')
    expect(actions.at(-1)).toBe('session.began')
  })

  test('leaves no open invitation behind', async ({ account: { owner, domain } }) => {
    await t.setAccount(owner, { account_type: 'Estate' })
    const email = `invited@${domain}`
    const invited = await t.call('POST', '/invitation', { token: owner.token, body: { email, roles: ['User'] } })
    expect(invited.statusCode).toBe(201)
    expect((await app.signOn(email, app.person({ email }))).statusCode).toBe(200)
    const open = await db
      .selectFrom('invitations')
      .select('id')
      .where('account_id', '=', owner.accountId)
      .where('revoked_at', 'is', null)
      .execute()
    expect(open).toEqual([])
  })

  test('is asked for the own second factor, unless the account trusts the one of the provider', async () => {
    const { owner, domain } = await app.withSignOn()
    const email = `careful@${domain}`
    const login = app.person({ email })
    const { session } = (await app.signOn(email, login)).json()
    const token = session.access_token
    const { secret } = (await t.call('POST', '/user/second-factor/authenticator', { token })).json()
    const codeNow = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: t.clock.now() })
    const body = { code: codeNow() }
    expect((await t.call('POST', '/user/second-factor/authenticator/confirm', { token, body })).statusCode).toBe(200)
    t.clock.advance(MINUTE)
    const asked = await app.signOn(email, login)
    expect([asked.statusCode, readErrorCode(asked)]).toEqual([401, 'auth.second_factor_needed'])
    const { challenge } = SecondStep.parse(asked.json())
    const answered = await t.call('POST', '/token', {
      body: { grant_type: 'second_factor', challenge, code: codeNow() },
    })
    expect([answered.statusCode, await dashboardsStatus(answered.json().access_token)]).toEqual([200, 200])
    await app.save(owner, { trustsSecondFactor: true })
    expect((await app.signOn(email, login)).json().kind).toBe('session')
  })

  test('meets the required second factor only if the account trusts the provider’s', async () => {
    const { owner, domain } = await app.withSignOn()
    await t.setAccount(owner, { second_factor_required: true })
    const email = `new@${domain}`
    const login = app.person({ email })
    expect(await dashboardsStatus((await app.signOn(email, login)).json().session.access_token)).toBe(428)
    await db
      .updateTable('account_sign_on')
      .set({ trusts_second_factor: true })
      .where('account_id', '=', owner.accountId)
      .execute()
    expect(await dashboardsStatus((await app.signOn(email, login)).json().session.access_token)).toBe(200)
  })

  test('proves who they are by signing in there again, having no password', async ({ account: { domain } }) => {
    const email = `fresh@${domain}`
    const login = app.person({ email })
    const change = (token: string) => t.call('POST', '/user/second-factor/authenticator', { token })
    const { access_token: old } = (await app.signOn(email, login)).json().session
    t.clock.advance(16 * MINUTE)
    const refused = await change(old)
    expect([refused.statusCode, refused.json().methods]).toEqual([428, ['signOn']])
    const { access_token: fresh } = (await app.signOn(email, login)).json().session
    expect((await change(fresh)).statusCode).toBe(200)
  })
})

describe('a sign-in is refused', () => {
  test('for a domain that nobody has proved, whoever is known there', async ({ account: { owner } }) => {
    await t.call('POST', '/account/sign-on/domains', { token: owner.token, body: { domain: 'unproved.example' } })
    for (const email of ['somebody@unproved.example', 'somebody@unknown.example']) {
      const answer = await t.call('POST', '/sign-on', { body: { email } })
      expect([answer.statusCode, readErrorCode(answer)]).toEqual([404, 'sign_on.not_set_up'])
    }
  })

  test('and does not tell whether an address of the domain has a user', async ({ account: { owner, domain } }) => {
    const answers = await Promise.all(
      [owner.email, `nobody@${domain}`].map((email) => t.call('POST', '/sign-on', { body: { email } })),
    )
    const shapes = answers.map(({ statusCode, body }) => [statusCode, Object.keys(JSON.parse(body))])
    expect(shapes[0]).toEqual(shapes[1])
  })

  test.each([
    [
      'does not confirm the address',
      (domain: string) => ({ email: `a@${domain}`, email_verified: false }),
      'email_unverified',
    ],
    ['names no address', () => ({}), 'no_email'],
    ['names an address of another domain', () => ({ email: 'a@gmail.example' }), 'other_domain'],
  ])('if the provider %s', async (_what, claims, code) => {
    const { owner, domain } = await app.withSignOn()
    const answer = await app.signOn(`a@${domain}`, app.person(claims(domain)))
    expect([answer.statusCode, readErrorCode(answer)]).toEqual([409, `sign_on.${code}`])
    const users = await db.selectFrom('users').select('id').where('account_id', '=', owner.accountId).execute()
    expect(users.map(({ id }) => id)).toEqual([owner.userId])
  })

  test('if the person cancels at the provider', async ({ account: { owner, domain } }) => {
    expect(readErrorCode(await app.signOn(`a@${domain}`, null))).toBe('sign_on.denied')
    const { items } = (await t.call('GET', '/audit', { token: owner.token })).json()
    expect(items[0]).toMatchObject({ action: 'session.sign_on_refused', details: { reason: 'sign_on.denied' } })
  })

  test('in another browser, and a second time', async ({ account: { domain } }) => {
    const email = `a@${domain}`
    const login = app.person({ email })
    const [mine, other] = [await app.start(email), await app.start(email)]
    const query = await provider.signIn(mine.url, login)
    expect(mine.cookie).not.toBe(other.cookie)
    for (const cookie of [other.cookie, '', 'cuvee-sign-on=']) {
      const answer = await app.finish(query, cookie)
      expect([answer.statusCode, readErrorCode(answer)]).toEqual([409, 'sign_on.expired'])
    }
    expect((await app.finish(query, mine.cookie)).statusCode).toBe(200)
    expect(readErrorCode(await app.finish(query, mine.cookie))).toBe('sign_on.expired')
  })

  test('with another state, or after ten minutes', async ({ account: { domain } }) => {
    const email = `a@${domain}`
    const login = app.person({ email })
    const { url, cookie } = await app.start(email)
    const query = new URLSearchParams(await provider.signIn(url, login))
    const late = await app.start(email)
    const lateQuery = await provider.signIn(late.url, login)
    const state = new URL(late.url).searchParams.get('state') ?? ''
    const mixed = new URLSearchParams([...query].map(([name, value]) => [name, name === 'state' ? state : value]))
    expect(readErrorCode(await app.finish(`${mixed}`, cookie))).toBe('sign_on.expired')
    t.clock.advance(10 * MINUTE)
    expect(readErrorCode(await app.finish(lateQuery, late.cookie))).toBe('sign_on.expired')
  })

  test.each([
    ['nonce', { nonce: 'another' }],
    ['issuer', null],
  ])('if the answer has another %s', async (_what, change) => {
    const { domain } = await app.withSignOn()
    const email = `a@${domain}`
    const { url, cookie } = await app.start(email)
    const query = new URLSearchParams(await provider.signIn(url, app.person({ email })))
    if (change) await db.updateTable('sign_on_attempts').set(change).execute()
    else query.set('iss', 'https://evil.example')
    const answer = await app.finish(`${query}`, cookie)
    expect([answer.statusCode, readErrorCode(answer)]).toEqual([409, 'sign_on.answer_refused'])
  })

  test('if the provider’s name for the person is longer than a name can be', async ({ account: { domain } }) => {
    const [email, subject] = [`a@${domain}`, 's'.repeat(257)]
    provider.people.set(subject, { email, email_verified: true })
    expect(readErrorCode(await app.signOn(email, subject))).toBe('sign_on.answer_refused')
  })

  test('with a code that another attempt got: the verifier is the browser’s own', async ({ account: { domain } }) => {
    const email = `a@${domain}`
    const [victim, attacker] = [await app.start(email), await app.start(email)]
    const stolen = new URLSearchParams(await provider.signIn(victim.url, app.person({ email })))
    const state = new URL(attacker.url).searchParams.get('state') ?? ''
    stolen.set('state', state)
    expect(readErrorCode(await app.finish(`${stolen}`, attacker.cookie))).toBe('sign_on.denied')
  })

  test('for a disabled user, who stays disabled', async ({ account: { owner, domain } }) => {
    const email = `gone@${domain}`
    const login = app.person({ email })
    const { user } = (await app.signOn(email, login)).json().session
    await t.call('POST', `/user/${user.id}/disable`, { token: owner.token })
    expect(readErrorCode(await app.signOn(email, login))).toBe('sign_on.user_disabled')
    const { disabled_at } = await db
      .selectFrom('users')
      .select('disabled_at')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow()
    expect(disabled_at).not.toBeNull()
  })

  test('in an account without room, with what to do about it', async ({ account: { owner, domain } }) => {
    const row = { account_id: owner.accountId, first_name: 'N', last_name: 'N', roles: ['User' as const] }
    await db
      .insertInto('users')
      .values(
        Array.from({ length: 499 }, (_, at) => ({
          ...{ ...row, id: `filler-${owner.accountId}-${at}`, created_at: new Date(0) },
          email: `filler-${at}@${domain}`,
        })),
      )
      .execute()
    const answer = await app.signOn(`a@${domain}`, app.person({ email: `a@${domain}` }))
    expect([answer.statusCode, answer.json().errors[0].message]).toEqual([
      409,
      'This account already has 500 users. Ask an administrator to make room, then sign in again.',
    ])
  })

  test('for an address that belongs to another account', async ({ account: { domain } }) => {
    const stranger = await t.register()
    await t.setUser(stranger, { email: `stranger@${domain}` })
    await t.setUser(stranger, { email_verified: true })
    const answer = await app.signOn(`stranger@${domain}`, app.person({ email: `stranger@${domain}` }))
    expect(readErrorCode(answer)).toBe('sign_on.other_account')
  })

  test('of an owner who has not connected the provider: an administrator could name one that claims any address', async () => {
    const { owner } = await app.withSignOn()
    const login = app.person({ email: owner.email })
    expect(readErrorCode(await app.signOn(owner.email, login))).toBe('sign_on.owner_not_connected')
    expect((await app.tryOut(owner, login)).json()).toEqual({ kind: 'test', email: owner.email, isLinked: true })
    expect((await app.signOn(owner.email, login)).json().session.user.id).toBe(owner.userId)
  })

  test('while single sign-on is turned off, or the provider has another secret', async () => {
    const { owner, domain } = await app.withSignOn()
    const email = `a@${domain}`
    const begun = await app.start(email)
    const query = await provider.signIn(begun.url, app.person({ email }))
    await app.save(owner, { isEnabled: false })
    expect(readErrorCode(await app.finish(query, begun.cookie))).toBe('sign_on.expired')
    expect(readErrorCode(await t.call('POST', '/sign-on', { body: { email } }))).toBe('sign_on.not_set_up')
    await app.save(owner, { clientSecret: 'wrong' })
    expect(readErrorCode(await app.signOn(email, app.person({ email })))).toBe('sign_on.client_refused')
  })

  test('while the provider is down, at each of its steps', async ({ account: { domain } }) => {
    const email = `a@${domain}`
    const { url, cookie } = await app.start(email)
    const query = await provider.signIn(url, app.person({ email }))
    provider.fail(true)
    try {
      const answers = [await t.call('POST', '/sign-on', { body: { email } }), await app.finish(query, cookie)]
      for (const answer of answers)
        expect([answer.statusCode, readErrorCode(answer)]).toEqual([502, 'sign_on.provider_failed'])
    } finally {
      provider.fail(false)
    }
  })

  test('after a hundred attempts of a network', async () => {
    const body = { email: 'a@unknown.example' }
    const attempt = () =>
      t.app.inject({ method: 'POST', url: '/api/sign-on', payload: body, remoteAddress: '10.9.9.9' })
    for (let tries = 0; tries < 100; tries += 1) expect((await attempt()).statusCode).toBe(404)
    expect((await attempt()).statusCode).toBe(429)
  })
})

test('the cookie of an attempt is for this server only, and hidden from scripts', async ({ account: { domain } }) => {
  const answer = await t.call('POST', '/sign-on', { body: { email: `a@${domain}` } })
  expect(answer.headers['set-cookie']).toMatch(
    /^cuvee-sign-on=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Strict$/,
  )
})

test('states, verifiers and secrets are stored as hashes or sealed', async ({ account: { domain } }) => {
  const { url, cookie } = await app.start(`a@${domain}`)
  const rows = [
    ...(await db.selectFrom('sign_on_attempts').selectAll().execute()),
    ...(await db.selectFrom('account_sign_on').selectAll().execute()),
  ]
  const stored = rows.flatMap((row) =>
    Object.values(row).map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value))),
  )
  for (const secret of [new URL(url).searchParams.get('state'), cookie.split('=')[1], provider.clientSecret])
    expect(stored.some((value) => value.includes(String(secret)))).toBe(false)
})

test('a stranger who entered the address of somebody else blocks them neither as long as it is theirs nor after a change', async () => {
  const { owner, domain } = await app.withSignOn()
  for (const isChanged of [false, true]) {
    const email = `taken-${isChanged}@${domain}`
    const stranger = await t.register({ email })
    const change = { email: `stranger-${domain}@oak.example`, password: stranger.password }
    await t.call('PUT', `/user/${stranger.userId}`, { token: stranger.token, body: change })
    if (isChanged) await t.setUser(stranger, { email: change.email })
    const { session } = (await app.signOn(email, app.person({ email }))).json()
    expect(session.user).toMatchObject({ accountId: owner.accountId, email, emailVerified: true })
    const kept = await t.call('GET', `/user/${stranger.userId}`, { token: stranger.token })
    expect(kept.json().email).toMatch(isChanged ? change.email : /^user-[\w-]{36}@no-email\.invalid$/)
    const { items } = (await t.call('GET', '/audit', { token: stranger.token })).json()
    const actions = items.map(({ action }: { action: string }) => action)
    expect(actions.includes('user.email_released')).toBe(!isChanged)
    await t.setUser(stranger, { email: `done-${isChanged}-${domain}@oak.example` })
  }
})
