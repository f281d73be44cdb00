import type { TokenInfo, User } from '#contract/auth.ts'
import type { StoredSession } from './stored-session.ts'

/** What tabs of one browser tell each other. `key` names the server's session that a tab holds. */
export type TabMessage =
  | { readonly kind: 'wanted' }
  | { readonly kind: 'session'; readonly key: string; readonly tokens: TokenInfo; readonly user: User }
  | { readonly kind: 'activity'; readonly key: string; readonly at: number }
  | { readonly kind: 'signed-out'; readonly key: string }

export interface TabChannel {
  send(message: TabMessage): void
  /** Returns the way to stop listening. */
  listen(listener: (message: TabMessage) => void): () => void
}

const isTabMessage = (value: unknown): value is TabMessage =>
  typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string'

/** Tabs of the same origin; a browser without BroadcastChannel has tabs that stand alone. */
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

/** Tokens begin with the name of the server's session, so tabs can tell whether they share one. */
export const sessionKey = (token: string): string => token.split('.', 1)[0] ?? token

/** What a tab that holds a whole session tells the others; null while a part is missing. `nowMs` is epoch milliseconds. */
export const sessionMessage = (held: StoredSession, nowMs: number): TabMessage | null => {
  const { accessToken, refreshToken, expires, user } = held
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
