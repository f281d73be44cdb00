import { LONGEST_ASKED_MS, retryAfterMs } from './back-off.ts'
import type { Budgets, Wait } from './budgets.ts'
import { type CallTools, callOnce, nameOf, PassingFailure, refuseStatus } from './http-call.ts'
import type { Pace } from './pace.ts'
import type { PlatformRequest, PlatformResponse } from './platform-client.ts'

/** One try, for logs and counts. No query, no headers. */
export interface CallRecord {
  readonly method: string
  readonly path: string
  /** null: there was no whole answer */
  readonly status: number | null
  /** milliseconds of the connection's clock */
  readonly ms: number
}

export interface AttemptOptions {
  readonly budgets: Budgets
  readonly pace: Pace
  readonly signal: AbortSignal
  readonly onWait: (wait: Wait) => void
  readonly log?: (call: CallRecord) => void
}

export type Attempt = (url: URL, request: PlatformRequest) => Promise<PlatformResponse>

/** One try within the budgets. Throws `PassingFailure` for what may pass, and what `PlatformClient` throws for the rest. */
export const createAttempt = (options: AttemptOptions, tools: CallTools): Attempt => {
  const { budgets, pace, signal, onWait } = options

  const logged = async (url: URL, request: PlatformRequest): Promise<PlatformResponse> => {
    const start = pace.now()
    const note = (status: number | null): void =>
      options.log?.({ method: request.method ?? 'GET', path: url.pathname, status, ms: pace.now() - start })
    try {
      const answer = await callOnce(url, request, tools)
      note(answer.status)
      return answer
    } catch (error) {
      note(null)
      throw error
    }
  }

  const isTaken = ({ judge }: PlatformRequest, answer: PlatformResponse): boolean => {
    const verdict = judge?.(answer, pace.now()) ?? null
    if (verdict === null) return false
    const restMs = Math.min(Math.max(verdict.restMs, 0), LONGEST_ASKED_MS)
    if (restMs > 0) budgets.rest(restMs, verdict.reason)
    if (verdict.outcome === 'repeat') throw new PassingFailure(verdict.reason, restMs > 0 ? restMs : null)
    return verdict.outcome === 'take'
  }

  return async (url, request) => {
    const answer = await budgets.within({ names: request.budgets ?? [], signal, onWait }, () => logged(url, request))
    if (!isTaken(request, answer)) {
      refuseStatus(nameOf(request.method ?? 'GET', url), answer.status, retryAfterMs(answer.headers, pace.now()))
    }
    return answer
  }
}
