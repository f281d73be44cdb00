import type { FastifyRequest } from 'fastify'
import { fail } from '#contract/errors.ts'

/**
 * The input of a call as the contract's schema expects it: path, query and JSON body merged into one object (the path wins),
 * or kept apart where the contract says `detailed`. The body is what Fastify parsed, nothing else is ever read.
 */
export const readInput = (request: FastifyRequest, isDetailed: boolean): unknown => {
  const params = record(request.params)
  const query = record(request.query)
  if (isDetailed) return { params, query, headers: request.headers, body: request.body ?? {} }
  return { ...query, ...bodyOf(request), ...params }
}

/** The input of a call whose handler reads the body itself. */
export const readAddress = (request: FastifyRequest): unknown => ({
  ...record(request.query),
  ...record(request.params),
})

const bodyOf = ({ method, body }: FastifyRequest): Record<string, unknown> => {
  if (method === 'GET' || body === undefined || body === null) return {}
  if (typeof body !== 'object' || Array.isArray(body)) throw fail('request.malformed')
  return record(body)
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
