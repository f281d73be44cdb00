import { randomBytes, randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { type Clock, systemClock } from '#domain/clock.ts'

/** The only source of ids and randomness; tests may replace it. */
export interface Ids {
  /** unguessable row id */
  next(): string
  /** `bytes` of randomness for a token, base64url */
  token(bytes: number): string
}

export const systemIds: Ids = {
  next: () => randomUUID(),
  token: (bytes) => randomBytes(bytes).toString('base64url'),
}

/** One JSON line per event; see http/logging.ts for what is never logged. */
export type Logger = FastifyBaseLogger

/** The system clock, running `scale` times as fast from now on: only for tests of limits and backoffs. */
export const scaledClock = (scale: number): Clock => {
  if (scale === 1) return systemClock
  const start = systemClock.now()
  return { now: () => Math.round(start + (systemClock.now() - start) * scale) }
}

/** The reason that the server cannot start, in one line for the operator. Printed without a stack. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure'
}
