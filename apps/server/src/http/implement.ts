import type { AnyContractProcedure } from '@orpc/contract'
import { implement, type Router } from '@orpc/server'
import { type Contract, contract } from '#contract/contract.ts'
import { fail } from '#contract/errors.ts'
import type { OpenContext } from './call.ts'
import type { RawRoute } from './raw-route.ts'

/** For endpoints that need no session: `open.auth.token.handler(…)`. */
export const open = implement(contract).$context<OpenContext>()

/** For all other endpoints: the handler's context has a caller. */
export const signedIn = implement(contract)
  .$context<OpenContext>()
  .use(({ context, next }) => {
    const { caller } = context
    if (!caller) throw fail('auth.invalid_token')
    return next({ context: { caller } })
  })

type Handler<Endpoint> = Endpoint extends AnyContractProcedure ? Router<Endpoint, OpenContext> | RawRoute : never

/** The handlers of one contract noun: each endpoint by oRPC or raw. */
export type RoutesOf<Noun extends keyof Contract> = {
  readonly [Call in keyof Contract[Noun]]: Handler<Contract[Noun][Call]>
}

/** A total map over the contract: an endpoint without a handler does not compile. */
export type Routes = { readonly [Noun in keyof Contract]: RoutesOf<Noun> }

/** A subset, for tests. */
export type SomeRoutes = { readonly [Noun in keyof Routes]?: Partial<Routes[Noun]> }
