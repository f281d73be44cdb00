import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fail } from '#contract/errors.ts'
import { ownTurn } from '#server/platform/slices.ts'

interface BodyTimes {
  /** limit for receiving a body that is read before the handler runs, ms */
  readonly total: number
  /** longest pause in a body that the handler reads itself, ms */
  readonly idle: number
}

const TIMEOUTS: BodyTimes = { total: 30_000, idle: 30_000 }

/**
 * Closes the connection of a request whose body does not arrive in time. Handlers that read their body themselves start
 * after that check: an upload may take long as long as it makes progress, and is closed when it stalls.
 */
export const limitBodyTime = (app: FastifyInstance, times: BodyTimes = TIMEOUTS): void => {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>()
  const clear = async (request: FastifyRequest) => clearTimeout(timers.get(request))
  app.addHook('onRequest', async (request) => {
    const { raw } = request
    // Not a socket when a request is injected.
    if (!(raw.socket instanceof Socket)) return
    // A body that has arrived may wait for the database.
    const cut = () => !raw.complete && raw.destroy()
    timers.set(request, setTimeout(cut, times.total).unref())
  })
  app.addHook('preHandler', async (request) => {
    await clear(request)
    const { raw } = request
    if (raw.socket instanceof Socket && !raw.complete) timers.set(request, watchForStall(request, times.idle))
  })
  app.addHook('onResponse', clear)
  app.addHook('onRequestAbort', clear)
}

/** Checks twice per limit, so a stall is noticed after at most one and a half times the limit. */
const watchForStall = ({ raw }: FastifyRequest, idleMs: number): NodeJS.Timeout => {
  let lastBytesRead = raw.socket.bytesRead
  let lastProgressAt = performance.now()
  const timer = setInterval(() => {
    const { bytesRead } = raw.socket
    if (bytesRead !== lastBytesRead) lastProgressAt = performance.now()
    lastBytesRead = bytesRead
    if (raw.complete) clearInterval(timer)
    else if (performance.now() - lastProgressAt >= idleMs) raw.destroy()
  }, idleMs / 2)
  return timer.unref()
}

const MAX_DEPTH = 100
const LARGE_BODY = 65_536

/**
 * Accepts only JSON bodies, at most `MAX_DEPTH` levels deep, with strings that PostgreSQL can store. Clients that send the
 * content type with every request send it without a body too, so an empty body is no body.
 */
export const acceptJsonOnly = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['text/plain', 'application/json'])
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null)
    else if (body.length < LARGE_BODY) parse(request, body, done)
    // Several that arrive together would keep the requests of others waiting for all of them.
    else void ownTurn().then(() => parse(request, body, done))
  })
  app.addHook('preHandler', async (request) => {
    if (typeof request.body === 'object' && !isStream(request.body)) assertSafeValue(request.body, 0)
    assertSafeValue(request.params, 0)
    assertSafeValue(request.query, 0)
  })
}

/** Errors: `request.malformed` for a value that is nested too deeply or cannot be stored. */
export const assertSafeValue = (value: unknown, depth: number): void => {
  if (depth > MAX_DEPTH) throw fail('request.malformed')
  if (typeof value === 'string' && !isStorable(value)) throw fail('request.malformed')
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const part of value) assertSafeValue(part, depth + 1)
    return
  }
  // of tens of thousands of fields, entries take four times as long
  for (const key of Object.keys(value)) {
    if (!isStorable(key) || key === UNCOMPARABLE) throw fail('request.malformed')
    assertSafeValue(Reflect.get(value, key), depth + 1)
  }
}

// An object with this key has no primitive value: comparing it or putting it into a text throws, also in schema checks.
const UNCOMPARABLE = 'toString'

// PostgreSQL rejects NUL in text, and unpaired surrogates in JSON.
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

const isStream = (body: object | null): boolean => body !== null && 'pipe' in body
