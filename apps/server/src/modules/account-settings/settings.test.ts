import { describe, expect } from 'vitest'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
const { test } = t

const put = ({ token }: Pick<Member, 'token'>, path: string, body: object) => t.call('PUT', path, { token, body })
const read = async ({ token }: Member) => (await t.call('GET', '/account', { token })).json()

const rowOf = ({ accountId }: Member) =>
  t.deps.db.selectFrom('accounts').selectAll().where('id', '=', accountId).executeTakeFirstOrThrow()

const CHANGES = {
  name: 'Oak Hill',
  timeZone: 'europe/paris',
  currency: 'eur',
  culture: 'fr-fr',
  weekStart: 'sunday',
  fiscalYearStartMonth: 7,
} as const

describe('settings', () => {
  test('changes one setting and keeps the others', async ({ member }) => {
    for (const [field, value] of Object.entries(CHANGES)) {
      const before = await read(member)
      const response = await put(member, '/account', { id: member.accountId, [field]: value })
      expect(response.statusCode).toBe(200)
      const changed = { [field]: response.json()[field] }
      const culture = field === 'culture' ? { defaultCulture: 'fr-FR' } : {}
      expect(await read(member)).toEqual({ ...before, ...changed, ...culture })
    }
    expect(await read(member)).toMatchObject({
      ...CHANGES,
      timeZone: 'Europe/Paris',
      currency: 'EUR',
      culture: 'fr-FR',
    })
  })

  test('takes defaultCulture for culture, and refuses two different changes', async ({ member }) => {
    const change = async (body: object) => {
      const response = await put(member, '/account', { id: member.accountId, ...body })
      return response.statusCode === 200 ? response.json().culture : response.json().errors[0].field
    }
    expect(await change({ defaultCulture: 'de-de' })).toBe('de-DE')
    expect(await change({ defaultCulture: 'de-DE', culture: 'it-IT' })).toBe('it-IT')
    expect(await change({ defaultCulture: 'fr-FR', culture: 'it-IT' })).toBe('fr-FR')
    expect(await change({ defaultCulture: 'de-DE', culture: 'it-IT' })).toBe('defaultCulture')
  })

  test.each([
    [{}, 'id', 'Account ID is required'],
    [{ name: ' ' }, 'name', 'This field is required'],
    [{ name: 'x'.repeat(101) }, 'name', 'This field must be less than 100 characters'],
    [{ timeZone: 'Mars/Olympus' }, 'timeZone', 'Unknown time zone'],
    [{ timeZone: '+02:00' }, 'timeZone', 'Unknown time zone'],
    [{ currency: 'ZZZ' }, 'currency', 'Unknown currency'],
    [{ culture: 'not a culture' }, 'culture', 'Unknown culture'],
    [{ weekStart: 'tuesday' }, 'weekStart', expect.any(String)],
    [{ fiscalYearStartMonth: 0 }, 'fiscalYearStartMonth', expect.any(String)],
    [{ fiscalYearStartMonth: 13 }, 'fiscalYearStartMonth', expect.any(String)],
    [{ fiscalYearStartMonth: 1.5 }, 'fiscalYearStartMonth', expect.any(String)],
    [{ definitions: { noSuchChoice: 'x' } }, expect.stringMatching(/^definitions/), expect.any(String)],
  ])('rejects %j by field and changes nothing', async (change, field, message) => {
    const member = await t.register()
    const before = await rowOf(member)
    const id = field === 'id' ? {} : { id: member.accountId }
    const response = await put(member, '/account', { ...id, ...change })
    expect([response.statusCode, response.json().errors[0]]).toEqual([400, expect.objectContaining({ field, message })])
    expect(await rowOf(member)).toEqual(before)
  })

  test('security 26: ignores fields that are not settings', async ({ member }) => {
    const before = await rowOf(member)
    const response = await put(member, '/account', {
      id: member.accountId,
      accountType: 'Custom',
      billingSource: 'Direct',
      isTrial: false,
      trialExpiresUtc: null,
      deletionDueUtc: null,
      logoImageUrlLarge: 'https://evil.example/x.png',
      visit_rules_version: 7,
      account_type: 'Custom',
    })
    expect(response.statusCode).toBe(200)
    expect(await rowOf(member)).toEqual(before)
  })

  test("security 22: rejects another account's id and changes neither account", async () => {
    const [one, other] = [await t.register(), await t.register()]
    const before = [await rowOf(one), await rowOf(other)]
    const response = await put(one, '/account', { id: other.accountId, name: 'Taken over' })
    expect([response.statusCode, response.json().errors[0].code]).toEqual([404, 'account.not_found'])
    expect([await rowOf(one), await rowOf(other)]).toEqual(before)
  })

  test('changes only the name', async ({ member }) => {
    expect((await put(member, '/account/name', { name: '  Oak Hill ' })).json()).toMatchObject({ name: 'Oak Hill' })
    expect((await put(member, '/account/name', { name: '' })).json().errors[0]).toMatchObject({ field: 'name' })
  })

  test('writes the changed settings with both values to the audit log', async () => {
    const member = await t.register({ accountName: 'Oak Hill' })
    await put(member, '/account', { id: member.accountId, currency: 'EUR', weekStart: 'monday' })
    await put(member, '/account/location', { city: 'Napa', timeZone: 'America/Los_Angeles' })
    await put(member, '/account/name', { name: 'Elm Hill' })
    const { items } = (await t.call('GET', '/audit', { token: member.token })).json()
    const lines = items.map(({ action, details }: { action: string; details: object }) => [action, details])
    expect(lines.slice(0, 3)).toEqual([
      ['account.rename', { name: 'Oak Hill → Elm Hill' }],
      ['account.saveLocation', { city: '– → Napa' }],
      ['account.update', { currency: 'USD → EUR' }],
    ])
  })

  test('keeps both of two concurrent changes', async ({ member }) => {
    const changes = Object.entries(CHANGES).map(([field, value]) => ({ id: member.accountId, [field]: value }))
    await Promise.all(changes.map((change) => put(member, '/account', change)))
    expect(await read(member)).toMatchObject({ name: 'Oak Hill', timeZone: 'Europe/Paris', fiscalYearStartMonth: 7 })
  })
})

describe('the location', () => {
  const NAPA = {
    addressLine1: '1 Vine Street',
    addressLine2: null,
    city: 'Napa',
    state: 'CA',
    postalCode: '94558',
    country: 'US',
    timeZone: 'America/Los_Angeles',
  }

  test('is initially empty except for the time zone', async ({ member: { token } }) => {
    const nothing = Object.fromEntries(Object.keys(NAPA).map((field) => [field, null]))
    expect((await t.call('GET', '/account/location', { token })).json()).toEqual({
      ...nothing,
      timeZone: 'America/Los_Angeles',
    })
  })

  test('is replaced as a whole, and its time zone is the account’s', async ({ member }) => {
    expect((await put(member, '/account/location', { ...NAPA, country: 'us' })).json()).toEqual(NAPA)
    const moved = await put(member, '/account/location', { city: 'Beaune', country: 'FR', timeZone: 'Europe/Paris' })
    expect(moved.json()).toMatchObject({ addressLine1: null, city: 'Beaune', timeZone: 'Europe/Paris' })
    expect(await read(member)).toMatchObject({ timeZone: 'Europe/Paris' })
  })

  test.each([
    [{ country: 'ZQ' }, 'country'],
    [{ country: 'USA' }, 'country'],
    [{ city: 'x'.repeat(201) }, 'city'],
    [{ postalCode: '9'.repeat(21) }, 'postalCode'],
    [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
  ])('rejects %j by field and changes nothing', async (change, field) => {
    const member = await t.register()
    const before = await rowOf(member)
    const response = await put(member, '/account/location', { ...NAPA, ...change })
    expect([response.statusCode, response.json().errors[0].field]).toEqual([400, field])
    expect(await rowOf(member)).toEqual(before)
  })
})

test.each(['/account', '/account/name', '/account/location'])('limits PUT %s to administrators', async (path) => {
  const member = await t.register()
  const body = { id: member.accountId, name: 'Oak Hill', timeZone: 'Europe/Paris' }
  for (const [roles, status] of [
    [['User', 'PowerUser', 'BillingAdmin'], 403],
    [['AccountAdmin'], 200],
  ] as const) {
    await t.setUser(member, { roles: [...roles] })
    expect((await put(member, path, body)).statusCode).toBe(status)
  }
  expect((await put({ token: 'none' }, path, body)).statusCode).toBe(401)
})
