import type { FastifyInstance, FastifyRequest } from 'fastify'

interface BodyTimes {
  /** until a body that is read before the call begins is there whole, ms */
  readonly whole: number
  /** that a body read by the call itself may stand still, ms */
  readonly still: number
}

const TIMES: BodyTimes = { whole: 30_000, still: 30_000 }

/**
 * Ends the connection of a call whose body has not come whole in time. Calls that read their body themselves are past that
 * point when they begin: an upload may take long as long as it moves, and is ended when nothing comes for a while.
 */
export const limitBodyTime = (app: FastifyInstance, times: BodyTimes = TIMES): void => {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>()
  const clear = async (request: FastifyRequest) => clearTimeout(timers.get(request))
  app.addHook('onRequest', async (request) => {
    timers.set(request, setTimeout(() => request.raw.destroy(), times.whole).unref())
  })
  app.addHook('preHandler', async (request) => {
    await clear(request)
    if (!request.raw.complete) timers.set(request, watchForStandstill(request, times.still))
  })
  app.addHook('onResponse', clear)
  app.addHook('onRequestAbort', clear)
}

/** Looks twice in each span, so that a body may stand still for half of it more before it is noticed. */
const watchForStandstill = ({ raw }: FastifyRequest, still: number): NodeJS.Timeout => {
  let seen = raw.socket.bytesRead
  let since = performance.now()
  const timer = setInterval(() => {
    const { bytesRead } = raw.socket
    if (bytesRead !== seen) since = performance.now()
    seen = bytesRead
    if (raw.complete) clearInterval(timer)
    else if (performance.now() - since >= still) raw.destroy()
  }, still / 2)
  return timer.unref()
}
