import { expect, test } from 'vitest'
import { Dashboard } from '#contract/dashboards.ts'
import { DAY_MS } from '#domain/clock.ts'
import { unscoped } from '#server/db/database.ts'
import { testApp } from '#testkit/test-app.ts'
import { errorsOf } from '#testkit/test-client.ts'
import { WIDGETS } from '#widgets/registry.ts'

const t = await testApp({ runsJobs: false, env: { RATE_LIMITS: 'off' }, publicUrl: 'https://cuvee.example' })

const registration = {
  firstName: 'Ada',
  lastName: 'Stone',
  email: 'ada@oak.example',
  password: 'Vintage#Nine9',
  accountName: 'Oak Hill',
  culture: 'en-us',
}
const register = (changes: object = {}) =>
  t.call('POST', '/account/create-account', { body: { ...registration, ...changes } })

let addresses = 0
const newEmail = () => `ada-${++addresses}@oak.example`
test('registering creates an account with a 14-day trial, its owner, a session and a verification email', async () => {
  const response = await register({ email: 'Ada.Stone@Oak.example', timeZone: 'europe/london', currency: 'gbp' })
  expect(response.statusCode).toBe(200)
  const body = response.json()
  expect(body).toMatchObject({
    email: 'ada.stone@oak.example',
    emailVerified: false,
    accountName: 'Oak Hill',
    accountType: 'Reserve',
    roles: ['AccountOwner', 'User'],
    isTrial: true,
    trialExpires: new Date(t.clock.now() + 14 * DAY_MS).toISOString(),
    profilePictureLarge: null,
  })
  expect(body.token).toMatchObject({ token_type: 'Bearer', expires_in: 3600, expires: t.clock.now() / 1000 + 3600 })
  const account = await t.call('GET', '/account', { token: body.token.access_token })
  expect(account.json()).toMatchObject({
    timeZone: 'Europe/London',
    currency: 'GBP',
    culture: 'en-US',
    billingSource: 'Stripe',
  })
  const mail = (await t.mails()).find(({ to }) => to === 'ada.stone@oak.example')
  expect(mail?.text).toContain(`https://cuvee.example/verify-email?token=`)
  expect(mail?.text).toContain(`userId=${body.userId}`)
})

test('a new owner has a default dashboard with every widget type and complete settings', async () => {
  const { token } = await t.register()
  const response = await t.call('GET', '/dashboards/default', { token })
  const dashboard = Dashboard.parse(response.json())
  expect(dashboard).toMatchObject({ name: 'Cuvee Dashboard', isDefault: true, version: 1, isOwn: true })
  expect(dashboard.widgets.map(({ type }) => type).sort()).toEqual(WIDGETS.map(({ type }) => type).sort())
  expect(dashboard.widgets.find(({ type }) => type === 'sales')?.props).toMatchObject({
    title: 'Sales by Period',
    periodType: 'qtd',
    compareLastPeriod: false,
  })
})

const RULE = 'Minimum 8 characters, at least 1 letter, 1 number and 1 special character'
const strong = 'aB3$'.repeat(32)

test.each(['short1!', 'abcdefgh', 'abcdefg1', 'abcdé1!x', 'abcdef!!', '12345678!'])(
  'security 1: rejects the password %s',
  async (password) => {
    const response = await register({ email: newEmail(), password })
    expect(response.statusCode).toBe(400)
    expect(errorsOf(response)).toEqual([{ code: 'request.invalid', message: RULE, field: 'password' }])
  },
)

test.each(['abcdef1!', strong.slice(0, 64), strong])('security 1: accepts the password %s', async (password) => {
  const response = await register({ email: newEmail(), password })
  expect(response.statusCode).toBe(200)
})

test('security 1: rejects a password of 129 characters before hashing it', async () => {
  const response = await register({ email: newEmail(), password: `${strong}x` })
  expect(response.statusCode).toBe(400)
  expect(errorsOf(response)).toEqual([expect.objectContaining({ field: 'password' })])
})

test.each(['Password1!', 'Welcome1!', 'Qwerty123!', 'Clara.lange1!'.replace('.', ''), 'Oakhill22!'])(
  'security 2: rejects the common password %s',
  async (password) => {
    const response = await register({ email: 'clara.lange@oak.example', password })
    expect(response.statusCode).toBe(400)
    expect(errorsOf(response)).toEqual([
      { code: 'auth.password_too_common', message: 'This password is too common', field: 'password' },
    ])
  },
)

test('security 3: stores passwords with argon2id at the specified cost and nowhere as text', async () => {
  const { userId, password } = await t.register()
  const row = await unscoped(t.deps.db)
    .selectFrom('users')
    .selectAll()
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(JSON.stringify(row)).not.toContain(password)
})

test.each([
  ['firstName', { firstName: '' }, 'This field is required'],
  ['lastName', { lastName: undefined }, 'This field is required'],
  ['email', { email: 'not an address' }, 'This field must be a valid email'],
  ['accountName', { accountName: '  ' }, 'This field is required'],
  ['culture', { culture: 'not a culture' }, 'Unknown culture'],
  ['timeZone', { timeZone: 'Mars/Base' }, 'Unknown time zone'],
  ['currency', { currency: 'ZZZ' }, 'Unknown currency'],
])('rejects a registration with an invalid %s by field', async (field, changes, message) => {
  const response = await register({ email: newEmail(), ...changes })
  expect(response.statusCode).toBe(400)
  expect(errorsOf(response)).toEqual([{ code: 'request.invalid', message, field }])
})

test('rejects a taken address in any case with 409 and creates no account', async () => {
  const email = newEmail()
  await register({ email })
  const countAccounts = () =>
    t.deps.db
      .selectFrom('accounts')
      .select((row) => row.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  const before = await countAccounts()
  const response = await register({ email: email.toUpperCase() })
  expect(response.statusCode).toBe(409)
  expect(errorsOf(response)).toEqual([
    { code: 'account.email_taken', message: 'An account with this email already exists', field: 'email' },
  ])
  expect(await countAccounts()).toEqual(before)
})

test('accepts an address with other letters, and finds it however they are typed', async () => {
  const registered = await register({ email: 'Jo\u0308rg@Weingut.example' })
  expect([registered.statusCode, registered.json().email]).toEqual([200, 'jörg@weingut.example'])
  expect((await register({ email: 'jörg@weingut.example' })).statusCode).toBe(409)
  expect((await register({ email: 'info@weingüter.example' })).statusCode).toBe(200)
  const { password } = registration
  for (const email of ['JÖRG@weingut.example', 'jo\u0308rg@weingut.example', 'info@WEINGÜTER.example'])
    expect((await t.signIn(email, password)).user.emailVerified).toBe(false)
  const addresses = (await t.mails()).map(({ to }) => to)
  expect(addresses).toEqual(expect.arrayContaining(['jörg@weingut.example', 'info@weingüter.example']))
})

test('fault F19: one of twenty concurrent registrations creates an account, the others get "address taken"', async () => {
  const email = newEmail()
  const responses = await Promise.all(Array.from({ length: 20 }, () => register({ email })))
  const statuses = responses.map(({ statusCode }) => statusCode).sort()
  expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 409)])
  const mails = (await t.mails()).filter(({ to }) => to === email)
  expect(mails).toHaveLength(1)
})

test('security 26: ignores fields that registration does not offer', async () => {
  const response = await register({
    email: newEmail(),
    accountType: 'Custom',
    roles: ['BillingAdmin'],
    isTrial: false,
    emailVerified: true,
  })
  expect(response.json()).toMatchObject({
    accountType: 'Reserve',
    isTrial: true,
    emailVerified: false,
    roles: ['AccountOwner', 'User'],
  })
})
