import type { FastifyInstance } from 'fastify'
import { fail } from '#contract/errors.ts'

const MAX_DEPTH = 100

/** JSON is the only body: no text, no forms, nothing nested beyond reason, no NUL (no store of ours can hold one). */
export const acceptJsonOnly = (app: FastifyInstance): void => {
  app.removeContentTypeParser('text/plain')
  app.addHook('preHandler', async (request) => {
    if (typeof request.body === 'object' && !isStream(request.body)) demandSaneValue(request.body, 0)
    demandSaneValue(request.params, 0)
    demandSaneValue(request.query, 0)
  })
}

const demandSaneValue = (value: unknown, depth: number): void => {
  if (depth > MAX_DEPTH) throw fail('request.malformed')
  if (typeof value === 'string' && value.includes('\0')) throw fail('request.malformed')
  if (typeof value !== 'object' || value === null) return
  for (const [key, part] of Object.entries(value)) {
    if (key.includes('\0')) throw fail('request.malformed')
    demandSaneValue(part, depth + 1)
  }
}

const isStream = (body: object | null): boolean => body !== null && 'pipe' in body
