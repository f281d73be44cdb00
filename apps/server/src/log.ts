import type { FastifyBaseLogger } from 'fastify'

/** One JSON line an event; see http/logging.ts for what never gets in. */
export type Logger = FastifyBaseLogger
