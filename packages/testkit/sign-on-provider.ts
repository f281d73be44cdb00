import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import { Provider } from 'oidc-provider'

/** What the provider says of somebody who signs in there, by the name that they enter. */
export interface ProviderPerson {
  readonly email?: string
  readonly email_verified?: boolean
  readonly name?: string
  readonly given_name?: string
  readonly family_name?: string
}

export interface SignOnProvider {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** paths of its requests so far */
  readonly calls: string[]
  readonly people: Map<string, ProviderPerson>
  /** Answers everything with 503 until it is called with false. */
  fail(isDown: boolean): void
  /**
   * Signs in on the login and consent pages behind a URL, as a browser does, and returns the query of the redirect back. `login` null:
   * the person cancels.
   */
  signIn(url: string, login: string | null): Promise<string>
  close(): Promise<void>
}

const CLIENT = { clientId: 'cuvee', clientSecret: 'a secret: of/the provider+' }

/** The `key=value` of the cookies that a browser would send. */
class Jar {
  readonly #cookies = new Map<string, string>()

  take(response: Response): void {
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      const at = pair.indexOf('=')
      const [name, value] = [pair.slice(0, at), pair.slice(at + 1)]
      if (value === '') this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
  }

  get header(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }
}

const MAX_STEPS = 20

const answerPages = async (issuer: string, start: string, login: string | null): Promise<string> => {
  const jar = new Jar()
  let url = start
  let body: URLSearchParams | null = null
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const response: Response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: jar.header },
      ...(body ? { method: 'POST', body } : {}),
    })
    jar.take(response)
    body = null
    const location = response.headers.get('location')
    if (location !== null) {
      url = new URL(location, url).href
      if (!url.startsWith(issuer)) return new URL(url).search.slice(1)
      continue
    }
    const page = await response.text()
    const [, action] = /<form[^>]* action="([^"]+)"/.exec(page) ?? []
    if (action === undefined) throw new Error(`the provider shows ${response.status} ${page.slice(0, 2000)}`)
    if (login === null) {
      url = `${action}/abort`
      continue
    }
    const prompt = page.includes('name="login"') ? 'login' : 'consent'
    url = new URL(action, url).href
    body = new URLSearchParams(prompt === 'login' ? { prompt, login, password: 'any' } : { prompt })
  }
  throw new Error('the provider keeps asking')
}

/** A real OpenID Connect provider on this computer, with a login page that takes any password. `redirectUri`: of the server under test. */
export const startSignOnProvider = async (redirectUri: string): Promise<SignOnProvider> => {
  const people = new Map<string, ProviderPerson>()
  const calls: string[] = []
  let isDown = false
  const server = createServer((request, response) => {
    calls.push((request.url ?? '').split('?')[0] ?? '')
    if (!isDown) return answer(request, response)
    response.writeHead(503).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const issuer = `http://127.0.0.1:${address.port}`
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret, redirect_uris: [redirectUri] }],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name'],
    },
    cookies: { keys: ['provider cookies'] },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    pkce: { required: () => true },
    findAccount: async (_context: unknown, id: string) => ({
      accountId: id,
      claims: async () => ({ sub: id, ...people.get(id) }),
    }),
  })
  const answer = provider.callback()
  return {
    issuer,
    ...CLIENT,
    calls,
    people,
    fail: (down) => {
      isDown = down
    },
    signIn: (url, login) => answerPages(issuer, url, login),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
