import type { Session as SessionAnswer, TokenInfo, User } from '#contract/auth.ts'
import { errorFromBody, errorStatus } from '../api-error.ts'
import type { TabChannel, TabMessage } from './session-channel.ts'
import { sessionKey, sessionMessage } from './session-channel.ts'
import {
  clearSession,
  readSession,
  type SessionStorage,
  type StoredSession,
  writeSession,
  writeUser,
} from './stored-session.ts'

export type PlainFetch = (input: string | Request, init?: RequestInit) => Promise<Response>

const isSessionAnswer = (value: unknown): value is SessionAnswer =>
  typeof value === 'object' && value !== null && 'access_token' in value && 'refresh_token' in value && 'user' in value

const readJson = async (response: Response): Promise<unknown> => {
  try {
    return await response.json()
  } catch {
    return null
  }
}

/**
 * Exchanges a refresh token for new tokens. A refused or broken answer throws an ORPCError with its status; no answer
 * throws what `fetch` threw. Called once per exchange: a refused token is never sent again.
 */
const exchangeRefreshToken = async (
  fetch: PlainFetch,
  apiBase: string,
  refreshToken: string,
): Promise<SessionAnswer> => {
  const response = await fetch(`${apiBase}/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'refresh_token', refresh_token: refreshToken }),
  })
  const body = await readJson(response)
  if (!response.ok || !isSessionAnswer(body)) throw errorFromBody(body, response.ok ? 500 : response.status)
  return body
}

/** Seconds before its end at which an access token is exchanged. */
const REFRESH_MARGIN = 10 * 60

/** Whether a token that ends at `expires` (seconds since epoch, null when unknown) must be exchanged at `nowMs`. */
const needsRefresh = (expires: number | null, nowMs: number): boolean =>
  expires === null || expires <= 0 || expires - nowMs / 1000 <= REFRESH_MARGIN

/** Those who want to hear of something, told in the order in which they came. */
const listeners = <T extends readonly unknown[]>() => {
  const all = new Set<(...values: T) => void>()
  return {
    add: (listener: (...values: T) => void) => {
      all.add(listener)
      return () => void all.delete(listener)
    },
    tell: (...values: T) => {
      for (const listener of [...all]) listener(...values)
    },
  }
}

/** Why a session ended; decides what the sign-in screen is told. */
export type EndReason = 'signed-out' | 'forbidden' | 'expired' | 'idle' | 'elsewhere'

export interface SessionPorts {
  readonly storage: SessionStorage
  readonly fetch: PlainFetch
  readonly apiBase: string
  readonly channel: TabChannel
  /** epoch milliseconds */
  readonly now: () => number
}

export interface Session {
  /** The same object until something changes; null when signed out. */
  current(): StoredSession | null
  subscribe(listener: () => void): () => void
  /** Starts a session from a sign-in or registration answer. */
  start(tokens: TokenInfo, user: User): void
  replaceUser(user: User): void
  /** Exchanges the refresh token when the access token is near its end; does nothing when signed out. */
  ensureFresh(): Promise<void>
  /** Exchanges the refresh token now. Throws 'Missing refresh token' when there is none. */
  forceRefresh(): Promise<void>
  /** Ends the session here, in the other tabs that share it and on the server. */
  end(reason: EndReason): void
  onEnd(listener: (reason: EndReason) => void): () => void
  /** Asks the other tabs for their session; resolves when one answers or after `waitMs`. */
  receiveFromTabs(waitMs: number): Promise<void>
  reportActivity(at: number): void
  onActivity(listener: (at: number) => void): () => void
}

/** Whether a failed exchange says that the session is over: an answer did, but one that asks to come back later does not. */
const isVerdict = (error: unknown): boolean => {
  const status = errorStatus(error)
  return status !== null && status !== 429 && status !== 503
}

export const createSession = ({ storage, fetch, apiBase, channel, now }: SessionPorts): Session => {
  const changes = listeners<[]>()
  const ends = listeners<[EndReason]>()
  const activities = listeners<[number]>()
  let state = readSession(storage)
  let exchange: Promise<void> | null = null

  const reload = () => {
    state = readSession(storage)
    changes.tell()
  }

  const keyNow = (): string | null => (state ? sessionKey(state.accessToken) : null)

  const shareState = () => {
    const message = state && sessionMessage(state, now())
    if (message) channel.send(message)
  }

  const adopt = (tokens: TokenInfo, user: User) => {
    writeSession(storage, tokens, user)
    reload()
  }

  const forget = (reason: EndReason) => {
    clearSession(storage)
    reload()
    ends.tell(reason)
  }

  const callSignOut = (accessToken: string) => {
    const headers = { authorization: `Bearer ${accessToken}` }
    // Signing out never waits for the server and never fails: a dead session ends there by itself.
    fetch(`${apiBase}/account/sign-out`, { method: 'POST', headers, keepalive: true }).catch(console.warn)
  }

  const end = (reason: EndReason) => {
    if (!state) return
    const { accessToken } = state
    channel.send({ kind: 'signed-out', key: sessionKey(accessToken) })
    forget(reason)
    callSignOut(accessToken)
  }

  const runExchange = async () => {
    const held = state
    if (!held?.refreshToken) throw new Error('Missing refresh token')
    const answer: SessionAnswer = await exchangeRefreshToken(fetch, apiBase, held.refreshToken)
    // Signed out, or given a newer pair by another tab, while the answer was on its way.
    if (state?.refreshToken !== held.refreshToken) return
    adopt(answer, answer.user)
    shareState()
  }

  const forceRefresh = (): Promise<void> => {
    exchange ??= runExchange()
      .catch((error: unknown) => {
        if (isVerdict(error) || !state?.refreshToken) end('expired')
        throw error
      })
      .finally(() => {
        exchange = null
      })
    return exchange
  }

  const receive = (message: TabMessage) => {
    if (message.kind === 'wanted') return shareState()
    if (message.key !== keyNow()) return
    if (message.kind === 'activity') return activities.tell(message.at)
    if (message.kind === 'signed-out') return forget('elsewhere')
    if (message.tokens.expires > (state?.expires ?? 0)) adopt(message.tokens, message.user)
  }
  channel.listen(receive)

  return {
    current: () => state,
    subscribe: changes.add,
    start: (tokens, user) => adopt(tokens, user),
    replaceUser: (user) => {
      if (!state) return
      writeUser(storage, user)
      reload()
    },
    ensureFresh: async () => {
      if (state && needsRefresh(state.expires, now())) await forceRefresh()
    },
    forceRefresh,
    end,
    onEnd: ends.add,
    receiveFromTabs: (waitMs) =>
      new Promise((resolve) => {
        if (state) return resolve()
        const timer = setTimeout(finish, waitMs)
        const stop = channel.listen((message) => {
          if (message.kind !== 'session') return
          adopt(message.tokens, message.user)
          finish()
        })
        function finish() {
          clearTimeout(timer)
          stop()
          resolve()
        }
        channel.send({ kind: 'wanted' })
      }),
    reportActivity: (at) => {
      const key = keyNow()
      if (key) channel.send({ kind: 'activity', key, at })
    },
    onActivity: activities.add,
  }
}
