import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/** Strong ETag of an answer's bytes. */
export const etagOf = (bytes: string | Buffer): string => `"${createHash('sha1').update(bytes).digest('base64url')}"`

/** Gives data `GET`s an `ETag`, and answers 304 to a caller that holds the same bytes. */
export const sendEtags = (app: FastifyInstance): void => {
  app.addHook('onSend', async (request, reply, payload) => {
    const isData = request.method === 'GET' && reply.statusCode === 200 && request.routeOptions.config.endpoint
    if (!isData || typeof payload !== 'string') return payload
    const etag = etagOf(payload)
    reply.header('etag', etag)
    if (!holds(request.headers['if-none-match'], etag)) return payload
    reply.status(304)
    return ''
  })
}

const holds = (header: string | undefined, etag: string): boolean => {
  const held = header?.split(',').map((entry) => entry.trim().replace(/^W\//, ''))
  return held?.includes(etag) ?? false
}

/** Whether an `If-Match` names the row: its ETag, its version (`"3"`), or anything (`*`). */
export const namesVersion = (ifMatch: string, version: number, etag: string): boolean => {
  const given = ifMatch.split(',').map((entry) => entry.trim().replace(/^W\//, ''))
  return given.some((entry) => entry === '*' || entry === etag || entry.replaceAll('"', '') === String(version))
}
