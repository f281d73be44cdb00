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

const DEFAULT_BASE = '/api'

/**
 * The absolute address of the API, without a slash at its end. A run-time address (the page's `cuvee-api-base` meta tag)
 * wins over the build-time one (`VITE_API_BASE`); both may be a path on the page's own origin.
 */
export const resolveApiBase = (options: { origin: string; runTime?: string; buildTime?: string }): string => {
  const chosen = options.runTime?.trim() || options.buildTime?.trim() || DEFAULT_BASE
  return new URL(chosen, options.origin).href.replace(/\/+$/, '')
}
