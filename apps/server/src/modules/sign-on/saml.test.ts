import { test as base, beforeAll, describe, expect } from 'vitest'
import { type SamlPerson, startSamlProvider, type TestSamlProvider } from '#testkit/saml-provider.ts'
import { type Member, readErrorCode } from '#testkit/test-client.ts'
import { signOnApp } from './sign-on-app.fixture.ts'

const app = await signOnApp()
const { t, db } = app

const metadataOf = async () => (await t.call('GET', '/sign-on/saml')).body

const startProvider = async (options?: Parameters<typeof startSamlProvider>[0]) => {
  const provider = await startSamlProvider(options)
  provider.register(await metadataOf())
  return provider
}

let provider: TestSamlProvider
beforeAll(async () => {
  provider = await startProvider()
  return () => provider.close()
})

const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
const samlOf = ({ metadata }: Pick<TestSamlProvider, 'metadata'>, changes: object = {}) => ({
  provider: 'saml',
  metadata,
  issuer: undefined,
  clientId: undefined,
  clientSecret: undefined,
  ...changes,
})
const withSaml = (changes: object = {}) => app.withSignOn(samlOf(provider, changes))
const test = base.extend('account', () => withSaml())

let people = 0
const person = (given: SamlPerson): string => {
  const login = `saml-${++people}`
  provider.people.set(login, given)
  return login
}

type Options = Parameters<TestSamlProvider['answer']>[2]

/** What a browser sends when it follows a page of another site: a form, without cookies. */
const post = (form: Readonly<Record<string, string>>) =>
  t.app.inject({
    method: 'POST',
    url: '/api/sign-on/saml/response',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://provider.example' },
    payload: new URLSearchParams(form).toString(),
  })

/** The query of the page that finishes. */
const queryAfter = async (form: Readonly<Record<string, string>>): Promise<string> => {
  const answer = await post(form)
  expect(answer.statusCode).toBe(303)
  const { origin, pathname, search } = new URL(String(answer.headers.location))
  expect(`${origin}${pathname}`).toBe('http://cuvee.test/sign-in/return')
  return search.slice(1)
}

const signOn = async (email: string, login: string, options?: Options, by = provider) => {
  const { url, cookie } = await app.start(email)
  return app.finish(await queryAfter({ ...(await by.answer(url, login, options)) }), cookie)
}

const tryOut = async ({ token }: Pick<Member, 'token'>, login: string, by = provider) => {
  const answer = await t.call('POST', '/account/sign-on/test', { token })
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
  return app.finish(await queryAfter({ ...(await by.answer(answer.json().url, login)) }), cookie)
}

describe('a person of a SAML provider', () => {
  test('gets a user at the first sign-in, and the same one under another address', async () => {
    const { owner, domain } = await withSaml({ defaultRole: 'PowerUser' })
    const email = `vera@${domain}`
    const login = person({ nameId: 'vera-17', email, firstName: 'Vera', lastName: 'Vine' })
    const { session } = (await signOn(email, login)).json()
    const { accountId } = owner
    expect(session.user).toMatchObject({ accountId, email, firstName: 'Vera', lastName: 'Vine', emailVerified: true })
    provider.people.set(login, { nameId: 'vera-17', email: 'vera@elsewhere.example' })
    expect((await signOn(email, login)).json().session.user.id).toBe(session.user.id)
  })

  test('is taken from an answer whose whole is signed, too', async ({ account: { domain } }) => {
    const email = `whole@${domain}`
    const answer = await signOn(email, person({ nameId: email }), { signs: 'answer' })
    expect(answer.json().session.user.email).toBe(email)
  })

  test('is known by the address where the name is another one each time', async ({ account: { domain } }) => {
    const email = `often@${domain}`
    const signInAs = async (nameId: string) =>
      (await signOn(email, person({ nameId, nameIdFormat: TRANSIENT, email }))).json().session.user.id
    expect(await signInAs('a')).toBe(await signInAs('b'))
    const nameless = await signOn(email, person({ nameId: email, nameIdFormat: TRANSIENT }))
    expect(readErrorCode(nameless)).toBe('sign_on.no_email')
  })

  test('is refused by a name that is longer than a name can be', async ({ account: { domain } }) => {
    const answer = await signOn(`a@${domain}`, person({ nameId: 's'.repeat(257), email: `a@${domain}` }))
    expect(readErrorCode(answer)).toBe('sign_on.answer_refused')
  })

  test('of a domain that the account has not proved is refused', async ({ account: { domain } }) => {
    const answer = await signOn(`a@${domain}`, person({ nameId: 'a@gmail.example' }))
    expect(readErrorCode(answer)).toBe('sign_on.other_domain')
  })
})

describe('an answer counts', () => {
  test.each([
    ['by another provider', { Issuer: 'https://other.example' }],
    ['for another application', { Audience: 'https://other.example' }],
    ['for another address', { SubjectRecipient: 'https://other.example/acs' }],
    ['for another request', { InResponseTo: '_other' }],
    ['sent to another address', { Destination: 'https://other.example/acs' }],
    ['of the past', { ConditionsNotOnOrAfter: '2020-01-01T00:00:00Z' }],
    ['of the future', { ConditionsNotBefore: '2099-01-01T00:00:00Z' }],
  ])('not if it is %s', async (_what, changes) => {
    const { domain } = await withSaml()
    const email = `a@${domain}`
    expect(readErrorCode(await signOn(email, person({ nameId: email }), { changes }))).toBe('sign_on.answer_refused')
  })

  test('not if it says that nobody signed in', async ({ account: { domain } }) => {
    const changes = { StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Responder' }
    const answer = await signOn(`a@${domain}`, person({ nameId: `a@${domain}` }), { changes })
    expect(readErrorCode(answer)).toBe('sign_on.denied')
  })

  const edited = async (edit: (xml: string) => string, by = provider) => {
    const { domain } = await app.withSignOn(samlOf(by))
    const email = `a@${domain}`
    const { url, cookie } = await app.start(email)
    by.people.set('a', { nameId: email, email })
    const { SAMLResponse, RelayState } = await by.answer(url, 'a')
    const xml = edit(Buffer.from(SAMLResponse, 'base64').toString())
    const form = { SAMLResponse: Buffer.from(xml).toString('base64'), RelayState }
    return app.finish(await queryAfter(form), cookie)
  }

  const signatureOf = (xml: string): string => /<ds:Signature.*<\/ds:Signature>/s.exec(xml)?.[0] ?? ''
  const assertionOf = (xml: string): string => /<saml:Assertion.*<\/saml:Assertion>/s.exec(xml)?.[0] ?? ''

  test('as it was posted', async () => {
    expect((await edited((xml) => xml)).statusCode).toBe(200)
  })

  test.each([
    ['its signed text is changed', (xml: string) => xml.replace(/vera|a@/, 'b@')],
    ['its signature is removed', (xml: string) => xml.replace(signatureOf(xml), '')],
    [
      'an unsigned assertion is put before the signed one',
      (xml: string) =>
        xml.replace(
          assertionOf(xml),
          `${assertionOf(xml)
            .replace(signatureOf(xml), '')
            .replace(/ ID="[^"]+"/, ' ID="_b"')}${assertionOf(xml)}`,
        ),
    ],
    [
      'the signed assertion is wrapped in an unsigned one',
      (xml: string) =>
        xml.replace(
          assertionOf(xml),
          assertionOf(xml)
            .replace(signatureOf(xml), '')
            .replace(/ ID="[^"]+"/, ' ID="_b"')
            .replace('</saml:Assertion>', `<saml:Advice>${assertionOf(xml)}</saml:Advice></saml:Assertion>`),
        ),
    ],
    ['its unsigned issuer is another', (xml: string) => xml.replace(provider.entityId, 'https://other.example')],
    ['it has a document type', (xml: string) => `<!DOCTYPE a [<!ENTITY b "c">]>${xml}`],
    ['it is no XML', () => 'hello'],
  ])('not if %s', async (_what, edit) => {
    expect(readErrorCode(await edited(edit))).toBe('sign_on.answer_refused')
  })

  test.each([
    ['as it is', (xml: string) => xml],
    ['in single quotes', (xml: string) => xml.replace(/"([^"]*sha1)"/g, "'$1'")],
    ['with a character reference', (xml: string) => xml.replaceAll('sha1"', 'sha&#49;"')],
  ])('not if it is signed with SHA-1, written %s', async (_how, edit) => {
    const old = await startProvider({ signature: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' })
    expect(readErrorCode(await edited(edit, old))).toBe('sign_on.answer_refused')
    await old.close()
  })

  test('once, in the browser that began', async ({ account: { domain } }) => {
    const email = `a@${domain}`
    const login = person({ nameId: email })
    const [mine, other] = [await app.start(email), await app.start(email)]
    const answer = await provider.answer(mine.url, login)
    const query = await queryAfter({ ...answer })
    expect(readErrorCode(await app.finish(query, other.cookie))).toBe('sign_on.expired')
    expect((await app.finish(query, mine.cookie)).statusCode).toBe(200)
    expect(readErrorCode(await app.finish(await queryAfter({ ...answer }), mine.cookie))).toBe('sign_on.expired')
    // Somebody else's answer under the own state.
    const again = await app.start(email)
    const { SAMLResponse } = await provider.answer((await app.start(email)).url, login)
    const state = new URL(again.url).searchParams.get('RelayState') ?? ''
    const swapped = await app.finish(await queryAfter({ SAMLResponse, RelayState: state }), again.cookie)
    expect(readErrorCode(swapped)).toBe('sign_on.answer_refused')
  })

  test('is stored sealed, and the first one stays', async ({ account: { domain } }) => {
    const email = `a@${domain}`
    const { url, cookie } = await app.start(email)
    const answer = await provider.answer(url, person({ nameId: email }))
    const query = await queryAfter({ ...answer })
    await queryAfter({ ...answer, SAMLResponse: 'bm90aGluZw==' })
    const rows = await db.selectFrom('sign_on_attempts').select('saml_response').execute()
    for (const { saml_response: stored } of rows) expect(String(stored)).not.toContain(answer.SAMLResponse.slice(0, 40))
    expect((await app.finish(query, cookie)).statusCode).toBe(200)
  })

  test.each([
    ['nothing', {}],
    ['an answer that nobody asked for', { SAMLResponse: 'YQ==' }],
    ['an unknown state', { SAMLResponse: 'YQ==', RelayState: 'nobody' }],
  ])('not of %s: the page says to start again', async (_what, form) => {
    expect(readErrorCode(await app.finish(await queryAfter(form), ''))).toBe('sign_on.expired')
  })

  test.each([
    ['answer', { SAMLResponse: 'a'.repeat(200_001) }],
    ['state', { SAMLResponse: 'YQ==', RelayState: 'a'.repeat(81) }],
  ])('not with an %s that is too long', async (_what, form) => {
    expect((await post(form)).statusCode).toBe(413)
  })

  test('not without one: a browser that comes back too early', async ({ account: { domain } }) => {
    const { url, cookie } = await app.start(`a@${domain}`)
    const state = new URL(url).searchParams.get('RelayState') ?? ''
    expect(readErrorCode(await app.finish(`state=${state}`, cookie))).toBe('sign_on.expired')
  })
})

describe('the settings of a SAML provider', () => {
  const save = ({ token }: Pick<Member, 'token'>, metadata: string | undefined) =>
    app.save({ token }, samlOf({ metadata: metadata ?? '' }, { metadata }))

  test('show where people sign in and until when the certificates are valid, and keep the stored metadata', async () => {
    const { owner } = await withSaml()
    expect((await save(owner, undefined)).statusCode).toBe(204)
    const { settings } = (await t.call('GET', '/account/sign-on', { token: owner.token })).json()
    expect(settings).toMatchObject({
      provider: 'saml',
      issuer: provider.entityId,
      clientId: null,
      saml: {
        signInUrl: provider.entityId.replace('/metadata', '/sso'),
        certificatesValidUntilUtc: [expect.any(String)],
      },
    })
    const validUntil = Date.parse(settings.saml.certificatesValidUntilUtc[0])
    expect(Math.round((validUntil - Date.now()) / 86_400_000)).toBe(365)
  })

  test.each([
    ['nothing stored and none given', () => undefined, 'This field is required'],
    ['a text', () => 'hello', 'This isn’t the metadata of a SAML provider'],
    ['other XML', () => '<a/>', 'This isn’t the metadata of a SAML provider'],
    ['a document type', (xml: string) => `<!DOCTYPE a>${xml}`, 'This isn’t the metadata of a SAML provider'],
    [
      'no certificate',
      (xml: string) => xml.replace(/<KeyDescriptor.*<\/KeyDescriptor>/s, ''),
      'no signing certificate',
    ],
    [
      'no certificate for signing',
      (xml: string) => xml.replace('use="signing"', 'use="encryption"'),
      'no signing certificate',
    ],
    [
      'a certificate that is none',
      (xml: string) => xml.replace(/(<ds:X509Certificate>)[^<]*/, '$1aGVsbG8='),
      'can’t be read',
    ],
    ['no sign-in page for a redirect', (xml: string) => xml.replace('HTTP-Redirect', 'HTTP-POST'), 'no sign-in URL'],
    [
      'a sign-in page that is a script',
      (xml: string) => xml.replace(/Location="[^"]*"/, 'Location="javascript:alert(1)"'),
      'must start with https:',
    ],
    ['no entity ID', (xml: string) => xml.replace(/entityID="[^"]*"/, ''), 'no entity ID'],
  ])('with %s are refused at the field', async (_what, edit, message) => {
    const owner = await t.register()
    const answer = await save(owner, edit(provider.metadata))
    expect([answer.statusCode, answer.json().errors]).toEqual([
      400,
      [expect.objectContaining({ field: 'metadata', message: expect.stringContaining(message) })],
    ])
  })

  test('with Cuvee’s own metadata say whose is needed', async () => {
    const answer = await save(await t.register(), await metadataOf())
    expect(answer.json().errors[0].message).toContain('Paste the one of your provider')
  })

  test('name an unknown provider', async () => {
    const answer = await app.save(await t.register(), { provider: 'abacus' })
    expect([answer.statusCode, answer.json().errors[0].field]).toEqual([400, 'provider'])
  })

  test('with a new key make everyone prove again who they are, so that nobody becomes an owner by it', async () => {
    const { owner, domain } = await withSaml()
    const asOwner = person({ nameId: 'the-owner', email: owner.email })
    expect((await tryOut(owner, asOwner)).json()).toEqual({ kind: 'test', email: owner.email, isLinked: true })
    expect((await signOn(owner.email, asOwner)).json().session.user.id).toBe(owner.userId)

    const forged = await startProvider()
    forged.people.set('me', { nameId: 'the-owner', email: owner.email })
    const metadata = forged.metadata.replaceAll(forged.entityId, provider.entityId)
    expect((await save(owner, metadata)).statusCode).toBe(204)
    const by = { changes: { Issuer: provider.entityId } }
    expect(readErrorCode(await signOn(`x@${domain}`, 'me', by, forged))).toBe('sign_on.owner_not_connected')
    const { settings } = (await t.call('GET', '/account/sign-on', { token: owner.token })).json()
    expect(settings.testedDateUtc).toBeNull()
    await forged.close()
  })

  test('take over neither the people nor the secret of an OpenID Connect provider of the same name', async () => {
    const { owner, domain } = await app.withSignOn()
    expect((await app.tryOut(owner, app.person({ email: owner.email }))).json().isLinked).toBe(true)
    const subject = await db
      .selectFrom('external_identities')
      .select(['issuer', 'subject'])
      .where('account_id', '=', owner.accountId)
      .executeTakeFirstOrThrow()
    const metadata = provider.metadata.replaceAll(provider.entityId, subject.issuer)
    expect((await save(owner, metadata)).statusCode).toBe(204)
    const answer = await signOn(`x@${domain}`, person({ nameId: subject.subject, email: owner.email }), {
      changes: { Issuer: subject.issuer },
    })
    expect(readErrorCode(answer)).toBe('sign_on.owner_not_connected')
    const stored = await db
      .selectFrom('account_sign_on')
      .select(['client_secret', 'client_id'])
      .where('account_id', '=', owner.accountId)
      .executeTakeFirst()
    expect(stored).toEqual({ client_secret: null, client_id: null })
    expect((await app.save(owner, { clientSecret: undefined })).json().errors[0].field).toBe('clientSecret')
    expect((await app.save(owner)).statusCode).toBe(204)
  })
})
