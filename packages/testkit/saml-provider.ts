import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
// The certificate library needs it.
import 'reflect-metadata'
import { X509CertificateGenerator } from '@peculiar/x509'
import { IdentityProvider, SamlLib, ServiceProvider, setSchemaValidator } from 'samlify'

// The library wants one of a caller's choice; requests are read by its own rules.
setSchemaValidator({ validate: async () => 'not validated' })

const ATTRIBUTE_FORMAT = 'urn:oasis:names:tc:SAML:2.0:attrname-format:basic'
const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
const BINDING = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-'
const ALGORITHM = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  publicExponent: new Uint8Array([1, 0, 1]),
  modulusLength: 2048,
}

/** What the provider says of somebody who signs in there, by the name that they enter. */
export interface SamlPerson {
  readonly nameId: string
  readonly nameIdFormat?: string
  readonly email?: string
  readonly firstName?: string
  readonly lastName?: string
}

/** What a page of the provider posts. */
interface SamlAnswer {
  readonly SAMLResponse: string
  readonly RelayState: string
}

interface AnswerOptions {
  /** parts of the answer that differ from what was asked: `Issuer`, `Audience`, `InResponseTo`, `SubjectRecipient`, … */
  readonly changes?: Readonly<Record<string, string>>
  /** Default: the assertion, as the application's metadata asks. */
  readonly signs?: 'assertion' | 'answer'
}

const pem = (label: string, der: ArrayBuffer): string =>
  `-----BEGIN ${label}-----\n${Buffer.from(der).toString('base64').replace(/.{64}/g, '$&\n')}\n-----END ${label}-----\n`

const makeKey = async (): Promise<{ readonly privateKey: string; readonly certificate: string }> => {
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
  const certificate = await X509CertificateGenerator.createSelfSigned({
    keys,
    name: 'CN=Provider of the tests',
    signingAlgorithm: ALGORITHM,
    notAfter: new Date(Date.now() + 365 * 86_400_000),
  })
  const privateKey = pem('PRIVATE KEY', await crypto.subtle.exportKey('pkcs8', keys.privateKey))
  return { privateKey, certificate: pem('CERTIFICATE', certificate.rawData) }
}

const htmlText = (value: string): string => value.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const hidden = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${htmlText(value)}">`)
    .join('')

const loginPage = (fields: Readonly<Record<string, string>>): string =>
  `<!doctype html><title>Provider</title><form method="post">${hidden(fields)}
  <label>Login <input name="login"></label><button>Sign in</button></form>`

const answerPage = (url: string, answer: SamlAnswer): string =>
  `<!doctype html><title>Provider</title><form method="post" action="${htmlText(url)}">${hidden({ ...answer })}</form>
  <script>document.forms[0].submit()</script>`

export interface TestSamlProvider {
  readonly entityId: string
  /** as its administrator downloads it */
  readonly metadata: string
  readonly people: Map<string, SamlPerson>
  /** Registers the application of a server by its metadata. */
  register(applicationMetadata: string): void
  /** What the page posts after somebody has signed in behind `url`. */
  answer(url: string, login: string, options?: AnswerOptions): Promise<SamlAnswer>
  close(): Promise<void>
}

/** A real SAML provider on this computer, with a login page that takes any name it knows. `host`: to be of another site than the server under test. */
export const startSamlProvider = async ({
  host = '127.0.0.1',
  signature = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
} = {}): Promise<TestSamlProvider> => {
  const people = new Map<string, SamlPerson>()
  let application: ReturnType<typeof ServiceProvider> | null = null
  const server = createServer((request, response) => {
    void respond(request).then(
      (page) => response.setHeader('content-type', 'text/html').end(page),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const origin = `http://${host}:${address.port}`
  const { privateKey, certificate } = await makeKey()
  const provider = IdentityProvider({
    entityID: `${origin}/metadata`,
    privateKey,
    signingCert: certificate,
    requestSignatureAlgorithm: signature,
    nameIDFormat: [EMAIL_FORMAT],
    singleSignOnService: [{ Binding: `${BINDING}Redirect`, Location: `${origin}/sso` }],
    loginResponseTemplate: {
      context: SamlLib.defaultLoginResponseTemplate.context,
      attributes: ['email', 'firstName', 'lastName'].map((name) => ({
        name,
        valueTag: name,
        nameFormat: ATTRIBUTE_FORMAT,
        valueXsiType: 'xs:string',
      })),
    },
  })

  const requireApplication = () => {
    if (!application) throw new Error('no application is registered')
    return application
  }

  const answer: TestSamlProvider['answer'] = async (url, login, { changes = {}, signs = 'assertion' } = {}) => {
    const person = people.get(login)
    if (!person) throw new Error(`nobody is called ${login}`)
    const known = requireApplication()
    const asked = ServiceProvider({
      metadata: known.getMetadata(),
      ...(signs === 'answer' ? { wantMessageSigned: true } : {}),
    })
    if (signs === 'answer') asked.entityMeta.isWantAssertionsSigned = () => false
    const query = Object.fromEntries(new URL(url).searchParams)
    const { extract } = await provider.parseLoginRequest(known, 'redirect', { query })
    const { id, assertionConsumerServiceUrl } = extract.request ?? {}
    const recipient = String(assertionConsumerServiceUrl)
    const now = Date.now()
    const at = (milliseconds: number) => new Date(now + milliseconds).toISOString()
    const tags = {
      ID: `_${randomUUID()}`,
      AssertionID: `_${randomUUID()}`,
      Issuer: provider.entityMeta.getEntityID(),
      IssueInstant: at(0),
      Destination: recipient,
      SubjectRecipient: recipient,
      Audience: known.entityMeta.getEntityID(),
      InResponseTo: String(id),
      StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Success',
      ConditionsNotBefore: at(0),
      ConditionsNotOnOrAfter: at(300_000),
      SubjectConfirmationDataNotOnOrAfter: at(300_000),
      NameIDFormat: person.nameIdFormat ?? EMAIL_FORMAT,
      NameID: person.nameId,
      AuthnStatement: '',
      attrEmail: person.email ?? '',
      attrFirstName: person.firstName ?? '',
      attrLastName: person.lastName ?? '',
      ...changes,
    }
    const made = await provider.createLoginResponse(asked, { extract }, 'post', {}, (template: string) => ({
      id: tags.ID,
      context: SamlLib.replaceTagsByValue(template, tags),
    }))
    return { SAMLResponse: made.context, RelayState: String(query.RelayState ?? '') }
  }

  const respond = async (request: IncomingMessage): Promise<string> => {
    const url = new URL(request.url ?? '', origin)
    if (request.method === 'GET') return loginPage(Object.fromEntries(url.searchParams))
    const { login = '', ...fields } = Object.fromEntries(new URLSearchParams(await text(request)))
    const asked = `${origin}/sso?${new URLSearchParams(fields)}`
    const target = String(requireApplication().entityMeta.getAssertionConsumerService('post'))
    return answerPage(target, await answer(asked, login))
  }

  return {
    entityId: provider.entityMeta.getEntityID(),
    metadata: provider.getMetadata(),
    people,
    register: (metadata) => {
      application = ServiceProvider({ metadata })
    },
    answer,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
