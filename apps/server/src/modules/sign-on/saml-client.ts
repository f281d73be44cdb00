import {
  type CacheProvider,
  generateServiceProviderMetadata,
  type Profile,
  SAML,
  ValidateInResponseTo,
} from '@node-saml/node-saml'
import { z } from 'zod'
import { Failure, fail } from '#contract/errors.ts'
import type { SamlProvider } from '#domain/single-sign-on.ts'
import type { Person } from './person.ts'
import { toSamlPerson } from './saml-person.ts'
import { elements, parseXml } from './saml-xml.ts'

/** How far the clocks of provider and server may differ. */
const CLOCK_SKEW_MS = 60_000

/** Where SAML providers read about this server; also its name in their answers. */
export const buildEntityId = (publicUrl: string): string => `${publicUrl}/api/sign-on/saml`

/** Where their pages post answers. */
export const buildResponseUrl = (publicUrl: string): string => `${buildEntityId(publicUrl)}/response`

export const samlMetadata = (publicUrl: string): string =>
  generateServiceProviderMetadata({
    issuer: buildEntityId(publicUrl),
    callbackUrl: buildResponseUrl(publicUrl),
    identifierFormat: null,
    wantAssertionsSigned: true,
  })

/** Names of XML begin with a letter or `_`. */
const requestIdOf = (nonce: string): string => `_${nonce}`

/** Answers count only for this request; that they count once is seen to by the attempt. */
const onlyFor = (requestId: string): CacheProvider => ({
  saveAsync: async () => null,
  getAsync: async (id) => (id === requestId ? new Date().toISOString() : null),
  removeAsync: async () => null,
})

interface SamlRequest {
  readonly publicUrl: string
  readonly nonce: string
}

const clientOf = ({ entityId, signInUrl, certificates }: SamlProvider, { publicUrl, nonce }: SamlRequest): SAML => {
  const requestId = requestIdOf(nonce)
  return new SAML({
    issuer: buildEntityId(publicUrl),
    audience: buildEntityId(publicUrl),
    callbackUrl: buildResponseUrl(publicUrl),
    entryPoint: signInUrl,
    idpIssuer: entityId,
    idpCert: [...certificates],
    // The assertion is signed, or all of the answer is; one of them has to be.
    wantAssertionsSigned: false,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: CLOCK_SKEW_MS,
    // How people sign in there is up to the provider.
    disableRequestedAuthnContext: true,
    identifierFormat: null,
    generateUniqueId: () => requestId,
    validateInResponseTo: ValidateInResponseTo.always,
    cacheProvider: onlyFor(requestId),
  })
}

/** The page of the provider where the person signs in. `state` comes back with the answer. */
export const samlPage = (provider: SamlProvider, request: SamlRequest & { readonly state: string }): Promise<string> =>
  clientOf(provider, request).getAuthorizeUrlAsync(request.state, undefined, {})

const Confirmation = z.object({ $: z.object({ Recipient: z.string(), InResponseTo: z.string() }) })

/** The parts of an assertion that the library leaves to its caller. */
const Assertion = z.object({
  Assertion: z.object({
    Subject: z.tuple([
      z.object({ SubjectConfirmation: z.array(z.object({ SubjectConfirmationData: z.tuple([Confirmation]) })) }),
    ]),
    Conditions: z.tuple([z.looseObject({ $: z.object({ NotOnOrAfter: z.string() }) })]),
  }),
})

/** The answer's own parts may be unsigned, so those of the assertion are compared: for whom it is, and for which request. */
const assertMeant = (profile: Profile, { entityId }: SamlProvider, { publicUrl, nonce }: SamlRequest): void => {
  const {
    Subject: [{ SubjectConfirmation: confirmations }],
  } = Assertion.parse(profile.getAssertion?.()).Assertion
  const isMeant = confirmations.some(
    ({ SubjectConfirmationData: [{ $: data }] }) =>
      data.Recipient === buildResponseUrl(publicUrl) && data.InResponseTo === requestIdOf(nonce),
  )
  if (!isMeant) throw new Error('the assertion is for another request or recipient')
  if (profile.issuer !== entityId) throw new Error(`the assertion is by ${profile.issuer}`)
}

const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol'
const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion'
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success'
/** Not SHA-1, and no shared secret. */
const ALGORITHM = /#((rsa-|ecdsa-)?sha(256|384|512)|sha(256|384|512)-rsa-MGF1)$/

/** The answer's own parts, which the library leaves to its caller. `Destination` and `Issuer` may be absent, as in the standard. */
const assertAnswer = (xml: string, { entityId }: SamlProvider, publicUrl: string): void => {
  const { documentElement: answer } = parseXml(xml)
  if (answer.namespaceURI !== PROTOCOL || answer.localName !== 'Response') throw new Error('the answer is no response')
  const destination = answer.getAttribute('Destination') ?? ''
  if (destination !== '' && destination !== buildResponseUrl(publicUrl))
    throw new Error(`the answer is for ${destination}`)
  const [issuer] = elements(answer, ASSERTION, 'Issuer').filter(({ parentNode }) => parentNode === answer)
  const issuerId = issuer?.textContent?.trim() ?? entityId
  if (issuerId !== entityId) throw new Error(`the answer is by ${issuerId}`)
  const [status] = elements(answer, PROTOCOL, 'StatusCode').map((code) => code.getAttribute('Value'))
  if (status !== SUCCESS) throw fail('sign_on.denied', { cause: new Error(`the answer has the status ${status}`) })
  for (const name of ['SignatureMethod', 'DigestMethod'])
    for (const method of elements(answer, '*', name)) {
      const algorithm = method.getAttribute('Algorithm') ?? ''
      if (!ALGORITHM.test(algorithm)) throw new Error(`the signature uses ${algorithm}`)
    }
}

/**
 * Checks the answer that the provider's page posted: status, destination, signature, issuer, audience, recipient, request and times,
 * by the machine's clock. Errors: `sign_on.denied`, `sign_on.answer_refused`, `sign_on.no_email`.
 *
 * @param response base64 of the XML
 */
export const readSamlPerson = async (
  provider: SamlProvider,
  request: SamlRequest,
  response: string,
): Promise<Person> => {
  let profile: Profile | null
  try {
    assertAnswer(Buffer.from(response, 'base64').toString(), provider, request.publicUrl)
    profile = (await clientOf(provider, request).validatePostResponseAsync({ SAMLResponse: response })).profile
    if (!profile) throw new Error('the answer has no assertion')
    assertMeant(profile, provider, request)
  } catch (error) {
    throw error instanceof Failure ? error : fail('sign_on.answer_refused', { cause: error })
  }
  const { nameID: nameId = '', nameIDFormat: nameIdFormat = '', attributes } = profile
  const person = toSamlPerson({ nameId, nameIdFormat, attributes: Object(attributes) })
  if (!person) throw fail('sign_on.no_email')
  return person
}
