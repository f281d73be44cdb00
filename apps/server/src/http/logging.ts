import { hostname } from 'node:os'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { LoggerOptions } from 'pino'
import type { Env } from '#server/env.ts'

/** Keys that are redacted at the top level and one level below. */
const SECRETS = ['password', 'token', 'authorization', 'secret', 'access_token', 'refresh_token', 'cookie']

const STACK_LINES = 12

/** JSON lines on standard output, UTC. Errors keep name, message and stack, but not the values of a statement. */
export const loggingOptions = ({ LOG_LEVEL }: Pick<Env, 'LOG_LEVEL'>): LoggerOptions => ({
  level: LOG_LEVEL,
  base: { pid: process.pid, host: hostname() },
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  formatters: { level: (label) => ({ level: label }) },
  redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`]), censor: '[hidden]' },
  serializers: { err: serializeError, req: () => undefined, res: () => undefined },
})

// A driver's error also contains the offending row (`detail`), which may hold personal data.
const serializeError = (error: unknown): Record<string, unknown> => {
  if (!(error instanceof Error)) return { message: String(error) }
  return {
    name: error.name,
    message: error.message,
    ...('code' in error ? { code: error.code } : {}),
    stack: error.stack?.split('\n').slice(1, STACK_LINES).join('\n'),
    ...(error.cause instanceof Error ? { cause: serializeError(error.cause) } : {}),
  }
}

/** Logs one line per response: no query string, header or body. JSON escapes line breaks, so no value can forge a line. */
export const logAnswers = (app: FastifyInstance): void => {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        path: loggedPath(request),
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

/** The last path segment of a webhook URL and of a live link is a secret. */
const PATH_SECRET = /(\/(?:webhook|live)\/).+/

const loggedPath = ({ url }: FastifyRequest): string =>
  (url.split('?')[0] ?? '').replace(PATH_SECRET, '$1***').slice(0, MAX_PATH)
