import { hostname } from 'node:os'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { LoggerOptions } from 'pino'
import type { Env } from '#server/env.ts'

/** Never written, wherever in a line they stand. */
const SECRETS = ['password', 'token', 'authorization', 'secret', 'access_token', 'refresh_token', 'cookie']

const STACK_LINES = 12

/** JSON lines on standard output, UTC. Errors keep what helps to find the fault, not the values a statement carried. */
export const loggingOptions = ({ LOG_LEVEL }: Pick<Env, 'LOG_LEVEL'>): LoggerOptions => ({
  level: LOG_LEVEL,
  base: { pid: process.pid, host: hostname() },
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  formatters: { level: (label) => ({ level: label }) },
  redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`]), censor: '[hidden]' },
  serializers: { err: errorFacts, req: () => undefined, res: () => undefined },
})

// A driver's error also holds the row at fault (`detail`), which may be a person's.
const errorFacts = (error: unknown): Record<string, unknown> => {
  if (!(error instanceof Error)) return { message: String(error) }
  return {
    name: error.name,
    message: error.message,
    ...('code' in error ? { code: error.code } : {}),
    stack: error.stack?.split('\n').slice(1, STACK_LINES).join('\n'),
    ...(error.cause instanceof Error ? { cause: errorFacts(error.cause) } : {}),
  }
}

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
