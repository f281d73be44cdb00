import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { callContext } from './call-context.ts'
import { readEndpoint } from './endpoint-facts.ts'
import type { BodyKind, RawRoute } from './raw-route.ts'
import { readAddress, readInput } from './read-input.ts'

const MEBIBYTE = 1_048_576
/** The handler's own limit on what a file unpacks to is the narrower one. */
const MAX_FILE_BYTES = 600 * MEBIBYTE
const MAX_PARTS = 20
const MAX_FIELD_BYTES = 100_000

/** Serves a raw call in a scope of its own, so that its way with bodies reaches no other route. */
export const registerRawRoute = (app: FastifyInstance, deps: Deps, route: RawRoute, call: string): void => {
  const facts = readEndpoint(route.endpoint)
  app.register(async (scope) => {
    await BODY_PARSERS[route.body](scope)
    scope.route({
      method: facts.method,
      url: facts.url,
      config: { endpoint: facts.meta, call },
      handler: async (request, reply) => {
        reply.status(facts.successStatus)
        const input = route.body === 'json' ? readInput(request, facts.isDetailed) : readAddress(request)
        return route.serve({ ...callContext(deps, request, reply), input, request, reply })
      },
    })
  })
}

const BODY_PARSERS: Readonly<Record<BodyKind, (scope: FastifyInstance) => Promise<void>>> = {
  json: async () => undefined,
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
    const limits = { fileSize: MAX_FILE_BYTES, files: 1, parts: MAX_PARTS, fieldSize: MAX_FIELD_BYTES }
    await scope.register(multipart, { limits })
  },
}
