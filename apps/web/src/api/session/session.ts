import type { Session as SessionAnswer, TokenInfo, User } from '#contract/auth.ts'
import { errorFromBody, errorStatus } from '../api-error.ts'
import type { TabChannel, TabMessage } from './session-channel.ts'
import { type EndReason, reasonInOtherTabs, sessionKey, sessionMessage } from './session-channel.ts'
import {
  clearSession,
  readSession,
  type SessionStorage,
  type StoredSession,
  writeSession,
  writeUser,
} from './stored-session.ts'
import type { TabPresence } from './tab-presence.ts'

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
 * Exchanges a refresh token for new tokens. An error response throws an ORPCError with its status, a network failure
 * throws the error of `fetch`. A rejected token is never sent again.
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

/** Seconds before its expiry at which an access token is refreshed. */
const REFRESH_MARGIN = 10 * 60

/** Whether a token that expires at `expires` (seconds since epoch, null when unknown) must be refreshed at `nowMs`. */
const needsRefresh = (expires: number | null, nowMs: number): boolean =>
  expires === null || expires <= 0 || expires - nowMs / 1000 <= REFRESH_MARGIN

/** A set of listeners, notified in the order of their subscription. */
const listeners = <T extends readonly unknown[]>() => {
  const all = new Set<(...values: T) => void>()
  return {
    add: (listener: (...values: T) => void) => {
      all.add(listener)
      return () => void all.delete(listener)
    },
    notify: (...values: T) => {
      for (const listener of [...all]) listener(...values)
    },
  }
}

/** Milliseconds to wait for other tabs where it is unknown whether there are any. */
const BLIND_WAIT = 500

export const MISSING_REFRESH_TOKEN = 'Missing refresh token'

export interface SessionPorts {
  readonly storage: SessionStorage
  readonly fetch: PlainFetch
  readonly apiBase: string
  readonly channel: TabChannel
  readonly presence: TabPresence
  /** epoch milliseconds */
  readonly now: () => number
}

export interface Session {
  /** Referentially stable until something changes; null when signed out. */
  current(): StoredSession | null
  subscribe(listener: () => void): () => void
  /** Starts a session from a sign-in or registration response. */
  start(tokens: TokenInfo, user: User): void
  /** Replaces the user here and in the other tabs of the session. */
  replaceUser(user: User): void
  /** Refreshes the tokens when the access token is about to expire; does nothing when signed out. */
  ensureFresh(): Promise<void>
  /** Refreshes the tokens now. Throws 'Missing refresh token' when there is no refresh token. */
  forceRefresh(): Promise<void>
  /** Ends the session here, in the other tabs that share it and on the server. */
  end(reason: EndReason): void
  /** The listener receives the user who was signed in. */
  onEnd(listener: (reason: EndReason, user: User | null) => void): () => void
  /** Requests the session of another tab, if one is signed in; resolves on the first response or after `waitMs`. */
  receiveFromTabs(waitMs: number): Promise<void>
  reportActivity(at: number): void
  onActivity(listener: (at: number) => void): () => void
}

/** Whether a failed refresh ends the session: any response does, except 429 and 503, which ask to retry later. */
const isDefinitiveFailure = (error: unknown): boolean => {
  const status = errorStatus(error)
  return status !== null && status !== 429 && status !== 503
}

export const createSession = ({ storage, fetch, apiBase, channel, presence, now }: SessionPorts): Session => {
  const changes = listeners<[]>()
  const ends = listeners<[EndReason, User | null]>()
  const activities = listeners<[number]>()
  let state = readSession(storage)
  let exchange: Promise<void> | null = null

  presence.mark(state !== null)

  const reload = () => {
    state = readSession(storage)
    presence.mark(state !== null)
    changes.notify()
  }

  const currentKey = (): string | null => (state ? sessionKey(state.accessToken) : null)

  const shareState = () => {
    const message = state && sessionMessage(state, now())
    if (message) channel.send(message)
  }

  const adopt = (tokens: TokenInfo, user: User) => {
    writeSession(storage, tokens, user)
    reload()
  }

  const adoptUser = (user: User) => {
    writeUser(storage, user)
    reload()
  }

  const forget = (reason: EndReason) => {
    const user = state?.user ?? null
    clearSession(storage)
    reload()
    ends.notify(reason, user)
  }

  const callSignOut = (accessToken: string) => {
    const headers = { authorization: `Bearer ${accessToken}` }
    // Signing out neither waits for the server nor fails: the server expires abandoned sessions.
    fetch(`${apiBase}/account/sign-out`, { method: 'POST', headers, keepalive: true }).catch(console.warn)
  }

  const end = (reason: EndReason) => {
    if (!state) return
    const { accessToken } = state
    channel.send({ kind: 'signed-out', key: sessionKey(accessToken), reason })
    forget(reason)
    callSignOut(accessToken)
  }

  const runExchange = async () => {
    const exchanged = state
    if (!exchanged?.refreshToken) {
      console.error(MISSING_REFRESH_TOKEN)
      throw new Error(MISSING_REFRESH_TOKEN)
    }
    const answer: SessionAnswer = await exchangeRefreshToken(fetch, apiBase, exchanged.refreshToken)
    // Ignore the response if the tab signed out or received newer tokens from another tab meanwhile.
    if (state?.refreshToken !== exchanged.refreshToken) return
    const { token, ...user } = answer.user
    adopt(token, user)
    shareState()
  }

  const forceRefresh = (): Promise<void> => {
    exchange ??= runExchange()
      .catch((error: unknown) => {
        if (!state?.refreshToken) end('unrefreshable')
        else if (isDefinitiveFailure(error)) end('expired')
        throw error
      })
      .finally(() => {
        exchange = null
      })
    return exchange
  }

  const receive = (message: TabMessage) => {
    if (message.kind === 'wanted') return shareState()
    if (message.key !== currentKey()) return
    if (message.kind === 'activity') return activities.notify(message.at)
    if (message.kind === 'signed-out') return forget(reasonInOtherTabs(message.reason))
    if (message.kind === 'user') return adoptUser(message.user)
    if (message.tokens.expires > (state?.expires ?? 0)) adopt(message.tokens, message.user)
  }
  channel.listen(receive)

  const askTabs = (waitMs: number): Promise<void> =>
    new Promise((resolve) => {
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
    })

  return {
    current: () => state,
    subscribe: changes.add,
    start: (tokens, user) => adopt(tokens, user),
    replaceUser: (user) => {
      if (!state) return
      const key = sessionKey(state.accessToken)
      const isChanged = JSON.stringify(user) !== JSON.stringify(state.user)
      adoptUser(user)
      if (isChanged) channel.send({ kind: 'user', key, user })
    },
    ensureFresh: async () => {
      if (state && needsRefresh(state.expires, now())) await forceRefresh()
    },
    forceRefresh,
    end,
    onEnd: ends.add,
    receiveFromTabs: async (waitMs) => {
      if (state) return
      const isAny = await presence.isAnySignedIn()
      if (isAny !== false) await askTabs(isAny ? waitMs : Math.min(waitMs, BLIND_WAIT))
    },
    reportActivity: (at) => {
      const key = currentKey()
      if (key) channel.send({ kind: 'activity', key, at })
    },
    onActivity: activities.add,
  }
}
