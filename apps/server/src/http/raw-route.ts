import type {
  AnyContractProcedure,
  AnySchema,
  ContractProcedure,
  ErrorMap,
  InferSchemaOutput,
  Meta,
} from '@orpc/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CallContext } from './call.ts'
import { checkInput } from './check-input.ts'

/**
 * How the body reaches the handler: `json` parsed and checked by the contract's input schema together with path and query,
 * `stream` unread in `request.body`, `multipart` unread behind `request.parts()`. With the last two, `input` holds path and query.
 */
export type BodyKind = 'json' | 'stream' | 'multipart'

export interface RawCall<Input> extends CallContext {
  readonly input: Input
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** A call served outside oRPC: streams, uploads and bytes kept ready. */
export interface RawRoute {
  readonly kind: 'raw'
  readonly endpoint: AnyContractProcedure
  readonly body: BodyKind
  /** `input` of the call is not checked yet */
  readonly serve: (call: RawCall<unknown>) => Promise<unknown>
}

interface RawOptions {
  readonly body?: BodyKind
}

/**
 * Keeps contract entry, access rule and input check for a call whose answer the handler writes to `reply` itself (it returns
 * the reply, or what Fastify shall send). Failures thrown before the first byte are presented as everywhere.
 */
export const rawRoute = <Input extends AnySchema, Output extends AnySchema, Errors extends ErrorMap, M extends Meta>(
  endpoint: ContractProcedure<Input, Output, Errors, M>,
  handler: (call: RawCall<InferSchemaOutput<Input>>) => Promise<unknown>,
  { body = 'json' }: RawOptions = {},
): RawRoute => ({
  kind: 'raw',
  endpoint,
  body,
  serve: async (call) => handler({ ...call, input: await checkInput(endpoint['~orpc'].inputSchema, call.input) }),
})

export const isRawRoute = (route: object): route is RawRoute => 'kind' in route && route.kind === 'raw'
