import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { atMachinePace } from '#testkit/machine-pace.ts'
import { createSession } from './session.ts'
import type { EndReason } from './session-channel.ts'
import { openTabChannel } from './session-channel.ts'
import { STORED_KEYS } from './stored-session.ts'
import { createTabPresence } from './tab-presence.ts'
import { aUser, makeTokens, memoryStorage, sessionFromToken, startServer } from './token-server.fixture.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')
const nowSeconds = NOW / 1000
const HOUR = 3600

type Server = Awaited<ReturnType<typeof startServer>>

const fresh = sessionFromToken(makeTokens('s1', 2, nowSeconds + HOUR))
let refusal: { status: number; body?: unknown } | null
let server: Server
let channelName: string
let channels = 0

beforeEach(async () => {
  refusal = null
  channels += 1
  channelName = `session-test-${channels}`
  server = await startServer(({ path }) => {
    if (path !== '/api/token') return { status: 204 }
    return refusal ?? { status: 200, body: fresh, delay: 20 }
  })
})
afterEach(() => server.stop())

const aTab = (options: { base?: string; expires?: number; signedIn?: boolean } = {}) => {
  const storage = memoryStorage()
  const ends: EndReason[] = []
  const apiBase = options.base ?? server.base
  const session = createSession({
    storage,
    fetch,
    apiBase,
    channel: openTabChannel(channelName),
    presence: createTabPresence(channelName),
    now: () => NOW,
  })
  session.onEnd((reason) => ends.push(reason))
  if (options.signedIn !== false) session.start(makeTokens('s1', 1, options.expires ?? nowSeconds + HOUR), aUser)
  return { session, storage, ends }
}

const tabsHaveTalked = () => new Promise((resolve) => setTimeout(resolve, 30))

test('tells who was signed in when the session ends', () => {
  const { session } = aTab()
  const users: unknown[] = []
  session.onEnd((_reason, user) => users.push(user))
  session.end('signed-out')
  expect(users).toEqual([aUser])
})

describe('exchange', () => {
  test('does not refresh a token with more than ten minutes left', async () => {
    const { session } = aTab({ expires: nowSeconds + 601 })
    await session.ensureFresh()
    expect(server.seen).toEqual([])
  })

  test('refreshes a token within ten minutes of its expiry and stores the new pair', async () => {
    const { session, storage } = aTab({ expires: nowSeconds + 600 })
    await session.ensureFresh()
    expect(JSON.parse(server.seen[0]?.body ?? '')).toEqual({
      grant_type: 'refresh_token',
      refresh_token: makeTokens('s1', 1, nowSeconds + 600).refresh_token,
    })
    expect(storage.getItem(STORED_KEYS.accessToken)).toBe(fresh.access_token)
    expect(storage.getItem(STORED_KEYS.tokenExpiry)).toBe(String(fresh.expires))
  })

  test.each([[null], ['soon'], ['0'], ['']])('refreshes a token with a stored expiry of %j', async (stored) => {
    const storage = memoryStorage()
    storage.setItem(STORED_KEYS.accessToken, 's1.1.x.access')
    storage.setItem(STORED_KEYS.refreshToken, 's1.1.x.refresh')
    storage.setItem(STORED_KEYS.user, JSON.stringify(aUser))
    if (stored !== null) storage.setItem(STORED_KEYS.tokenExpiry, stored)
    const channel = openTabChannel(channelName)
    const presence = createTabPresence(channelName)
    const session = createSession({ storage, fetch, apiBase: server.base, channel, presence, now: () => NOW })
    await session.ensureFresh()
    expect(session.current()?.accessToken).toBe(fresh.access_token)
  })

  test('fifty concurrent refreshes share one call', async () => {
    const { session } = aTab({ expires: nowSeconds })
    await Promise.all(Array.from({ length: 50 }, () => session.ensureFresh()))
    expect(server.asked('/api/token')).toHaveLength(1)
  })

  test('a signed-out tab refreshes nothing', async () => {
    const { session } = aTab({ signedIn: false })
    await session.ensureFresh()
    expect(server.seen).toEqual([])
  })

  test('a forced refresh without a refresh token is logged, throws and signs out', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { session, storage, ends } = aTab()
    storage.removeItem(STORED_KEYS.refreshToken)
    session.replaceUser(aUser)
    await expect(session.forceRefresh()).rejects.toThrow('Missing refresh token')
    expect(log.mock.calls).toEqual([['Missing refresh token']])
    log.mockRestore()
    expect(ends).toEqual(['unrefreshable'])
  })

  test.each([[400], [401], [500]])('a %i response signs out without a retry', async (status) => {
    refusal = { status, body: { errors: [{ code: 'invalid_grant', message: 'Over' }] } }
    const { session, ends } = aTab({ expires: nowSeconds })
    await expect(session.ensureFresh()).rejects.toThrow()
    expect(ends).toEqual(['expired'])
    expect(server.asked('/api/token')).toHaveLength(1)
  })

  test.each([[429], [503]])('a %i response keeps the session', async (status) => {
    refusal = { status }
    const { session, ends } = aTab({ expires: nowSeconds })
    await expect(session.ensureFresh()).rejects.toThrow()
    expect(ends).toEqual([])
    expect(session.current()).not.toBeNull()
  })

  test('rethrows a network error and keeps the session', async () => {
    const { session, ends } = aTab({ base: 'http://127.0.0.1:9/api', expires: nowSeconds })
    await expect(session.ensureFresh()).rejects.toThrow('fetch failed')
    expect(ends).toEqual([])
  })

  test('stays signed out when signing out during a refresh', async () => {
    const { session } = aTab({ expires: nowSeconds })
    const exchange = session.ensureFresh()
    session.end('signed-out')
    await exchange
    expect(session.current()).toBeNull()
  })
})

describe('end', () => {
  test('security 51: signing out removes every stored key and calls the server', async () => {
    const { session, storage, ends } = aTab()
    storage.setItem(STORED_KEYS.sideBarCollapsed, 'true')
    session.end('signed-out')
    expect(storage.keys()).toEqual([])
    expect(ends).toEqual(['signed-out'])
    await expect.poll(() => server.asked('/api/account/sign-out').length).toBe(1)
  })

  test('a session ends once', () => {
    const { session, ends } = aTab()
    session.end('idle')
    session.end('idle')
    expect(ends).toEqual(['idle'])
  })
})

describe('tabs', () => {
  test('a new tab receives the session of another', async () => {
    const first = aTab()
    const second = aTab({ signedIn: false })
    await second.session.receiveFromTabs(1000)
    expect(second.session.current()).toEqual(first.session.current())
  })

  test('a new tab without others stops waiting after the timeout', async () => {
    const alone = aTab({ signedIn: false })
    await alone.session.receiveFromTabs(10)
    expect(alone.session.current()).toBeNull()
  })

  test('waits for a signed-in tab that is busy, and for nobody when no tab is signed in', async () => {
    const alone = aTab({ signedIn: false })
    const start = performance.now()
    await alone.session.receiveFromTabs(5_000)
    expect(performance.now() - start).toBeLessThan(atMachinePace(500))

    const presence = createTabPresence(channelName)
    presence.mark(true)
    const busy = openTabChannel(channelName)
    busy.listen(({ kind }) => {
      const answer = {
        kind: 'session',
        key: 's9',
        tokens: makeTokens('s9', 1, nowSeconds + HOUR),
        user: aUser,
      } as const
      if (kind === 'wanted') setTimeout(() => busy.send(answer), 400)
    })
    const second = aTab({ signedIn: false })
    await second.session.receiveFromTabs(5_000)
    expect(second.session.current()?.user).toEqual(aUser)
    presence.mark(false)
  })

  test('a changed user reaches the other tabs of the session', async () => {
    const first = aTab()
    const second = aTab()
    first.session.replaceUser({ ...aUser, theme: 'dark' })
    await tabsHaveTalked()
    expect(second.session.current()?.user?.theme).toBe('dark')
  })

  test.each([
    ['idle', 'idle'],
    ['forbidden', 'forbidden'],
    ['unrefreshable', 'expired'],
  ] as const)('a session that ends as %s ends in the other tabs as %s', async (reason, expected) => {
    const first = aTab()
    const second = aTab()
    first.session.end(reason)
    await tabsHaveTalked()
    expect(second.ends).toEqual([expected])
  })

  test('every tab of the session adopts the newest tokens', async () => {
    const first = aTab({ expires: nowSeconds })
    const second = aTab({ expires: nowSeconds })
    await first.session.ensureFresh()
    await tabsHaveTalked()
    expect(second.session.current()?.accessToken).toBe(fresh.access_token)
  })

  test('signing out in one tab signs out all tabs of the session with one server call', async () => {
    const first = aTab()
    const second = aTab()
    first.session.end('signed-out')
    await tabsHaveTalked()
    expect(second.ends).toEqual(['elsewhere'])
    expect(second.storage.keys()).toEqual([])
    await expect.poll(() => server.asked('/api/account/sign-out').length).toBe(1)
  })

  test('a tab with another session keeps it', async () => {
    const first = aTab()
    const second = aTab({ signedIn: false })
    second.session.start(makeTokens('s2', 1, nowSeconds + HOUR), { ...aUser, id: 'u2' })
    first.session.end('signed-out')
    await tabsHaveTalked()
    expect(second.session.current()?.user?.id).toBe('u2')
  })

  test('activity reaches the other tabs of the session', async () => {
    const first = aTab()
    const second = aTab()
    const heard: number[] = []
    second.session.onActivity((at) => heard.push(at))
    first.session.reportActivity(NOW)
    await tabsHaveTalked()
    expect(heard).toEqual([NOW])
  })
})
