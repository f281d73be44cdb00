import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Session, TokenInfo, User } from '#contract/auth.ts'

export const aUser: User = {
  id: 'u1',
  accountId: 7,
  createdDateUtc: '2026-01-02T03:04:05Z',
  firstName: 'Marie',
  lastName: 'Dupont',
  email: 'marie@winery.example',
  emailVerified: true,
  lastLoginDateUtc: null,
  profilePhotoUrlLarge: null,
  profilePhotoUrlSmall: null,
  theme: 'light',
  culture: null,
  roles: ['AccountOwner', 'User'],
  hasSecondFactor: false,
}

/** Tokens of the `counter`th refresh of a session, expiring at `expires` (seconds since epoch). */
export const makeTokens = (session: string, counter: number, expires: number): TokenInfo => ({
  access_token: `${session}.${counter}.${expires}.access`,
  refresh_token: `${session}.${counter}.${expires}.refresh`,
  token_type: 'Bearer',
  expires,
  expires_in: 3600,
  scope: '',
})

/** An answer to a refresh. */
export const sessionFromToken = (token: TokenInfo): Session => ({ ...token, user: { ...aUser, token } })

/** A browser's storage, in memory. */
export const memoryStorage = () => {
  const values = new Map<string, string>()
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
    keys: () => [...values.keys()],
  }
}

export interface RecordedRequest {
  readonly path: string
  readonly authorization: string | null
  readonly body: string
}

type Answer = (request: RecordedRequest) => { status: number; body?: unknown; delay?: number }

const readBody = async (request: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return text
}

/** An HTTP server that responds with `answer` and records its requests. */
export const startServer = async (answer: Answer) => {
  const seen: RecordedRequest[] = []
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const requestsTo = {
      path: request.url ?? '',
      authorization: request.headers.authorization ?? null,
      body: await readBody(request),
    }
    seen.push(requestsTo)
    const { status, body, delay = 0 } = answer(requestsTo)
    await new Promise((resolve) => setTimeout(resolve, delay))
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(body === undefined ? undefined : JSON.stringify(body))
  }
  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return {
    base: `http://127.0.0.1:${address.port}/api`,
    seen,
    asked: (path: string) => seen.filter((request) => request.path === path),
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}
