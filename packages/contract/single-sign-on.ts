import { z } from 'zod'
import { domainRule } from '#domain/field-rules.ts'
import { canonicalDomain, OPENID_PROVIDERS, SIGN_ON_PROVIDERS, SIGN_ON_ROLES } from '#domain/single-sign-on.ts'
import { Session } from './auth.ts'
import { audited, endpoint, endpointFor } from './endpoint.ts'
import { Email, Instant, Nothing, REQUIRED, RequiredText } from './fields.ts'

const Url = z.object({ url: z.string() })

export const SignOnDomain = z.object({
  domain: z.string(),
  /** the TXT record that proves it */
  record: z.object({ name: z.string(), value: z.string() }),
  /** null: not verified yet */
  provedDateUtc: Instant.nullable(),
})
export type SignOnDomain = z.infer<typeof SignOnDomain>

const settings = {
  defaultRole: z.enum(SIGN_ON_ROLES),
  isEnabled: z.boolean(),
  /** a sign-in at the provider counts as the second factor, too */
  trustsSecondFactor: z.boolean(),
}

export const SignOn = z.object({
  /** null: not set up. The secret is never sent. */
  settings: z
    .object({
      ...settings,
      provider: z.enum(SIGN_ON_PROVIDERS),
      /** of a SAML provider: its entity ID */
      issuer: z.string(),
      /** null: a SAML provider */
      clientId: z.string().nullable(),
      /** null: an OpenID Connect provider */
      saml: z
        .object({
          signInUrl: z.string(),
          /** ends of the validity of its signing certificates */
          certificatesValidUntilUtc: z.array(Instant),
        })
        .nullable(),
      /** the last test that succeeded with this provider; null: none */
      testedDateUtc: Instant.nullable(),
    })
    .nullable(),
  /** people of the domains cannot sign in otherwise */
  isRequired: z.boolean(),
  /** to enter at an OpenID Connect provider */
  redirectUri: z.string(),
  /** to enter at a SAML provider; the entity ID is also the URL of Cuvee's metadata */
  saml: z.object({ entityId: z.string(), responseUrl: z.string() }),
  domains: z.array(SignOnDomain),
})
export type SignOn = z.infer<typeof SignOn>

const OpenIdSettings = z.object({
  ...settings,
  provider: z.enum(OPENID_PROVIDERS),
  /** its discovery document is below `/.well-known/openid-configuration` */
  issuer: RequiredText(500),
  clientId: RequiredText(500),
  /** without one, the stored one is kept */
  clientSecret: RequiredText(2000).optional(),
})
export type OpenIdSettings = z.infer<typeof OpenIdSettings>

const SamlSettings = z.object({
  ...settings,
  provider: z.literal('saml'),
  /** XML; without one, the stored provider is kept */
  metadata: RequiredText(200_000).optional(),
})
export type SamlSettings = z.infer<typeof SamlSettings>

export const SignOnSettings = z.discriminatedUnion('provider', [OpenIdSettings, SamlSettings])
export type SignOnSettings = z.infer<typeof SignOnSettings>

/** Of a test in the settings: who the provider says that the administrator is. */
const SignOnTest = z.object({
  kind: z.literal('test'),
  email: z.string(),
  /** the administrator can now sign in this way */
  isLinked: z.boolean(),
})

export const SignOnResult = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('session'), session: Session }),
  SignOnTest,
])
export type SignOnResult = z.infer<typeof SignOnResult>

const Domain = z
  .string({ error: REQUIRED })
  .max(253)
  .transform(canonicalDomain)
  .pipe(
    z
      .string()
      .min(1)
      .refine((value) => domainRule(value) === null, { error: 'This field must be a domain, such as winery.com' }),
  )

/** Of a domain that the account has, or not. */
const DomainPath = z.object({ domain: z.string().max(253).transform(canonicalDomain) })

const open = endpointFor({ access: 'public' })
const change = audited('security', { access: 'administration', keys: 'none', proof: 'always', worksReadOnly: true })

/** Sign-in through the account's own OpenID Connect or SAML provider. */
export const signOn = {
  /** the browser opens the URL; the provider sends it back to the page that calls `finish` */
  start: open('POST /sign-on', 'Begin to sign in through the provider of an email address', {
    callsOut: true,
    sample: { body: { email: 'somebody@nowhere.example' } },
  })
    .input(z.object({ email: Email }))
    .output(Url),
  finish: open('POST /sign-on/token', 'Finish a sign-in, or a test, with what the provider added to the redirect URI', {
    callsOut: true,
    sample: { body: { query: 'state=none' } },
  })
    .input(z.object({ query: z.string().max(10_000) }))
    .output(SignOnResult),
  samlMetadata: open('GET /sign-on/saml', 'Metadata of this server for SAML providers, as XML', {
    transport: 'raw',
  }).output(z.void()),
  /** a form that a SAML provider's page posts; leads to the page that calls `finish` */
  samlResponse: open('POST /sign-on/saml/response', 'Return from a SAML provider', {
    transport: 'raw',
    successStatus: 303,
  }).output(z.void()),
  get: endpoint('GET /account/sign-on', 'Single sign-on of the account', {
    access: 'administration',
    keys: 'none',
  }).output(SignOn),
  save: change(
    'PUT /account/sign-on',
    'Set up the provider of single sign-on, or change it',
    'Changed the provider of single sign-on',
    {
      callsOut: true,
      successStatus: 204,
      sample: {
        body: {
          ...{ provider: 'other', issuer: 'https://127.0.0.1', clientId: 'cuvee', clientSecret: 'none' },
          ...{ defaultRole: 'User', isEnabled: true, trustsSecondFactor: false },
        },
      },
    },
  )
    .input(SignOnSettings)
    .output(Nothing),
  remove: change(
    'DELETE /account/sign-on',
    'Remove single sign-on; everyone signs in with a password again',
    'Removed single sign-on',
  ).output(Nothing),
  setPolicy: change(
    'PUT /account/sign-on/policy',
    'Require single sign-on from everyone in verified domains, or stop requiring it; ends their other sessions',
    'Changed whether single sign-on is required',
    { successStatus: 204, sample: { body: { isRequired: false } } },
  )
    .input(z.object({ isRequired: z.boolean() }))
    .output(Nothing),
  test: change(
    'POST /account/sign-on/test',
    'Begin a test of single sign-on, which also connects the administrator with the provider',
    'Tested single sign-on',
    { ignoresKey: 'each test begins anew', callsOut: true },
  ).output(Url),
  addDomain: change(
    'POST /account/sign-on/domains',
    'Add an email domain, which a TXT record has to verify',
    'Added a domain for single sign-on',
    { successStatus: 201, sample: { body: { domain: 'winery.example' } } },
  )
    .input(z.object({ domain: Domain }))
    .output(SignOnDomain),
  checkDomain: change(
    'POST /account/sign-on/domains/{domain}/check',
    'Look for the TXT record that proves a domain',
    'Verified a domain for single sign-on',
    {
      ignoresKey: 'each check looks anew',
      callsOut: true,
      rateLimit: { bucket: 'signOnDomain', hits: 30, seconds: 600, per: 'account' },
    },
  )
    .input(DomainPath)
    .output(SignOnDomain),
  removeDomain: change(
    'DELETE /account/sign-on/domains/{domain}',
    'Remove a domain; its people sign in with a password again',
    'Removed a domain of single sign-on',
    { successStatus: 204 },
  )
    .input(DomainPath)
    .output(Nothing),
}
