import { implement } from '@orpc/server'
import { contract } from '#contract/contract.ts'
import { fail } from '#contract/errors.ts'
import type { OpenContext } from './call.ts'
import type { Caller } from './caller.ts'

/** For calls that need no session: `open.auth.token.handler(…)`. */
export const open = implement(contract).$context<OpenContext>()

/** For all other calls: the handler's context has a caller. */
export const signedIn = implement(contract)
  .$context<OpenContext>()
  .use(({ context, next }) => next({ context: { caller: demandCaller(context.caller) } }))

const demandCaller = (caller: Caller | null): Caller => {
  if (!caller) throw fail('auth.invalid_token')
  return caller
}
