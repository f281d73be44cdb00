import type { AnySchema, ContractProcedure, ErrorMap, InferSchemaOutput, Meta } from '@orpc/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ErrorItem } from '#contract/errors.ts'
import { API_BASE } from '#server/http/endpoint.ts'

/** A call that the API refused; shown to the client of a tool. */
export class ToolFailure extends Error {
  override readonly name = 'ToolFailure'
  readonly status: number
  readonly errors: readonly ErrorItem[]

  constructor(status: number, errors: readonly ErrorItem[]) {
    super(errors.map(({ message }) => message).join('; '))
    this.status = status
    this.errors = errors
  }
}

interface CallInput {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number>>
  readonly body?: unknown
}

/** Makes a call of the contract as the caller of a tool. Errors: `ToolFailure`. */
export type CallApi = <Input extends AnySchema, Output extends AnySchema, Errors extends ErrorMap, M extends Meta>(
  endpoint: ContractProcedure<Input, Output, Errors, M>,
  input?: CallInput,
) => Promise<InferSchemaOutput<Output>>

/**
 * Calls of the API with the credentials of an outer request, through the server's own routes: scope, role, plan, validation, limits and
 * the audit log hold as for any other request.
 */
export const createCallApi =
  (app: FastifyInstance, { headers, ip }: FastifyRequest, signal: AbortSignal): CallApi =>
  async (endpoint, { params = {}, query = {}, body } = {}) => {
    const { method = 'GET', path = '' } = endpoint['~orpc'].route
    const address = path.replace(/\{(\w+)\}/g, (_place, name: string) => encodeURIComponent(params[name] ?? ''))
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
    const answer = await app.inject({
      method,
      url: `${API_BASE}${address}${search.size > 0 ? `?${search}` : ''}`,
      headers: {
        authorization: headers.authorization,
        host: headers.host,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      remoteAddress: ip,
      signal,
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
    const content: unknown = answer.body === '' ? null : answer.json()
    if (answer.statusCode >= 400) throw new ToolFailure(answer.statusCode, parseErrors(content))
    return content as InferSchemaOutput<(typeof endpoint)['~orpc']['outputSchema'] & AnySchema>
  }

const parseErrors = (content: unknown): readonly ErrorItem[] =>
  typeof content === 'object' && content !== null && 'errors' in content && Array.isArray(content.errors)
    ? content.errors
    : []
