import type { Deps } from '#server/deps.ts'
import type { Caller } from './caller.ts'

export type AuditDetails = Readonly<Record<string, unknown>>

/** Request data besides the input, used for audit entries and rate limits. */
export interface CallInfo {
  readonly requestId: string
  readonly ip: string
  readonly userAgent: string | null
  /** the bearer token as sent; not verified on public calls */
  readonly accessToken: string | null
  /** aborts when the client disconnects */
  readonly signal: AbortSignal
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
