import { implement } from '@orpc/server'
import { contract } from '#contract/contract.ts'
import type { EndpointMeta } from '#contract/endpoint.ts'
import { fail } from '#contract/errors.ts'
import { assertWithinEndpointLimit } from '#server/platform/rate-limit.ts'
import type { OpenContext } from './call.ts'
import type { Caller } from './caller.ts'

/** For endpoints that need no session: `open.auth.token.handler(…)`. */
export const open = implement(contract).$context<OpenContext>()

/** For all other endpoints: the handler's context has a caller. Rate limits count only requests with valid input. */
export const signedIn = implement(contract)
  .$config({ initialInputValidationIndex: 0 })
  .$context<OpenContext>()
  .use(async ({ context, procedure, next }) => {
    const caller = assertSignedIn(context.caller)
    const { rateLimit }: EndpointMeta = procedure['~orpc'].meta
    await assertWithinEndpointLimit(context.deps, rateLimit, caller)
    return next({ context: { caller } })
  })

const assertSignedIn = (caller: Caller | null): Caller => {
  if (!caller) throw fail('auth.invalid_token')
  return caller
}
