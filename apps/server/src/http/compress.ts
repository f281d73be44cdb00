import { pipeline, type Readable } from 'node:stream'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Bytes below which an answer fits in one packet anyway. */
const SMALLEST = 1_024

const TEXTS = /^application\/(x-ndjson|json)\b/

/** Most of the gain for a tenth of the time of the best quality. The window is smaller than usual, since streams keep theirs. */
const BROTLI = {
  params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4, [zlib.constants.BROTLI_PARAM_LGWIN]: 18 },
  // Each line of a stream is sent when it is there.
  flush: zlib.constants.BROTLI_OPERATION_FLUSH,
}
const GZIP = { flush: zlib.constants.Z_SYNC_FLUSH }

const ENCODINGS = {
  br: {
    bytes: promisify<zlib.InputType, zlib.BrotliOptions, Buffer>(zlib.brotliCompress),
    options: BROTLI,
    stream: () => zlib.createBrotliCompress(BROTLI),
  },
  gzip: {
    bytes: promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.gzip),
    options: {},
    stream: () => zlib.createGzip(GZIP),
  },
} as const

/** The best encoding that the caller accepts; null: none. A quality of 0 refuses one. */
const encodingFor = ({ headers }: FastifyRequest): keyof typeof ENCODINGS | null => {
  const accepted = String(headers['accept-encoding'] ?? '')
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .filter((entry) => !/;\s*q=0(\.0*)?$/.test(entry))
    .map((entry) => entry.split(';')[0])
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : null
}

export const isStream = (payload: unknown): payload is Readable =>
  typeof payload === 'object' && payload !== null && 'pipe' in payload

/**
 * Compresses JSON for callers that accept it. Only for requests with a token in their header: what another site makes a browser
 * send has none, so the length of an answer tells that site nothing, and answers that give tokens out are left as they are.
 */
export const compressAnswers = (app: FastifyInstance): void => {
  app.addHook('onSend', async (request, reply, payload) => {
    if (!TEXTS.test(String(reply.getHeader('content-type') ?? '')) || reply.hasHeader('content-encoding'))
      return payload
    reply.header('vary', [reply.getHeader('vary'), 'accept-encoding'].flat().filter(Boolean).join(', '))
    const name = encodingFor(request)
    if (name === null || request.headers.authorization === undefined) return payload
    const { bytes, stream, options } = ENCODINGS[name]
    const isText = typeof payload === 'string' || Buffer.isBuffer(payload)
    if (!isStream(payload) && !(isText && Buffer.byteLength(payload) >= SMALLEST)) return payload
    reply.header('content-encoding', name).removeHeader('content-length')
    const etag = reply.getHeader('etag')
    // A strong one would promise the same bytes in every encoding.
    if (typeof etag === 'string' && !etag.startsWith('W/')) reply.header('etag', `W/${etag}`)
    return isStream(payload) ? pipeline(payload, stream(), () => undefined) : bytes(payload, options)
  })
}
