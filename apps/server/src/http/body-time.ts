import type { FastifyInstance, FastifyRequest } from 'fastify'

const BODY_MS = 30_000

/**
 * Ends a call whose body has not come whole in 30 seconds. Calls that read their body themselves are past this point when
 * they begin: an upload may take long, and watches its own stream for standstill.
 */
export const limitBodyTime = (app: FastifyInstance): void => {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>()
  const clear = async (request: FastifyRequest) => clearTimeout(timers.get(request))
  app.addHook('onRequest', async (request) => {
    timers.set(request, setTimeout(() => request.raw.destroy(), BODY_MS).unref())
  })
  app.addHook('preHandler', clear)
  app.addHook('onResponse', clear)
  app.addHook('onRequestAbort', clear)
}
