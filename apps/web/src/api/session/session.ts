import type { Session as SessionAnswer, TokenInfo, User } from '#contract/auth.ts'
import { errorStatus } from '../api-error.ts'
import { listeners } from './listeners.ts'
import { needsRefresh } from './refresh-rule.ts'
import type { TabChannel, TabMessage } from './session-channel.ts'
import { sessionKey, sessionMessage } from './session-message.ts'
import {
  clearSession,
  readSession,
  type SessionStorage,
  type StoredSession,
  writeSession,
  writeUser,
} from './stored-session.ts'
import { exchangeRefreshToken, type PlainFetch } from './token-exchange.ts'

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
