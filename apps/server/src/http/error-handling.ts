import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '#contract/errors.ts'
import { presentError, toFailure } from './present-error.ts'

/** One way out for everything that goes wrong; what nobody expected is logged with its cause. */
export const handleErrors = (app: FastifyInstance): void => {
  app.setErrorHandler((error, request, reply) => {
    sendError(error, request, reply)
  })
}

export const sendError = (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
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
