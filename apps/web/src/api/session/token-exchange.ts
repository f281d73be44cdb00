import type { Session as SessionAnswer } from '#contract/auth.ts'
import { errorFromBody } from '../api-error.ts'

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
export const exchangeRefreshToken = async (
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
