import type { AnyContractProcedure } from '@orpc/contract'
import type { EndpointMeta } from '#contract/endpoint.ts'

export const API_BASE = '/api'

/** What the HTTP layer reads from a contract entry. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'HEAD'
  /** as Fastify writes it: `/api/user/:id` */
  readonly url: string
  readonly meta: EndpointMeta
  readonly successStatus: number
  readonly isDetailed: boolean
}

export const readEndpoint = (endpoint: AnyContractProcedure): Endpoint => {
  const { route, meta } = endpoint['~orpc']
  return {
    method: route.method ?? 'POST',
    url: `${API_BASE}${route.path ?? ''}`.replace(/\{(\w+)\}/g, ':$1'),
    meta,
    successStatus: route.successStatus ?? 200,
    isDetailed: route.inputStructure === 'detailed',
  }
}
