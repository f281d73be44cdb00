import type { PlainFetch, Session } from './session.ts'

export type SendRequest = (request: Request, init?: RequestInit) => Promise<Response>

const isSignInCall = (request: Request): boolean => new URL(request.url).pathname.endsWith('/token')

const withToken = (request: Request, token: string | undefined): Request => {
  const copy = new Request(request)
  if (token) copy.headers.set('authorization', `Bearer ${token}`)
  return copy
}

/**
 * Sends a request with a fresh access token. The first 401 forces a token refresh and one retry, a 403 ends the session; a
 * network error is logged and rethrown.
 */
export const createAuthorizedFetch = (session: Session, fetch: PlainFetch): SendRequest => {
  const tokenNow = () => session.current()?.accessToken

  const send = async (request: Request, init?: RequestInit): Promise<Response> => {
    try {
      return await fetch(withToken(request, tokenNow()), init)
    } catch (error) {
      if (!request.signal.aborted) console.error('No answer from the server', error)
      throw error
    }
  }

  const retry = async (request: Request, refusedToken: string, init?: RequestInit): Promise<Response> => {
    // Another request may have exchanged the refused token already.
    if (tokenNow() === refusedToken) await session.forceRefresh()
    const response = await send(request, init)
    if (response.status === 401) session.end('expired')
    return response
  }

  const answer = async (request: Request, init?: RequestInit): Promise<Response> => {
    await session.ensureFresh()
    const spare = request.clone()
    const token = tokenNow()
    const response = await send(request, init)
    return response.status === 401 && token ? retry(spare, token, init) : response
  }

  return async (request, init) => {
    if (isSignInCall(request)) return send(request, init)
    const response = await answer(request, init)
    if (response.status === 403) session.end('forbidden')
    return response
  }
}
