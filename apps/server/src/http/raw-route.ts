import multipart from '@fastify/multipart'
import type {
  AnyContractProcedure,
  AnySchema,
  ContractProcedure,
  ErrorMap,
  InferSchemaOutput,
  Meta,
} from '@orpc/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '#contract/errors.ts'
import { type CallContext, callContext, type OpenContext } from './call.ts'
import { checkInput, readAddress, readInput } from './check-input.ts'
import { readEndpoint } from './endpoint.ts'
import type { Pipeline, ServedEndpoint } from './pipeline.ts'
import { RECORD_TYPES, recordsReader } from './record-body.ts'

/**
 * How the body reaches the handler: `json` is parsed and validated with path and query by the contract's input schema,
 * `stream` is unread in `request.body`, `bytes` is a Buffer of at most 1 MiB in `request.body`, `multipart` is read by
 * `request.parts()`, with one file; `files` is a stream, or a form with several files. `records` is a list as JSON or NDJSON, up to 16 MiB,
 * validated like `json`. With all others, `input` contains only path and query.
 */
type BodyKind = 'json' | 'records' | 'stream' | 'bytes' | 'multipart' | 'files'

interface RawParts<Input> {
  readonly input: Input
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

export type RawCall<Input> = RawParts<Input> & CallContext

/** A public call without authentication. */
export type OpenRawCall<Input> = RawParts<Input> & OpenContext

/** An endpoint served outside oRPC: streams, uploads and prepared bytes. */
export interface RawRoute {
  readonly kind: 'raw'
  readonly endpoint: AnyContractProcedure
  readonly body: BodyKind
  /** receives unvalidated `input` */
  readonly serve: (call: OpenRawCall<unknown>) => Promise<unknown>
}

interface RawOptions {
  readonly body?: BodyKind
}

/**
 * Applies contract entry, access rule and input validation to an endpoint whose handler writes to `reply` itself (it returns
 * the reply, or the payload for Fastify). Failures thrown before the first byte are presented like any other error.
 */
export const rawRoute = <Input extends AnySchema, Output extends AnySchema, Errors extends ErrorMap, M extends Meta>(
  endpoint: ContractProcedure<Input, Output, Errors, M>,
  handler: (call: RawCall<InferSchemaOutput<Input>>) => Promise<unknown>,
  options: RawOptions = {},
): RawRoute =>
  openRawRoute(
    endpoint,
    ({ caller, ...call }) => {
      if (!caller) throw fail('auth.invalid_token')
      return handler({ ...call, caller })
    },
    options,
  )

/** Like `rawRoute`, for a public endpoint. */
export const openRawRoute = <
  Input extends AnySchema,
  Output extends AnySchema,
  Errors extends ErrorMap,
  M extends Meta,
>(
  endpoint: ContractProcedure<Input, Output, Errors, M>,
  handler: (call: OpenRawCall<InferSchemaOutput<Input>>) => Promise<unknown>,
  { body = 'json' }: RawOptions = {},
): RawRoute => ({
  kind: 'raw',
  endpoint,
  body,
  serve: async (call) => handler({ ...call, input: await checkInput(endpoint['~orpc'].inputSchema, call.input) }),
})

export const isRawRoute = (route: object): route is RawRoute => 'kind' in route && route.kind === 'raw'

const MEBIBYTE = 1_048_576
/** The handler's own limit on the unpacked size is stricter. */
const MAX_FILE_BYTES = 600 * MEBIBYTE
const MAX_FILES = 100
const MAX_PARTS = MAX_FILES + 20
const MAX_FIELD_BYTES = 100_000

const UNREAD_BODIES: readonly BodyKind[] = ['stream', 'multipart', 'files']

/** Registers a raw route in its own scope, so that its body parser does not affect other routes. */
export const registerRawRoute = (app: FastifyInstance, route: RawRoute, call: string, pipeline: Pipeline): void => {
  const facts = readEndpoint(route.endpoint)
  if (facts.meta.callsOut) throw new Error(`${facts.url} is a raw call and cannot call other systems`)
  app.register(async (scope) => {
    await BODY_PARSERS[route.body](scope)
    const readRecords = recordsReader(scope)
    const serve: ServedEndpoint['serve'] = async (deps, request, reply) => {
      reply.status(facts.successStatus)
      if (route.body === 'records') request.body = await readRecords(request)
      const isParsed = route.body === 'json' || route.body === 'records'
      const input = isParsed ? readInput(request, facts.isDetailed) : readAddress(request)
      return route.serve({ ...callContext(deps, request, reply), input, request, reply })
    }
    scope.route({
      method: facts.method,
      url: facts.url,
      config: { endpoint: facts.meta, call },
      handler: pipeline({ facts, hasUnreadBody: UNREAD_BODIES.includes(route.body), serve }),
    })
  })
}

const LIMITS = { fileSize: MAX_FILE_BYTES, files: MAX_FILES, parts: MAX_PARTS, fieldSize: MAX_FIELD_BYTES }

const BODY_PARSERS: Readonly<Record<BodyKind, (scope: FastifyInstance) => Promise<void>>> = {
  json: async () => undefined,
  // Parsed by the handler, in slices.
  records: async (scope) => {
    scope.removeAllContentTypeParsers()
    const options = { parseAs: 'string', bodyLimit: 16 * MEBIBYTE } as const
    scope.addContentTypeParser(RECORD_TYPES, options, (_request, text, done) => done(null, text))
  },
  stream: async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
  },
  bytes: async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MEBIBYTE }, (_request, payload, done) =>
      done(null, payload),
    )
  },
  multipart: async (scope) => {
    scope.removeAllContentTypeParsers()
    await scope.register(multipart, { limits: { ...LIMITS, files: 1 } })
  },
  files: async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    await scope.register(multipart, { limits: LIMITS })
  },
}
