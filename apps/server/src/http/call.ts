import type { Deps } from '#server/deps.ts'
import type { Caller } from './caller.ts'

export type AuditDetails = Readonly<Record<string, unknown>>

/** What a call carries besides its input. Goes into audit lines and limits. */
export interface CallInfo {
  readonly requestId: string
  readonly ip: string
  readonly userAgent: string | null
  /** the bearer token as sent; on public calls nobody has looked at it */
  readonly accessToken: string | null
  /** aborts when the client leaves */
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
