import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { createOutsideCallSlots, runHandler } from '#server/platform/outside-calls.ts'
import { assertWithinEndpointLimit } from '#server/platform/rate-limit.ts'
import { disconnectSignal } from './call.ts'
import type { Endpoint } from './endpoint.ts'
import { createFairShare, type TakeShare } from './fair-share.ts'
import { withIdempotency } from './idempotency.ts'

/** An endpoint, and how it reads the body and writes the answer: all that a call does of its own. */
export interface ServedEndpoint {
  readonly facts: Endpoint
  /** the handler reads the body as it arrives */
  readonly hasUnreadBody: boolean
  readonly serve: (deps: Deps, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
}

export type Pipeline = (endpoint: ServedEndpoint) => RouteHandlerMethod

/**
 * The steps that every call passes, declared by its contract entry, in this order: authentication and access (`authenticateCalls`,
 * before any byte of the body is read), rate limit, its account's share, its key, a slot where it calls other systems, the
 * handler, and its answer.
 *
 * @param takeShare default: those of this process
 */
export const createPipeline = (deps: Deps, takeShare: TakeShare = createFairShare(deps.activity)): Pipeline => {
  const slots = createOutsideCallSlots()
  return ({ facts, hasUnreadBody, serve }) =>
    async (request, reply) => {
      const { meta } = facts
      await countCall(deps, facts, request)
      const endShare = await takeShare(request, meta, disconnectSignal(reply))
      try {
        return await withIdempotency({ deps, request, reply, facts, hasUnreadBody }, async (ownDeps) => {
          const { caller } = request
          const release = meta.callsOut && caller ? await slots.acquire(caller.accountId) : () => undefined
          const handler = { name: `${facts.method} ${facts.url}`, callsOut: meta.callsOut ?? false }
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
}

/** Counts a call by the limit of its endpoint, which the answer's headers name. Errors: `request.too_many`. */
const countCall = async (deps: Deps, { meta: { rateLimit } }: Endpoint, request: FastifyRequest): Promise<void> => {
  if (!rateLimit || !request.caller) return
  await assertWithinEndpointLimit(deps, rateLimit, request.caller, (state) => {
    request.limitStates = [...(request.limitStates ?? []), state]
  })
}
