import { afterEach, beforeEach, expect, test } from 'vitest'
import { createAuthorizedFetch } from './authorized-fetch.ts'
import { createSession } from './session.ts'
import type { EndReason } from './session-channel.ts'
import { openTabChannel } from './session-channel.ts'
import { createTabPresence } from './tab-presence.ts'
import {
  aUser,
  makeTokens,
  memoryStorage,
  type RecordedRequest,
  sessionFromToken,
  startServer,
} from './token-server.fixture.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')
const later = NOW / 1000 + 3600
const first = makeTokens('s1', 1, later)
const second = sessionFromToken(makeTokens('s1', 2, later))
const bearer = (token: string) => `Bearer ${token}`

let server: Awaited<ReturnType<typeof startServer>>
let answer: (request: RecordedRequest) => { status: number; body?: unknown }
let exchangeStatus: number
let isProved: boolean
const asked: unknown[] = []

beforeEach(async () => {
  exchangeStatus = 200
  isProved = true
  asked.length = 0
  answer = () => ({ status: 200, body: {} })
  server = await startServer((request) => {
    if (request.path !== '/api/token') return answer(request)
    return { status: exchangeStatus, body: exchangeStatus === 200 ? second : { errors: [] } }
  })
})
afterEach(() => server.stop())

let tabs = 0
const signedIn = () => {
  tabs += 1
  const ends: EndReason[] = []
  const session = createSession({
    storage: memoryStorage(),
    fetch,
    apiBase: server.base,
    channel: openTabChannel(`authorized-fetch-test-${tabs}`),
    presence: createTabPresence(`authorized-fetch-test-${tabs}`),
    now: () => NOW,
  })
  session.start(first, aUser)
  session.onEnd((reason) => ends.push(reason))
  const send = createAuthorizedFetch(session, fetch, {
    prover: { ask: async (methods) => Boolean(asked.push(methods)) && isProved },
    onSetupDue: () => asked.push('setup'),
  })
  const call = (path: string, init?: RequestInit) => send(new Request(`${server.base}${path}`, init))
  return { session, ends, call }
}

const refuseFirstToken = () => {
  answer = ({ authorization }) => ({ status: authorization === bearer(first.access_token) ? 401 : 200 })
}

test('sends the access token with every call', async () => {
  await signedIn().call('/account')
  expect(server.seen[0]?.authorization).toBe(bearer(first.access_token))
})

test('a 401 forces a token refresh and repeats the call with its body and the new token', async () => {
  refuseFirstToken()
  const { call, ends } = signedIn()
  const response = await call('/send-feedback', { method: 'POST', body: 'words' })
  expect(response.status).toBe(200)
  expect(server.asked('/api/send-feedback').map(({ body }) => body)).toEqual(['words', 'words'])
  expect(server.seen.at(-1)?.authorization).toBe(bearer(second.access_token))
  expect(ends).toEqual([])
})

test('concurrent 401s share one token refresh', async () => {
  refuseFirstToken()
  const { call } = signedIn()
  await Promise.all([call('/account'), call('/notification'), call('/dashboards')])
  expect(server.asked('/api/token')).toHaveLength(1)
})

test('a second 401 signs out without another retry', async () => {
  answer = () => ({ status: 401 })
  const { call, ends } = signedIn()
  expect((await call('/account')).status).toBe(401)
  expect(server.asked('/api/account')).toHaveLength(2)
  expect(ends).toEqual(['expired'])
})

test('a failed refresh after a 401 signs out', async () => {
  refuseFirstToken()
  exchangeStatus = 400
  const { call, ends } = signedIn()
  await expect(call('/account')).rejects.toThrow()
  expect(ends).toEqual(['expired'])
})

test('never retries the sign-in call', async () => {
  exchangeStatus = 401
  const { call, ends } = signedIn()
  expect((await call('/token', { method: 'POST', body: '{}' })).status).toBe(401)
  expect(server.asked('/api/token')).toHaveLength(1)
  expect(ends).toEqual([])
})

test('a 403 signs out', async () => {
  answer = () => ({ status: 403 })
  const { call, ends } = signedIn()
  await call('/service')
  expect(ends).toEqual(['forbidden'])
})

test.each([[402], [404], [409], [412], [500]])(
  'a %i is returned to the caller and keeps the session',
  async (status) => {
    answer = () => ({ status })
    const { call, ends } = signedIn()
    expect((await call('/account')).status).toBe(status)
    expect(ends).toEqual([])
  },
)

test.each([
  [true, 200, 2],
  [false, 428, 1],
])('a 428 asks for a proof, and repeats the call if it was given: %s', async (given, status, calls) => {
  isProved = given
  answer = () =>
    server.asked('/api/account').length < 2 ? { status: 428, body: { methods: ['password'] } } : { status: 200 }
  const { call, ends } = signedIn()
  expect((await call('/account', { method: 'DELETE', body: 'words' })).status).toBe(status)
  expect(asked).toEqual([['password']])
  expect(server.asked('/api/account').map(({ body }) => body)).toEqual(Array.from({ length: calls }, () => 'words'))
  expect(ends).toEqual([])
})

test('a 428 without methods says that a second factor has to be set up', async () => {
  answer = () => ({ status: 428, body: { errors: [{ code: 'auth.second_factor_setup', message: 'Set one up' }] } })
  const { call } = signedIn()
  expect((await call('/account')).status).toBe(428)
  expect(asked).toEqual(['setup'])
})
