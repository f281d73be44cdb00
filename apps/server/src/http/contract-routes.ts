import { type AnyProcedure, call, isProcedure } from '@orpc/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { callContext } from './call.ts'
import { readInput } from './check-input.ts'
import { withIdempotency } from './idempotency.ts'
import type { SomeRoutes } from './implement.ts'
import { type Endpoint, isRawRoute, readEndpoint, registerRawRoute } from './raw-route.ts'

/** Registers every endpoint of the contract; the route config carries the access rule for the authentication hook. */
export const registerRoutes = (app: FastifyInstance, deps: Deps, routes: SomeRoutes): void => {
  for (const [noun, calls] of Object.entries(routes)) {
    for (const [name, handler] of Object.entries<object>(calls)) {
      const call = `${noun}.${name}`
      if (isRawRoute(handler)) registerRawRoute(app, deps, handler, call)
      else if (isProcedure(handler)) registerProcedure(app, deps, handler, call)
      else throw new Error(`${call} has no handler`)
    }
  }
}

const registerProcedure = (app: FastifyInstance, deps: Deps, procedure: AnyProcedure, name: string): void => {
  const facts = readEndpoint(procedure)
  if (facts.meta.transport === 'raw') throw new Error(`${facts.url} is a raw call: serve it by rawRoute()`)
  app.route({
    method: facts.method,
    url: facts.url,
    config: { endpoint: facts.meta, call: name },
    handler: async (request, reply) =>
      withIdempotency({ deps, request, reply, facts }, (ownDeps) => answer(procedure, facts, ownDeps, request, reply)),
  })
}

const answer = async (
  procedure: AnyProcedure,
  facts: Endpoint,
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> => {
  const context = callContext(deps, request, reply)
  const output: unknown = await call(procedure, readInput(request, facts.isDetailed), {
    context,
    signal: context.call.signal,
  })
  reply.status(facts.successStatus)
  return output ?? null
}
