import type { TokenInfo } from '#contract/auth.ts'
import { accessEnd, type SessionTimes, sessionEnd } from './session-life.ts'
import { signToken } from './token-codec.ts'

interface TokenSession extends SessionTimes {
  readonly id: string
  readonly counter: number
}

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000)

/** The pair of a session as its row stands: the same row gives the same pair, whenever it is asked for. */
export const tokenPair = (key: Buffer, session: TokenSession, now: number): TokenInfo => {
  const { id: sessionId, counter } = session
  const expires = seconds(accessEnd(session))
  return {
    access_token: signToken(key, 'access', { sessionId, counter, expires }),
    refresh_token: signToken(key, 'refresh', { sessionId, counter, expires: seconds(sessionEnd(session)) }),
    token_type: 'Bearer',
    expires,
    expires_in: Math.max(0, expires - seconds(now)),
    scope: 'api',
  }
}
