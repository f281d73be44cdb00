import { Secret, TOTP } from 'otpauth'
import { test as base, describe, expect } from 'vitest'
import { passkeyDevice } from '#server/modules/auth/second-factor/passkey.fixture.ts'
import { findEmailedLink } from '#server/modules/team/colleague.fixture.ts'
import { type Member, readErrorCode } from '#testkit/test-client.ts'
import { signOnApp } from './sign-on-app.fixture.ts'

const MINUTE = 60_000
const app = await signOnApp()
const { t } = app

const dashboardsStatus = async (token: string) => (await t.call('GET', '/dashboards', { token })).statusCode
const signIn = ({ email: username, password }: Pick<Member, 'email' | 'password'>) =>
  t.call('POST', '/token', { body: { grant_type: 'password', username, password } })
const refresh = (refresh_token: string) =>
  t.call('POST', '/token', { body: { grant_type: 'refresh_token', refresh_token } })
const setPolicy = ({ token }: Pick<Member, 'token'>, isRequired = true) =>
  t.call('PUT', '/account/sign-on/policy', { token, body: { isRequired } })

/** An account that requires single sign-on, tested by its owner. */
const requiring = async () => {
  const account = await app.withSignOn()
  const { owner } = account
  const tested = await app.tryOut(owner, app.person({ email: owner.email }))
  if (tested.statusCode !== 200) throw new Error(tested.body)
  return account
}
const test = base.extend('account', () => requiring())

describe('requiring single sign-on', () => {
  test('takes a provider that was tested and a proved domain', async () => {
    const owner = await t.register()
    expect(readErrorCode(await setPolicy(owner))).toBe('sign_on.not_configured')
    await app.save(owner)
    expect(readErrorCode(await setPolicy(owner))).toBe('sign_on.not_tested')
    const { owner: other } = await app.withSignOn()
    await app.tryOut(other, app.person({ email: other.email }))
    expect((await setPolicy(other)).statusCode).toBe(204)
    await app.save(other, { clientSecret: undefined })
    expect((await t.call('GET', '/account/sign-on', { token: other.token })).json()).toMatchObject({
      isRequired: true,
      settings: { testedDateUtc: expect.any(String) },
    })
    await setPolicy(other, false)
    await app.save(other)
    expect(readErrorCode(await setPolicy(other))).toBe('sign_on.not_tested')
  })

  test('ends old sessions and their refresh, except those of owners and of people outside of the domains', async () => {
    const { owner, domain } = await requiring()
    const [inside, outside] = [await app.colleagueAt(owner, domain), await app.colleagueAt(owner, 'gmail.example')]
    await setPolicy(owner)
    expect([await dashboardsStatus(inside.token), (await refresh(inside.refreshToken)).statusCode]).toEqual([401, 400])
    expect([await dashboardsStatus(outside.token), await dashboardsStatus(owner.token)]).toEqual([200, 200])
  })

  test('refuses a session that is there all the same', async ({ account: { owner, domain } }) => {
    await setPolicy(owner)
    const late = await app.colleagueAt(owner, 'gmail.example')
    const keyed = await t.call('POST', '/api-keys', { token: late.token, body: { name: 'Script' } })
    expect(await dashboardsStatus(late.token)).toBe(200)
    await t.setUser(late, { email: `late@${domain}` })
    expect([await dashboardsStatus(late.token), (await refresh(late.refreshToken)).statusCode]).toEqual([401, 400])
    expect(await dashboardsStatus(keyed.json().key)).toBe(428)
  })

  test('refuses the password with a clear message, which nobody gets who does not know it', async () => {
    const { owner, domain } = await requiring()
    const member = await app.colleagueAt(owner, domain)
    await setPolicy(owner)
    const refused = await signIn(member)
    expect([refused.statusCode, refused.json().errors[0]]).toMatchObject([
      409,
      { code: 'sign_on.required', message: expect.stringContaining('requires single sign-on') },
    ])
    expect(readErrorCode(await signIn({ ...member, password: 'Wrong&Pass1' }))).toBe('auth.invalid_credentials')
    await setPolicy(owner, false)
    expect((await signIn(member)).statusCode).toBe(200)
  })

  test('refuses a passkey, and a second step that was begun before', async ({ account: { owner, domain } }) => {
    const member = await app.colleagueAt(owner, domain)
    const { token } = member
    const device = passkeyDevice('http://cuvee.test')
    const created = (await t.call('POST', '/user/second-factor/passkeys/options', { token })).json()
    const response = device.register(created.options)
    const body = { name: 'Laptop', challenge: created.challenge, response }
    expect((await t.call('POST', '/user/second-factor/passkeys', { token, body })).statusCode).toBe(200)
    const begun = (await signIn(member)).json()
    await setPolicy(owner)
    const alone = (await t.call('POST', '/token/passkey')).json()
    for (const { challenge, options } of [alone, { ...begun, options: begun.passkeyOptions }]) {
      const passkey = device.answer(options)
      const answer = await t.call('POST', '/token', { body: { grant_type: 'second_factor', challenge, passkey } })
      expect([answer.statusCode, readErrorCode(answer)]).toEqual([409, 'sign_on.required'])
    }
  })

  test('sends no link to reset a password, and takes none that was sent before', async () => {
    const { owner, domain } = await requiring()
    const member = await app.colleagueAt(owner, domain)
    const subject = 'Choose a new password'
    const ask = () => t.call('POST', '/user/request-reset-password', { body: { email: member.email } })
    await ask()
    const link = await findEmailedLink(t, member.email, subject)
    const sent = t.mailbox.mails.length
    await setPolicy(owner)
    expect((await ask()).statusCode).toBe(204)
    await t.mails()
    expect(t.mailbox.mails.length).toBe(sent)
    const body = { ...Object.fromEntries(link.searchParams), password: 'Magnum#Cork8' }
    expect(readErrorCode(await t.call('POST', '/user/reset-password', { body }))).toBe('sign_on.required')
  })

  test('keeps people from leaving the domain by another address, whenever the link was sent', async () => {
    const { owner, domain } = await requiring()
    const member = await app.colleagueAt(owner, domain)
    const change = (token: string, email: string) =>
      t.call('PUT', `/user/${member.userId}`, {
        token,
        body: { firstName: 'Carl', lastName: 'Cork', email, password: member.password },
      })
    const asked = await change(member.token, `away-${domain}@gmail.example`)
    expect(asked.statusCode).toBe(200)
    const link = await findEmailedLink(t, `away-${domain}@gmail.example`, 'Confirm your new email address')
    await setPolicy(owner)
    const query = link.searchParams.toString()
    expect(readErrorCode(await t.call('GET', `/user/verify-email?${query}`))).toBe('sign_on.email_managed')
    const { session } = (await app.signOn(member.email, app.person({ email: member.email }))).json()
    expect(readErrorCode(await change(session.access_token, 'other@gmail.example'))).toBe('sign_on.email_managed')
  })

  test('lets nobody join with a password', async ({ account: { owner, domain } }) => {
    await t.setAccount(owner, { account_type: 'Estate' })
    const email = `invited@${domain}`
    await t.call('POST', '/invitation', { token: owner.token, body: { email, roles: ['User'] } })
    await setPolicy(owner)
    const mail = (await t.mails()).findLast(({ to }) => to === email)
    const token = new URL(/https?:\S+/.exec(mail?.text ?? '')?.[0] ?? 'about:blank').searchParams.get('token')
    const body = { token, firstName: 'In', lastName: 'Vited', password: 'Magnum#Cork8', culture: 'en-US' }
    const joined = await t.call('POST', '/account/join', { body })
    expect([joined.statusCode, readErrorCode(joined)]).toEqual([409, 'sign_on.required'])
  })

  test('stops personal keys until their user has signed in that way, and no service key', async () => {
    const { owner, domain } = await requiring()
    const member = await app.colleagueAt(owner, domain, ['AccountAdmin'])
    const body = { name: 'Script' }
    const { key } = (await t.call('POST', '/api-keys', { token: member.token, body })).json()
    const service = (await t.call('POST', '/account/api-keys', { token: member.token, body })).json()
    await setPolicy(owner)
    const refused = await t.call('GET', '/dashboards', { token: key })
    expect([refused.statusCode, readErrorCode(refused)]).toEqual([428, 'sign_on.key_waits'])
    expect((await t.call('GET', '/account', { token: service.key })).statusCode).toBe(200)
    await app.signOn(member.email, app.person({ email: member.email }))
    expect(await dashboardsStatus(key)).toBe(200)
  })

  test.each([
    { how: 'is no longer required', end: (owner: Member) => setPolicy(owner, false) },
    { how: 'is turned off', end: (owner: Member) => app.save(owner, { isEnabled: false }) },
    { how: 'is removed', end: ({ token }: Member) => t.call('DELETE', '/account/sign-on', { token }) },
    {
      how: 'no longer has the domain',
      end: ({ token }: Member, domain: string) => t.call('DELETE', `/account/sign-on/domains/${domain}`, { token }),
    },
  ])('ends the personal keys that waited for it, and no others, when it $how', async ({ end }) => {
    const { owner, domain } = await requiring()
    const keyOf = async ({ token }: Member) =>
      (await t.call('POST', '/api-keys', { token, body: { name: 'Script' } })).json().key
    const [waits, connects] = [await app.colleagueAt(owner, domain), await app.colleagueAt(owner, domain)]
    const outside = await app.colleagueAt(owner, 'gmail.example')
    const keys = [await keyOf(waits), await keyOf(connects), await keyOf(outside)]
    await setPolicy(owner)
    await app.signOn(connects.email, app.person({ email: connects.email }))
    expect(await Promise.all(keys.map(dashboardsStatus))).toEqual([428, 200, 200])
    expect((await end(owner, domain)).statusCode).toBeLessThan(300)
    expect(await Promise.all(keys.map(dashboardsStatus))).toEqual([401, 200, 200])
  })

  test('leaves owners their password, with a second factor', async ({ account: { owner } }) => {
    await setPolicy(owner)
    const { access_token: token } = (await signIn(owner)).json()
    expect(await dashboardsStatus(token)).toBe(428)
    const { secret } = (await t.call('POST', '/user/second-factor/authenticator', { token })).json()
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: t.clock.now() })
    await t.call('POST', '/user/second-factor/authenticator/confirm', { token, body: { code } })
    expect(await dashboardsStatus(token)).toBe(200)
    t.clock.advance(MINUTE)
    expect((await setPolicy({ token }, false)).statusCode).toBe(204)
  })

  test('covers a domain that is proved later', async ({ account: { owner, domain } }) => {
    const member = await app.colleagueAt(owner, `second-${domain}`)
    await setPolicy(owner)
    expect(await dashboardsStatus(member.token)).toBe(200)
    await app.prove(owner, `second-${domain}`)
    expect(await dashboardsStatus(member.token)).toBe(401)
  })

  test('ends with the provider: without one, everyone has a password again', async () => {
    const { owner, domain } = await requiring()
    const member = await app.colleagueAt(owner, domain)
    await setPolicy(owner)
    expect((await t.call('DELETE', '/account/sign-on', { token: owner.token })).statusCode).toBe(204)
    expect((await signIn(member)).statusCode).toBe(200)
  })
})
