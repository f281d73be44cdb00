import type { TokenInfo, User } from '#contract/auth.ts'
import type { StoredSession } from './stored-session.ts'

/**
 * Why a session ended. `forbidden`: a call was refused because of the user's role. `unrefreshable`: it had no refresh token.
 * `elsewhere`: the user signed out in another tab.
 */
export type EndReason = 'signed-out' | 'forbidden' | 'expired' | 'unrefreshable' | 'idle' | 'elsewhere'

/** What the end of a session in one tab is in the other tabs that share it. */
export const reasonInOtherTabs = (reason: EndReason): EndReason => {
  if (reason === 'signed-out') return 'elsewhere'
  return reason === 'unrefreshable' ? 'expired' : reason
}

/** Messages between tabs of one browser. `key` identifies a tab's server session. */
export type TabMessage =
  | { readonly kind: 'wanted' }
  | { readonly kind: 'session'; readonly key: string; readonly tokens: TokenInfo; readonly user: User }
  /** the user changed, such as their theme */
  | { readonly kind: 'user'; readonly key: string; readonly user: User }
  | { readonly kind: 'activity'; readonly key: string; readonly at: number }
  | { readonly kind: 'signed-out'; readonly key: string; readonly reason: EndReason }

export interface TabChannel {
  send(message: TabMessage): void
  /** Returns an unsubscribe function. */
  listen(listener: (message: TabMessage) => void): () => void
}

const isTabMessage = (value: unknown): value is TabMessage =>
  typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string'

/** A channel between tabs of the same origin; a no-op in browsers without BroadcastChannel. */
export const openTabChannel = (name = 'cuvee-session'): TabChannel => {
  if (typeof BroadcastChannel === 'undefined') return { send: () => {}, listen: () => () => {} }
  const channel = new BroadcastChannel(name)
  return {
    send: (message) => channel.postMessage(message),
    listen: (listener) => {
      const receive = ({ data }: MessageEvent<unknown>) => {
        if (isTabMessage(data)) listener(data)
      }
      channel.addEventListener('message', receive)
      return () => channel.removeEventListener('message', receive)
    },
  }
}

/** Tokens start with the server session's id, so tabs can detect whether they share one. */
export const sessionKey = (token: string): string => token.split('.', 1)[0] ?? token

/** The message that shares a complete session with other tabs; null if incomplete. `nowMs` is epoch milliseconds. */
export const sessionMessage = (session: StoredSession, nowMs: number): TabMessage | null => {
  const { accessToken, refreshToken, expires, user } = session
  if (!user || !refreshToken || expires === null) return null
  return {
    kind: 'session',
    key: sessionKey(accessToken),
    user,
    tokens: {
      access_token: accessToken,
      refresh_token: refreshToken,
      token_type: 'Bearer',
      expires,
      expires_in: Math.max(0, Math.round(expires - nowMs / 1000)),
      scope: '',
    },
  }
}
