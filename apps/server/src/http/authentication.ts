import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { EndpointMeta } from '#contract/endpoint.ts'
import { fail } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'
import { assertAccess } from './access.ts'
import { bearerToken } from './call.ts'
import type { Caller } from './caller.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** null on public calls and outside the API */
    caller: Caller | null
  }
  interface FastifyContextConfig {
    /** set on routes of the contract */
    endpoint?: EndpointMeta
  }
}

/** Authenticates the caller and applies the endpoint's access rule before any byte of the body is read. */
export const authenticateCalls = (app: FastifyInstance, { authenticate }: Pick<Deps, 'authenticate'>): void => {
  app.decorateRequest('caller', null)
  app.addHook('onRequest', async (request) => {
    const { endpoint } = request.routeOptions.config
    if (!endpoint || endpoint.access === 'public') return
    request.caller = await authenticate(tokenOf(request))
    assertAccess(request.caller, endpoint)
  })
}

const tokenOf = (request: FastifyRequest): string => {
  const token = bearerToken(request.headers.authorization)
  if (!token) throw fail('auth.invalid_token')
  return token
}
