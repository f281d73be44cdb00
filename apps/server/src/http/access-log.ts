import type { FastifyInstance, FastifyRequest } from 'fastify'

/** One line per answer: no query string, no header, no body. JSON escapes line breaks, so no value can forge a line. */
export const logAnswers = (app: FastifyInstance): void => {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        path: pathOf(request),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ip: request.ip,
        accountId: request.caller?.accountId,
        userId: request.caller?.userId,
      },
      'answered',
    )
  })
}

const MAX_PATH = 300

/** The last part of a webhook's address is a secret. */
const WEBHOOK_SECRET = /(\/webhook\/).+/

const pathOf = ({ url }: FastifyRequest): string =>
  (url.split('?')[0] ?? '').replace(WEBHOOK_SECRET, '$1***').slice(0, MAX_PATH)
