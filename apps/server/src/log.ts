import type { FastifyBaseLogger } from 'fastify'

/** One JSON line per event; see http/logging.ts for what is never logged. */
export type Logger = FastifyBaseLogger
