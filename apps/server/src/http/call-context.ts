import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { bearerToken } from './bearer-token.ts'
import type { OpenContext } from './call.ts'

/** The context of a call's handler; its signal aborts when the client leaves before the answer is complete. */
export const callContext = (deps: Deps, request: FastifyRequest, reply: FastifyReply): OpenContext => {
  const leaving = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) leaving.abort()
  })
  return {
    deps,
    caller: request.caller,
    call: {
      requestId: request.id,
      ip: request.ip,
      userAgent: request.headers['user-agent'] ?? null,
      accessToken: bearerToken(request.headers.authorization),
      signal: leaving.signal,
      note: (details) => {
        request.auditDetails = details
      },
    },
  }
}
