import { timingSafeEqual } from 'node:crypto'
import { BlockList, isIP, isIPv6 } from 'node:net'
import cors from '@fastify/cors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fail } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'
import { type Env, isLocalTrial, isLoopbackName } from '#server/env.ts'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

const isLoopbackAddress = (address: string): boolean =>
  isIP(address) !== 0 && loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

const AUTHORITY = /^[\w.-]+(?::\d+)?$|^\[[\da-f:.]+\](?::\d+)?$/i

/** The lower-case host name or address of a Host header, without port and brackets; null when it is malformed. */
export const parseHostName = (authority: string): string | null => {
  if (!AUTHORITY.test(authority)) return null
  const name = URL.parse(`http://${authority}`)?.hostname
  return name ? name.replace(/^\[|\]$/g, '').replace(/\.$/, '') : null
}

const isLoopbackHost = (name: string): boolean => isLoopbackName(name) || isLoopbackAddress(name)

/** Headers with which a proxy says that it forwards somebody else's request. */
const FORWARDING_HEADERS = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via']

/**
 * Whether a request comes from this computer to a server that only this computer reaches. Decides what only a local trial offers: the
 * demo sign-in, the outbox page, metrics without a token. A proxy on this computer may forward requests of others, so headers
 * that a proxy or a page of another site adds make it false.
 */
export const isLocalRequest = ({ raw, headers, host }: FastifyRequest, env: Env): boolean => {
  if (!isLocalTrial(env) || !isLoopbackAddress(raw.socket.remoteAddress ?? '')) return false
  if (FORWARDING_HEADERS.some((name) => headers[name] !== undefined)) return false
  const origin = headers.origin === undefined ? null : (URL.parse(headers.origin)?.host ?? '')
  return [host, origin].every((authority) => authority === null || isLoopbackHost(parseHostName(authority) ?? ''))
}

/** Health checks name the server as they like, and reveal nothing. */
const HEALTH_PATHS = new Set(['/healthz', '/readyz'])

/**
 * Refuses requests for another host with 421: a page of another site that resolves its own name to this server (DNS rebinding), or a
 * proxy whose name PUBLIC_URL does not contain. Accepted are the host of the public URL, loopback, and the address that the
 * connection was made to, which monitoring uses.
 */
export const rejectForeignHosts = (app: FastifyInstance, { publicUrl }: Pick<Deps, 'publicUrl'>): void => {
  const publicName = parseHostName(new URL(publicUrl).host)
  app.addHook('onRequest', async ({ host, raw, url }) => {
    if (raw.headers.host === undefined && raw.httpVersion === '1.1') throw fail('request.malformed')
    if (HEALTH_PATHS.has(url.split('?')[0] ?? '')) return
    const name = parseHostName(host)
    const localAddress = raw.socket.localAddress?.replace(/^::ffff:/, '')
    if (name !== null && (name === publicName || name === localAddress || isLoopbackHost(name))) return
    throw fail('request.misdirected')
  })
}

/** Headers of answers that scripts of other origins may read. */
const EXPOSED = ['ETag', 'RateLimit', 'RateLimit-Policy', 'Retry-After', 'WWW-Authenticate', 'X-Request-Id']
const PREFLIGHT_SECONDS = 600

/**
 * Lets pages of the origins in CORS_ORIGINS call the API with a key or token of their own. No cookie signs anybody in, so a page
 * never acts for whoever opens it. Without the setting no CORS header is sent.
 */
export const allowOrigins = (app: FastifyInstance, { env }: Deps): void => {
  if (env.CORS_ORIGINS.length === 0) return
  app.register(cors, {
    origin: [...env.CORS_ORIGINS],
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: [
      'Authorization',
      'Content-Type',
      'Idempotency-Key',
      'If-Match',
      'If-None-Match',
      'MCP-Protocol-Version',
    ],
    exposedHeaders: EXPOSED,
    maxAge: PREFLIGHT_SECONDS,
    strictPreflight: false,
  })
}

/** Compares a presented secret in constant time. */
export const isSameSecret = (presented: string | null | undefined, secret: string): boolean => {
  const [given, expected] = [Buffer.from(presented ?? ''), Buffer.from(secret)]
  return given.length === expected.length && timingSafeEqual(given, expected)
}
