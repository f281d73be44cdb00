import { ValidationError } from '@orpc/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorBody, Failure, fail } from '#contract/errors.ts'
import { databaseFailure } from '#server/db/database-failure.ts'
import { invalidInput } from './check-input.ts'

export interface ErrorAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: ErrorBody
}

/** Presents any thrown value as a response. An unknown error becomes a generic 500 without its message. */
export const presentError = (error: unknown, requestId: string): ErrorAnswer => {
  const failure = toFailure(error)
  return {
    status: failure.status,
    headers: headersOf(failure),
    body: {
      errors: failure.items,
      ...failure.extra,
      ...(failure.status >= 500 ? { requestId } : {}),
    },
  }
}

/** The `Failure` that corresponds to a thrown value. */
const toFailure = (error: unknown): Failure => {
  if (error instanceof Failure) return error
  if (!(error instanceof Error)) return fail('server.unexpected', { cause: error })
  if (error.cause instanceof ValidationError && isBadRequest(error)) return invalidInput(error.cause.issues)
  return (
    databaseFailure(error) ??
    frameworkFailure(error) ??
    formFailure(error) ??
    fail('server.unexpected', { cause: error })
  )
}

const isBadRequest = (error: Error): boolean => 'code' in error && error.code === 'BAD_REQUEST'

// Fastify's own errors carry a status; their messages quote the input, so they are replaced.
const frameworkFailure = (error: Error): Failure | null => {
  const status = 'statusCode' in error ? error.statusCode : null
  if (status === 413) return fail('request.too_large')
  if (status === 415) return fail('request.unsupported_type')
  if (status === 503) return fail('server.unavailable', { retryAfter: 1 })
  return typeof status === 'number' && status >= 400 && status < 500 ? fail('request.malformed') : null
}

// The reader of multipart bodies sets no code on these errors, which only client input causes.
const BROKEN_FORM = /unexpected end of multipart data$|^Multipart: Boundary not found$|^The needle cannot/i

const formFailure = (error: Error): Failure | null =>
  BROKEN_FORM.test(error.message) ? fail('request.malformed', { cause: error }) : null

const headersOf = (failure: Failure): Record<string, string> => ({
  ...(failure.status === 401 ? { 'www-authenticate': challengeOf(failure) } : {}),
  ...(failure.code === 'auth.key_scope' ? { 'www-authenticate': 'Bearer error="insufficient_scope"' } : {}),
  ...(failure.allow === null ? {} : { allow: failure.allow.join(', ') }),
  ...(failure.retryAfter === null ? {} : { 'retry-after': String(Math.ceil(failure.retryAfter)) }),
})

const challengeOf = ({ code }: Failure): string =>
  code === 'auth.invalid_token' || code === 'auth.invalid_key' ? 'Bearer error="invalid_token"' : 'Bearer'

/** Handles all errors in one place; unexpected ones are logged with their cause. */
export const handleErrors = (app: FastifyInstance): void => {
  app.setErrorHandler((error, request, reply) => {
    sendError(error, request, reply)
  })
}

/** As other servers log a client that disconnected; nobody receives it. */
const CLIENT_CLOSED = 499

export const sendError = (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
  // What fails because its client left is no fault of the server.
  if (request.raw.socket.destroyed) {
    request.log.info({ err: error }, 'client disconnected')
    return void reply.status(CLIENT_CLOSED).send()
  }
  const answer = presentError(error, request.id)
  if (answer.status >= 500) logFault(error, request)
  reply.status(answer.status).headers(answer.headers).header('content-type', 'application/json; charset=utf-8')
  reply.send(answer.body)
}

export const sendNotFound = (request: FastifyRequest, reply: FastifyReply): void =>
  sendError(fail('route.not_found'), request, reply)

const logFault = (error: unknown, request: FastifyRequest): void => {
  const failure = toFailure(error)
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  request.log.error({ err: cause, code: failure.code }, 'call failed')
}
