import type { FastifyRequest } from 'fastify'
import type { EndpointMeta } from '#contract/endpoint.ts'
import { fail } from '#contract/errors.ts'
import type { AccountActivity } from '#warehouse/duckdb/account-activity.ts'
import { CallSlots } from '#warehouse/duckdb/call-slots.ts'

/** Changes of one account wait for the same rows, and each waits with one of the ten connections that all accounts share. */
const CHANGES_PER_ACCOUNT = 4
/** A dashboard asks for all tiles at once, and several people of an account work at the same time. */
const READS_PER_ACCOUNT = 24
const WAITING_PER_ACCOUNT = 400
const IN_TOTAL = 1_000
const MAX_WAIT_MS = 20_000
const RETRY_AFTER_SECONDS = 5

const slotsOf = (maxPerAccount: number): CallSlots =>
  new CallSlots(
    { maxCalls: IN_TOTAL, maxPerAccount, maxWaitingPerAccount: WAITING_PER_ACCOUNT, maxWaitMs: MAX_WAIT_MS },
    () => fail('request.too_many', { retryAfter: RETRY_AFTER_SECONDS }),
  )

/**
 * Waits until the caller's account may run one more request; resolves with the function that ends it. A read whose client has left
 * waits no longer.
 */
export type TakeShare = (request: FastifyRequest, facts: ShareFacts, left: AbortSignal) => Promise<() => void>

interface ShareFacts extends Pick<EndpointMeta, 'effect' | 'callsOut'> {
  /** the handler reads the body as it arrives, which takes as long as the client needs */
  readonly hasUnreadBody: boolean
}

const NOTHING_TO_END = (): void => undefined

/**
 * Keeps one account's requests from delaying those of others: the rest of a burst waits for up to 20 seconds, in order, before
 * it takes a connection. Endpoints that call other systems or read uploads have limits of their own. Errors: `request.too_many`.
 */
export const createFairShare = (activity: AccountActivity): TakeShare => {
  const slots = { read: slotsOf(READS_PER_ACCOUNT), change: slotsOf(CHANGES_PER_ACCOUNT) }
  return async ({ caller }, { effect, callsOut, hasUnreadBody }, left) => {
    if (!caller) return NOTHING_TO_END
    const endCall = activity.begin(caller.accountId)
    if (callsOut || hasUnreadBody) return endCall
    try {
      const giveBack = await slots[effect].acquire(caller.accountId, effect === 'read' ? left : undefined)
      return () => {
        giveBack()
        endCall()
      }
    } catch (error) {
      endCall()
      // Nobody sees the error.
      throw effect === 'read' && left.aborted ? fail('request.malformed', { cause: error }) : error
    }
  }
}
