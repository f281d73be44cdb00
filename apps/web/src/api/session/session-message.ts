import type { TabMessage } from './session-channel.ts'
import type { StoredSession } from './stored-session.ts'

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
