import { Secret, TOTP } from 'otpauth'
import { describe, expect } from 'vitest'
import { PasskeyOptions, SecondStep } from '#contract/second-factor.ts'
import { unscoped } from '#server/db/database.ts'
import { addColleague } from '#server/modules/team/colleague.fixture.ts'
import { testApp } from '#testkit/test-app.ts'
import { type Member, readErrorCode } from '#testkit/test-client.ts'
import { passkeyDevice } from './passkey.fixture.ts'

const t = await testApp({ runsJobs: false })
const { test } = t
const ORIGIN = 'http://cuvee.test'
const MINUTE = 60_000

const computeTotp = (secret: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: t.clock.now() })

const post = (token: string, path: string, body: object = {}) => t.call('POST', path, { token, body })
const statusOf = async (token: string, path = '/dashboards') => (await t.call('GET', path, { token })).statusCode
const codeOfError = async (answer: Promise<{ json(): unknown }>) => readErrorCode(await answer)

/** Sets up an authenticator app. */
const withAuthenticator = async (member: Pick<Member, 'token'>) => {
  const { secret } = (await post(member.token, '/user/second-factor/authenticator')).json()
  const confirmed = await post(member.token, '/user/second-factor/authenticator/confirm', { code: computeTotp(secret) })
  if (confirmed.statusCode !== 200) throw new Error(confirmed.body)
  t.clock.advance(MINUTE)
  const recoveryCodes: string[] = confirmed.json().recoveryCodes
  return { secret, recoveryCodes }
}

const withPasskey = async ({ token }: Pick<Member, 'token'>) => {
  const device = passkeyDevice(ORIGIN)
  const { challenge, options } = (await post(token, '/user/second-factor/passkeys/options')).json()
  const added = await post(token, '/user/second-factor/passkeys', {
    ...{ name: 'Laptop', challenge },
    response: device.register(options),
  })
  if (added.statusCode !== 200) throw new Error(added.body)
  return device
}

const signIn = ({ email: username, password }: Pick<Member, 'email' | 'password'>) =>
  t.call('POST', '/token', { body: { grant_type: 'password', username, password } })

const firstStep = async (member: Member): Promise<SecondStep> => {
  const answer = await signIn(member)
  expect([answer.statusCode, answer.json().errors[0].code]).toEqual([401, 'auth.second_factor_needed'])
  return SecondStep.parse(answer.json())
}

const secondStep = (challenge: string, proof: object) =>
  t.call('POST', '/token', { body: { grant_type: 'second_factor', challenge, ...proof } })

describe('a user with an authenticator app', () => {
  test('gets one session for a challenge, however many codes answer it at one time', async ({ member }) => {
    const { recoveryCodes } = await withAuthenticator(member)
    const { challenge } = await firstStep(member)
    const answers = await Promise.all(
      recoveryCodes.slice(0, 8).map((recovery_code) => secondStep(challenge, { recovery_code })),
    )
    const codes = answers.map((answer) => answer.json().errors?.[0].code ?? answer.statusCode)
    expect(codes.filter((code) => code !== 'auth.challenge_expired')).toEqual([200])
    const rows = await unscoped(t.deps.db)
      .selectFrom('recovery_codes')
      .select('code_hash')
      .where('user_id', '=', member.userId)
      .execute()
    expect(rows).toHaveLength(recoveryCodes.length - 1)
  })

  test('signs in with password and code; no code counts twice', async ({ member }) => {
    const { secret } = await withAuthenticator(member)
    const { challenge, methods, passkeyOptions } = await firstStep(member)
    expect([methods, passkeyOptions]).toEqual([['authenticator', 'recoveryCode'], null])
    const code = computeTotp(secret)
    expect((await secondStep(challenge, { code: '000000' })).statusCode).toBe(401)
    const signedIn = await secondStep(challenge, { code })
    expect(signedIn.json()).toMatchObject({ token_type: 'Bearer', user: { id: member.userId, hasSecondFactor: true } })
    expect(await statusOf(signedIn.json().access_token)).toBe(200)
    expect(await codeOfError(secondStep(challenge, { code }))).toBe('auth.challenge_expired')
    expect(await codeOfError(secondStep((await firstStep(member)).challenge, { code }))).toBe(
      'auth.wrong_second_factor',
    )
  })

  test('signs in with a recovery code, once each; only hashes are stored', async ({ member }) => {
    const { recoveryCodes } = await withAuthenticator(member)
    const [code = ''] = recoveryCodes
    expect([recoveryCodes.length, new Set(recoveryCodes).size]).toEqual([10, 10])
    const rows = await unscoped(t.deps.db).selectFrom('recovery_codes').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(code)
    const typed = code.toUpperCase().replaceAll('-', ' ')
    const answer = await secondStep((await firstStep(member)).challenge, { recovery_code: typed })
    expect(answer.statusCode).toBe(200)
    const { token } = { token: answer.json().access_token }
    expect((await t.call('GET', '/user/second-factor', { token })).json().recoveryCodesLeft).toBe(9)
    expect((await secondStep((await firstStep(member)).challenge, { recovery_code: code })).statusCode).toBe(401)
    const renewed = (await post(token, '/user/second-factor/recovery-codes')).json().recoveryCodes
    expect(renewed).not.toContain(recoveryCodes[1])
    const old = await secondStep((await firstStep(member)).challenge, { recovery_code: recoveryCodes[1] ?? '' })
    expect(old.statusCode).toBe(401)
  })

  test('loses the challenge after five minutes and with a new password', async ({ member }) => {
    const { secret } = await withAuthenticator(member)
    const late = await firstStep(member)
    t.clock.advance(5 * MINUTE)
    expect(await codeOfError(secondStep(late.challenge, { code: computeTotp(secret) }))).toBe('auth.challenge_expired')
    const { challenge } = await firstStep(member)
    await t.setUser(member, { password_hash: 'another' })
    expect(await codeOfError(secondStep(challenge, { code: computeTotp(secret) }))).toBe('auth.challenge_expired')
  })

  test('is refused after ten wrong codes, whatever the challenge', async ({ member }) => {
    const { secret } = await withAuthenticator(member)
    for (let tries = 0; tries < 10; tries += 1) {
      const { challenge } = await firstStep(member)
      expect((await secondStep(challenge, { code: '000000' })).statusCode).toBe(401)
    }
    const { challenge } = await firstStep(member)
    expect((await secondStep(challenge, { code: computeTotp(secret) })).statusCode).toBe(429)
  })

  test('ends the other sessions by setting it up, and gets an email about it', async ({ member }) => {
    const other = (await signIn(member)).json().access_token
    await withAuthenticator(member)
    expect([await statusOf(member.token), await statusOf(other)]).toEqual([200, 401])
    const mails = await t.deps.db
      .selectFrom('outbox_mail')
      .select('text')
      .where((eb) => eb.and({ account_id: member.accountId, subject: 'Your sign-in security was changed' }))
      .execute()
    expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining('An authenticator app was added')])
  })

  test('signs in with the password alone after removing it', async ({ member }) => {
    await withAuthenticator(member)
    expect((await t.call('DELETE', '/user/second-factor/authenticator', { token: member.token })).statusCode).toBe(204)
    expect((await signIn(member)).statusCode).toBe(200)
    expect((await t.call('GET', '/user/second-factor', { token: member.token })).json().recoveryCodesLeft).toBe(0)
  })

  test('keeps signing in after the master key was replaced', async () => {
    const { renewAuthenticatorSecrets } = await import('./enrollment.usecases.ts')
    const member = await t.register()
    const { secret } = await withAuthenticator(member)
    const read = () =>
      t.deps.db
        .selectFrom('authenticators')
        .select('secret')
        .where((eb) => eb.and({ account_id: member.accountId, user_id: member.userId }))
        .executeTakeFirstOrThrow()
    const before = await read()
    const keys = { ...t.deps.keys, master: Buffer.alloc(32, 7), retiredMaster: t.deps.keys.master }
    await renewAuthenticatorSecrets({ ...t.deps, keys })
    expect((await read()).secret.equals(before.secret)).toBe(false)
    await renewAuthenticatorSecrets({ ...t.deps, keys: { ...t.deps.keys, retiredMaster: keys.master } })
    expect((await secondStep((await firstStep(member)).challenge, { code: computeTotp(secret) })).statusCode).toBe(200)
  })
})

describe('a user with a passkey', () => {
  test('signs in with password and passkey; no answer counts twice', async ({ member }) => {
    const device = await withPasskey(member)
    const { challenge, methods, passkeyOptions } = await firstStep(member)
    expect(methods).toEqual(['passkey', 'recoveryCode'])
    const passkey = device.answer(passkeyOptions)
    expect((await secondStep(challenge, { passkey })).statusCode).toBe(200)
    const again = await firstStep(member)
    expect((await secondStep(again.challenge, { passkey })).statusCode).toBe(401)
  })

  test('signs in with the passkey alone', async ({ member }) => {
    const device = await withPasskey(member)
    const { challenge, options } = PasskeyOptions.parse((await t.call('POST', '/token/passkey')).json())
    const passkey = device.answer(options)
    const answer = await secondStep(challenge, { passkey })
    expect(answer.json().user.id).toBe(member.userId)
    expect((await secondStep(challenge, { passkey })).statusCode).toBe(400)
  })

  test.each([
    ['of another site', (options: unknown) => passkeyDeviceOf.answer(options, 'https://evil.example')],
    ['that nobody registered', (options: unknown) => passkeyDevice(ORIGIN).answer(options)],
    ['without content', () => ({})],
  ])('is refused with an answer %s', async (_what, answerOf) => {
    const { challenge, options } = (await t.call('POST', '/token/passkey')).json()
    expect(await codeOfError(secondStep(challenge, { passkey: answerOf(options) }))).toBe('auth.wrong_second_factor')
  })

  test('cannot answer for another user', async () => {
    const [ada, eve] = [await t.register(), await t.register()]
    await withPasskey(ada)
    const device = await withPasskey(eve)
    const { challenge, passkeyOptions } = await firstStep(ada)
    expect((await secondStep(challenge, { passkey: device.answer(passkeyOptions) })).statusCode).toBe(401)
  })
})

const passkeyDeviceOf = await withPasskey(await t.register())

describe('a protected change', () => {
  const connect = { type: 'csv', name: 'Files', settings: {} }

  test('asks a user with a second factor again after 15 minutes, and takes only that factor', async ({ member }) => {
    const { secret } = await withAuthenticator(member)
    t.clock.advance(15 * MINUTE)
    const refused = await post(member.token, '/service', connect)
    expect([refused.statusCode, refused.json().errors[0].code]).toEqual([428, 'auth.proof_needed'])
    expect(await codeOfError(post(member.token, '/user/prove', { password: member.password }))).toBe('auth.wrong_proof')
    expect((await post(member.token, '/user/prove', { code: computeTotp(secret) })).statusCode).toBe(204)
    expect((await post(member.token, '/service', connect)).statusCode).toBe(201)
  })

  test('is not asked of users without one, except for what is about second factors', async ({ member }) => {
    t.clock.advance(16 * MINUTE)
    expect((await post(member.token, '/service', connect)).statusCode).toBe(201)
    const refused = await post(member.token, '/user/second-factor/authenticator')
    expect([refused.statusCode, refused.json().methods]).toEqual([428, ['password']])
    expect((await post(member.token, '/user/prove', { password: 'Wrong&Pass1' })).statusCode).toBe(400)
    expect((await post(member.token, '/user/prove', { password: member.password })).statusCode).toBe(204)
    expect((await post(member.token, '/user/second-factor/authenticator')).statusCode).toBe(200)
  })

  test('is proved by a passkey, too', async ({ member }) => {
    const device = await withPasskey(member)
    t.clock.advance(16 * MINUTE)
    const { challenge, options } = (await post(member.token, '/user/prove/options')).json()
    const passkey = { challenge, response: device.answer(options) }
    expect((await post(member.token, '/user/prove', { passkey })).statusCode).toBe(204)
    expect(await codeOfError(post(member.token, '/user/prove', { passkey }))).toBe('auth.wrong_proof')
  })

  test.each([
    ['PUT', (id: string) => `/user/${id}`, { email: 'new@winery.example', password: 'Barrel&Stave7' }],
    ['POST', () => '/user/change-password', { currentPassword: 'Barrel&Stave7', newPassword: 'Magnum#Cork8' }],
    ['GET', () => '/account/export', undefined],
    ['DELETE', () => '/account', { password: 'Barrel&Stave7' }],
    ['POST', () => '/api-keys', { name: 'Key' }],
    ['POST', () => '/user/create', { firstName: 'Carl', lastName: 'Cork', email: 'carl@oak.example', roles: ['User'] }],
    ['POST', (id: string) => `/user/update-role/${id}`, { roles: ['User'] }],
    ['DELETE', (id: string) => `/user/${id}`, undefined],
    ['POST', () => '/invitation', { email: 'carl@oak.example', roles: ['User'] }],
  ] as const)('%s of email, password, data, keys and users is one', async (method, path, body) => {
    const member = await t.register()
    await withAuthenticator(member)
    t.clock.advance(16 * MINUTE)
    const answer = await t.call(method, path(member.userId), { token: member.token, body })
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([428, 'auth.proof_needed'])
  })
})

describe('an account that requires a second factor', () => {
  const required = async () => {
    const owner = await t.register()
    await withAuthenticator(owner)
    return owner
  }
  const requireIt = (token: string, isRequired = true) =>
    t.call('PUT', '/account/second-factor', { token, body: { isRequired } })

  test('is made so by administrators who have one themselves', async ({ member: owner }) => {
    expect(await codeOfError(requireIt(owner.token))).toBe('second_factor.own_first')
    await withAuthenticator(owner)
    const colleague = await addColleague(t, owner)
    expect((await requireIt(colleague.token)).statusCode).toBe(403)
    expect((await requireIt(owner.token)).statusCode).toBe(204)
    expect(await codeOfError(t.call('DELETE', '/user/second-factor/authenticator', { token: owner.token }))).toBe(
      'second_factor.required',
    )
  })

  test('refuses old sessions, new sign-ins and personal keys until the user has set one up', async () => {
    const owner = await required()
    const colleague = await addColleague(t, owner)
    const { key } = (await post(colleague.token, '/api-keys', { name: 'Script' })).json()
    expect([await statusOf(colleague.token), await statusOf(key)]).toEqual([200, 200])
    await requireIt(owner.token)
    const { access_token: fresh, refresh_token } = (await signIn(colleague)).json()
    const refreshed = (await t.call('POST', '/token', { body: { grant_type: 'refresh_token', refresh_token } })).json()
    for (const token of [colleague.token, fresh, refreshed.access_token, key]) {
      const refused = await t.call('GET', '/dashboards', { token })
      expect([refused.statusCode, refused.json().errors[0].code]).toEqual([428, 'auth.second_factor_setup'])
    }
    await withAuthenticator({ token: refreshed.access_token })
    expect([await statusOf(refreshed.access_token), await statusOf(key), await statusOf(colleague.token)]).toEqual([
      200, 200, 401,
    ])
  })

  test('ends the keys that it refused when it no longer does, and no others', async () => {
    const owner = await required()
    const [without, withOne] = [await addColleague(t, owner), await addColleague(t, owner)]
    await withAuthenticator(withOne)
    const keyOf = async ({ token }: Member) => (await post(token, '/api-keys', { name: 'Script' })).json().key
    const [refused, used] = [await keyOf(without), await keyOf(withOne)]
    await requireIt(owner.token)
    expect([await statusOf(refused), await statusOf(used)]).toEqual([428, 200])
    expect((await requireIt(owner.token, false)).statusCode).toBe(204)
    expect([await statusOf(refused), await statusOf(used)]).toEqual([401, 200])
  })

  test('lets an administrator remove the lost factors of a user, who sets up new ones', async () => {
    const owner = await required()
    const colleague = await addColleague(t, owner)
    await withAuthenticator(colleague)
    await requireIt(owner.token)
    const reset = (token: string, id: string) => t.call('DELETE', `/user/${id}/second-factor`, { token })
    expect((await reset(colleague.token, owner.userId)).statusCode).toBe(403)
    expect((await reset(owner.token, colleague.userId)).statusCode).toBe(204)
    expect(await statusOf(colleague.token)).toBe(401)
    const { access_token: token } = (await signIn(colleague)).json()
    expect(await statusOf(token)).toBe(428)
    await withAuthenticator({ token })
    expect(await statusOf(token)).toBe(200)
  })
})
