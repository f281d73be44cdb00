import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#server/deps.ts'
import type { Caller } from './caller.ts'
import { cookieHeader, type NewCookie, readCookie } from './cookies.ts'
import { isLocalRequest } from './exposure.ts'

export type AuditDetails = Readonly<Record<string, unknown>>

/** Request data besides the input, used for audit entries and rate limits. */
export interface CallInfo {
  readonly requestId: string
  readonly ip: string
  /** from this computer to a server that only this computer reaches, see `isLocalRequest` */
  readonly isLocal: boolean
  readonly userAgent: string | null
  /** the bearer token as sent; not verified on public calls */
  readonly accessToken: string | null
  /** the API key of the caller; null: a session, or a public call */
  readonly apiKey: Caller['apiKey']
  /** aborts when the client disconnects */
  readonly signal: AbortSignal
  /** the value of a cookie of the request; null: it has none */
  readonly cookie: (name: string) => string | null
  /** sets a cookie that scripts cannot read and other sites do not send */
  readonly setCookie: (cookie: NewCookie) => void
  /** adds details to the audit entry of this change; never a secret */
  readonly note: (details: AuditDetails) => void
}

/** Context of the handlers of public calls. */
export interface OpenContext {
  readonly deps: Deps
  /** null on public calls */
  readonly caller: Caller | null
  readonly call: CallInfo
}

/** Context of the handlers of all other calls. */
export interface CallContext extends OpenContext {
  readonly caller: Caller
}

// Our tokens have about 150 characters; the limit keeps a huge header from being hashed.
const MAX_LENGTH = 1000

/** The token of an `Authorization: Bearer …` header, or null when it is absent or malformed. */
export const bearerToken = (header: string | undefined): string | null => {
  const [, token] = /^Bearer +([\w.~+/=-]+)$/i.exec(header ?? '') ?? []
  return token && token.length <= MAX_LENGTH ? token : null
}

/** Aborts when the client disconnects before the response is complete, also if it has done so already. */
export const disconnectSignal = ({ raw }: FastifyReply): AbortSignal => {
  const disconnect = new AbortController()
  const abort = () => {
    if (!raw.writableFinished) disconnect.abort()
  }
  if (raw.closed) abort()
  else raw.once('close', abort)
  return disconnect.signal
}

/** The context of a call's handler; its signal aborts when the client disconnects before the response is complete. */
export const callContext = (deps: Deps, request: FastifyRequest, reply: FastifyReply): OpenContext => {
  return {
    deps,
    caller: request.caller,
    call: {
      requestId: request.id,
      ip: request.ip,
      get isLocal() {
        return isLocalRequest(request, deps.env)
      },
      userAgent: request.headers['user-agent'] ?? null,
      accessToken: bearerToken(request.headers.authorization),
      apiKey: request.caller?.apiKey ?? null,
      signal: disconnectSignal(reply),
      cookie: (name) => readCookie(request.headers.cookie, name, deps.publicUrl),
      setCookie: (cookie) => void reply.header('set-cookie', cookieHeader(cookie, deps.publicUrl)),
      note: (details) => {
        request.auditDetails = details
      },
    },
  }
}
