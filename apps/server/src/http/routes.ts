import type { AnyContractProcedure } from '@orpc/contract'
import type { Router } from '@orpc/server'
import type { Contract } from '#contract/contract.ts'
import type { OpenContext } from './call.ts'
import type { RawRoute } from './raw-route.ts'

type Handler<Endpoint> = Endpoint extends AnyContractProcedure ? Router<Endpoint, OpenContext> | RawRoute : never

/** The handlers of one noun: each call of the contract, by oRPC or raw. */
export type RoutesOf<Noun extends keyof Contract> = {
  readonly [Call in keyof Contract[Noun]]: Handler<Contract[Noun][Call]>
}

/** A total map over the contract: a call without handler does not compile. */
export type Routes = { readonly [Noun in keyof Contract]: RoutesOf<Noun> }

/** Part of them, for a test that needs no more. */
export type SomeRoutes = { readonly [Noun in keyof Routes]?: Partial<Routes[Noun]> }
