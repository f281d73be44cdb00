import { PROOF_METHODS, type ProofMethod } from '#domain/role.ts'
import type { Prover } from './prover.ts'
import type { PlainFetch, Session } from './session.ts'

export type SendRequest = (request: Request, init?: RequestInit) => Promise<Response>

const isSignInCall = (request: Request): boolean => new URL(request.url).pathname.endsWith('/token')

const withToken = (request: Request, token: string | undefined): Request => {
  const copy = new Request(request)
  if (token) copy.headers.set('authorization', `Bearer ${token}`)
  return copy
}

const PROOF_NEEDED = 428

/** What to do when the server wants more than a session. */
interface Demands {
  readonly prover: Pick<Prover, 'ask'>
  /** the account requires a second factor, which the user has to set up first */
  readonly onSetupDue: () => void
}

const isProofMethod = (value: unknown): value is ProofMethod => PROOF_METHODS.some((method) => method === value)

/** The methods of a demand for proof; null: a second factor has to be set up. */
const readDemand = async (response: Response): Promise<readonly ProofMethod[] | null> => {
  const body: unknown = await response.clone().json()
  const methods = typeof body === 'object' && body !== null && 'methods' in body ? body.methods : null
  return Array.isArray(methods) ? methods.filter(isProofMethod) : null
}

/**
 * Sends a request with a fresh access token. The first 401 forces a token refresh and one retry, a 403 ends the session. A 428
 * asks for a proof and repeats the call once it was given. A network error is logged and rethrown.
 */
export const createAuthorizedFetch = (
  session: Session,
  fetch: PlainFetch,
  { prover, onSetupDue }: Demands,
): SendRequest => {
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
    if (response.status === PROOF_NEEDED) return (await meetDemand(response)) ? send(spare, init) : response
    return response.status === 401 && token ? retry(spare, token, init) : response
  }

  /** Whether the user has given the proof that the server wants. */
  const meetDemand = async (response: Response): Promise<boolean> => {
    const methods = await readDemand(response)
    if (methods !== null) return prover.ask(methods)
    onSetupDue()
    return false
  }

  return async (request, init) => {
    if (isSignInCall(request)) return send(request, init)
    const response = await answer(request, init)
    if (response.status === 403) session.end('forbidden')
    return response
  }
}
