import type { AnyContractProcedure } from '@orpc/contract'
import type { Router } from '@orpc/server'
import type { Contract } from '#contract/contract.ts'
import type { OpenContext } from './call.ts'
import type { RawRoute } from './raw-route.ts'

type Handler<Endpoint> = Endpoint extends AnyContractProcedure ? Router<Endpoint, OpenContext> | RawRoute : never

/** The handlers of one contract noun: each endpoint by oRPC or raw. */
export type RoutesOf<Noun extends keyof Contract> = {
  readonly [Call in keyof Contract[Noun]]: Handler<Contract[Noun][Call]>
}

/** A total map over the contract: an endpoint without a handler does not compile. */
export type Routes = { readonly [Noun in keyof Contract]: RoutesOf<Noun> }

/** A subset, for tests. */
export type SomeRoutes = { readonly [Noun in keyof Routes]?: Partial<Routes[Noun]> }
