import type { FastifyInstance } from 'fastify'
import { fail } from '#contract/errors.ts'

const MAX_DEPTH = 100

/** Accepts only JSON bodies, at most `MAX_DEPTH` levels deep, with strings that PostgreSQL can store. */
export const acceptJsonOnly = (app: FastifyInstance): void => {
  app.removeContentTypeParser('text/plain')
  app.addHook('preHandler', async (request) => {
    if (typeof request.body === 'object' && !isStream(request.body)) assertSafeValue(request.body, 0)
    assertSafeValue(request.params, 0)
    assertSafeValue(request.query, 0)
  })
}

const assertSafeValue = (value: unknown, depth: number): void => {
  if (depth > MAX_DEPTH) throw fail('request.malformed')
  if (typeof value === 'string' && !isStorable(value)) throw fail('request.malformed')
  if (typeof value !== 'object' || value === null) return
  for (const [key, part] of Object.entries(value)) {
    if (!isStorable(key)) throw fail('request.malformed')
    assertSafeValue(part, depth + 1)
  }
}

// PostgreSQL rejects NUL in text, and unpaired surrogates in JSON.
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

const isStream = (body: object | null): boolean => body !== null && 'pipe' in body
