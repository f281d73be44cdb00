import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/** Strong ETag of a response body. */
export const computeEtag = (bytes: string | Buffer): string =>
  `"${createHash('sha1').update(bytes).digest('base64url')}"`

/** Adds an `ETag` to data `GET`s, and answers 304 when `If-None-Match` contains it. */
export const sendEtags = (app: FastifyInstance): void => {
  app.addHook('onSend', async (request, reply, payload) => {
    const isData = request.method === 'GET' && reply.statusCode === 200 && request.routeOptions.config.endpoint
    if (!isData || typeof payload !== 'string') return payload
    const etag = computeEtag(payload)
    reply.header('etag', etag)
    if (!matchesEtag(request.headers['if-none-match'], etag)) return payload
    reply.status(304)
    return ''
  })
}

const matchesEtag = (header: string | undefined, etag: string): boolean => {
  const entries = header?.split(',').map((entry) => entry.trim().replace(/^W\//, ''))
  return entries?.includes(etag) ?? false
}

/** Whether an `If-Match` matches the row: its ETag, its version (`"3"`), or any (`*`). */
export const namesVersion = (ifMatch: string, version: number, etag: string): boolean => {
  const entries = ifMatch.split(',').map((entry) => entry.trim().replace(/^W\//, ''))
  return entries.some((entry) => entry === '*' || entry === etag || entry.replaceAll('"', '') === String(version))
}
