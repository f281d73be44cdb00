import type { FastifyRequest } from 'fastify'
import type { EndpointMeta } from '#contract/endpoint.ts'
import { fail } from '#contract/errors.ts'
import type { AccountActivity } from '#warehouse/scheduling/account-activity.ts'
import { Slots } from '#warehouse/scheduling/slots.ts'

interface ShareLimits {
  /** A dashboard asks for all tiles at once, and several people of an account work at the same time. */
  readonly readsPerAccount: number
  /** Changes of one account wait for the same rows, and each waits with one of the ten connections that all accounts share. */
  readonly changesPerAccount: number
  readonly maxWaitMs: number
}

const LIMITS: ShareLimits = { readsPerAccount: 24, changesPerAccount: 4, maxWaitMs: 20_000 }
const WAITING_PER_ACCOUNT = 400
const IN_TOTAL = 1_000
const RETRY_AFTER_SECONDS = 5

const createSlots = (perAccount: number, maxWaitMs: number): Slots =>
  new Slots({ inTotal: IN_TOTAL, perAccount, waitingPerAccount: WAITING_PER_ACCOUNT, maxWaitMs }, () =>
    fail('request.too_many', { retryAfter: RETRY_AFTER_SECONDS }),
  )

/**
 * Waits until the caller's account may run one more request; resolves with the function that ends it. A read whose client has left
 * waits no longer.
 */
export type TakeShare = (request: FastifyRequest, facts: ShareFacts, left: AbortSignal) => Promise<() => void>

type ShareFacts = Pick<EndpointMeta, 'effect' | 'callsOut' | 'takesNoShare'>

const NOTHING_TO_END = (): void => undefined

/**
 * Keeps one account's requests from delaying those of others: the rest of a burst waits for up to 20 seconds, in order, before
 * it takes a connection. Endpoints that call other systems have slots of their own. Errors: `request.too_many`.
 */
export const createFairShare = (activity: AccountActivity, limits: ShareLimits = LIMITS): TakeShare => {
  const { readsPerAccount, changesPerAccount, maxWaitMs } = limits
  const slots = { read: createSlots(readsPerAccount, maxWaitMs), change: createSlots(changesPerAccount, maxWaitMs) }
  return async ({ caller }, { effect, callsOut, takesNoShare }, left) => {
    if (!caller) return NOTHING_TO_END
    const endCall = activity.begin(caller.accountId)
    if (callsOut || takesNoShare !== undefined) return endCall
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
