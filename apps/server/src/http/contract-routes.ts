import { type AnyProcedure, call, isProcedure } from '@orpc/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { createOutsideCallSlots, runHandler } from '#server/platform/outside-calls.ts'
import { callContext, disconnectSignal } from './call.ts'
import { readInput } from './check-input.ts'
import { createFairShare, type TakeShare } from './fair-share.ts'
import { withIdempotency } from './idempotency.ts'
import type { SomeRoutes } from './implement.ts'
import { type Endpoint, isRawRoute, readEndpoint, registerRawRoute, type ServedRoute } from './raw-route.ts'

/** Registers every endpoint of the contract; the route config carries the access rule for the authentication hook. */
export const registerRoutes = (app: FastifyInstance, deps: Deps, routes: SomeRoutes): void => {
  const parts = { deps, slots: createOutsideCallSlots(), takeShare: createFairShare(deps.activity) }
  for (const [noun, calls] of Object.entries(routes)) {
    for (const [name, handler] of Object.entries<object>(calls)) {
      const call = `${noun}.${name}`
      if (isRawRoute(handler)) registerRawRoute(app, handler, call, (route) => handlerOf(parts, route))
      else if (isProcedure(handler)) registerProcedure(app, parts, handler, call)
      else throw new Error(`${call} has no handler`)
    }
  }
}

interface Parts {
  readonly deps: Deps
  /** for the calls of handlers to other systems */
  readonly slots: ReturnType<typeof createOutsideCallSlots>
  readonly takeShare: TakeShare
}

const registerProcedure = (app: FastifyInstance, parts: Parts, procedure: AnyProcedure, name: string): void => {
  const facts = readEndpoint(procedure)
  if (facts.meta.transport === 'raw') throw new Error(`${facts.url} is a raw call: serve it by rawRoute()`)
  app.route({
    method: facts.method,
    url: facts.url,
    config: { endpoint: facts.meta, call: name },
    handler: handlerOf(parts, {
      facts,
      hasUnreadBody: false,
      serve: (...exchange) => answer(procedure, facts, ...exchange),
    }),
  })
}

/** What every call passes, however it is served: its account's share, its key, and a slot where it calls other systems. */
const handlerOf =
  ({ deps, slots, takeShare }: Parts, { facts, hasUnreadBody, serve }: ServedRoute) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const endShare = await takeShare(request, { ...facts.meta, hasUnreadBody }, disconnectSignal(reply))
    try {
      return await withIdempotency({ deps, request, reply, facts, hasUnreadBody }, async (ownDeps) => {
        const release = await acquireSlot(slots, facts, request)
        const handler = { name: `${facts.method} ${facts.url}`, callsOut: facts.meta.callsOut ?? false }
        try {
          return await runHandler(handler, () => serve(ownDeps, request, reply))
        } finally {
          release()
        }
      })
    } finally {
      endShare()
    }
  }

/** Waits for one of the account's slots if the handler calls other systems. Errors: `request.too_many`. */
const acquireSlot = async (
  slots: Parts['slots'],
  { meta }: Endpoint,
  { caller }: FastifyRequest,
): Promise<() => void> => (meta.callsOut && caller ? slots.acquire(caller.accountId) : () => undefined)

const answer = async (
  procedure: AnyProcedure,
  facts: Endpoint,
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> => {
  const context = callContext(deps, request, reply)
  const input = readInput(request, facts.isDetailed)
  const output: unknown = await call(procedure, input, { context, signal: context.call.signal })
  reply.status(facts.successStatus)
  return output ?? null
}
