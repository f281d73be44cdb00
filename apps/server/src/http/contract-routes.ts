import { type AnyProcedure, call, isProcedure } from '@orpc/server'
import type { FastifyInstance } from 'fastify'
import { callContext } from './call.ts'
import { readInput } from './check-input.ts'
import { readEndpoint } from './endpoint.ts'
import type { SomeRoutes } from './implement.ts'
import type { Pipeline, ServedEndpoint } from './pipeline.ts'
import { isRawRoute, registerRawRoute } from './raw-route.ts'

/** Registers every endpoint of the contract; the route config carries the access rule for the authentication hook. */
export const registerRoutes = (app: FastifyInstance, pipeline: Pipeline, routes: SomeRoutes): void => {
  for (const [noun, calls] of Object.entries(routes)) {
    for (const [name, handler] of Object.entries<object>(calls)) {
      const call = `${noun}.${name}`
      if (isRawRoute(handler)) registerRawRoute(app, handler, call, pipeline)
      else if (isProcedure(handler)) registerProcedure(app, pipeline, handler, call)
      else throw new Error(`${call} has no handler`)
    }
  }
}

const registerProcedure = (app: FastifyInstance, pipeline: Pipeline, procedure: AnyProcedure, name: string): void => {
  const facts = readEndpoint(procedure)
  if (facts.meta.transport === 'raw') throw new Error(`${facts.url} is a raw call: serve it by rawRoute()`)
  const serve: ServedEndpoint['serve'] = async (deps, request, reply) => {
    const context = callContext(deps, request, reply)
    const input = readInput(request, facts.isDetailed)
    const output: unknown = await call(procedure, input, { context, signal: context.call.signal })
    reply.status(facts.successStatus)
    return output ?? null
  }
  app.route({
    method: facts.method,
    url: facts.url,
    config: { endpoint: facts.meta, call: name },
    handler: pipeline({ facts, hasUnreadBody: false, serve }),
  })
}
