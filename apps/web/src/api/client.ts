import { createORPCClient } from '@orpc/client'
import type { AnyContractRouter, ContractRouterClient } from '@orpc/contract'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import type { Contract } from '#contract/contract.ts'
import { errorFromBody } from './api-error.ts'

export type Api = ContractRouterClient<Contract>

interface ApiOptions {
  /** absolute address of the API */
  readonly base: string
  readonly fetch: (request: Request, init: RequestInit) => Promise<Response>
}

/** A typed function for each JSON call of the contract. `routes` may be the contract itself or its minified routes. */
export const createApi = (routes: AnyContractRouter, { base, fetch }: ApiOptions): Api =>
  createORPCClient(
    new OpenAPILink(routes, {
      url: base,
      fetch: (request, init) => fetch(request, init),
      customErrorResponseBodyDecoder: (body, response) => errorFromBody(body, response.status),
    }),
  )
