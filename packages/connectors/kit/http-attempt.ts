import type { Budgets, PlannedPause } from './budgets.ts'
import { type CallTools, callOnce, formatCallName, refuseStatus, TransientError } from './http-call.ts'
import type { PlatformRequest, PlatformResponse } from './platform-client.ts'
import { PermissionMissing } from './platform-problems.ts'
import type { ScaledClock } from './scaled-clock.ts'

const FIRST_MS = 1000
const MAX_BACKOFF_MS = 60_000
/** Longest pause that a platform may request. */
const MAX_RETRY_AFTER_MS = 5 * 60_000

/**
 * The pause before attempt number `attempt + 1`: anywhere up to 1 s, 2 s, 4 s …, at most a minute (full jitter). `random`: 0 to
 * 1.
 */
export const backOffMs = (attempt: number, random: () => number): number =>
  Math.floor(random() * Math.min(MAX_BACKOFF_MS, FIRST_MS * 2 ** (attempt - 1)))

const millisecondsAsked = (retryAfter: string, answeredAt: number): number => {
  if (/^\d+(\.\d+)?$/.test(retryAfter)) return Number(retryAfter) * 1000
  return Date.parse(retryAfter) - answeredAt
}

/**
 * The pause requested by a `Retry-After` header in milliseconds, at most five minutes; null without a valid one. A date is compared
 * with the response's own `Date` header, so that the platform's clock does not matter, else with `now`.
 */
const retryAfterMs = (headers: Readonly<Record<string, string>>, now: number): number | null => {
  const asked = headers['retry-after']?.trim()
  if (!asked) return null
  const answered = Date.parse(headers.date ?? '')
  const pause = millisecondsAsked(asked, Number.isNaN(answered) ? now : answered)
  return Number.isNaN(pause) ? null : Math.min(Math.max(pause, 0), MAX_RETRY_AFTER_MS)
}

/** One attempt, for logs and metrics, without query and headers. */
export interface CallRecord {
  readonly method: string
  readonly path: string
  /** null: there was no complete answer */
  readonly status: number | null
  /** milliseconds of the connection's clock */
  readonly ms: number
}

export interface AttemptOptions {
  readonly budgets: Budgets
  readonly pace: ScaledClock
  readonly signal: AbortSignal
  readonly onWait: (wait: PlannedPause) => void
  readonly log?: (call: CallRecord) => void
}

export type Attempt = (url: URL, request: PlatformRequest) => Promise<PlatformResponse>

/** One try within the budgets. Throws `TransientError` for temporary failures, and otherwise what `PlatformClient` throws. */
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

  const isTaken = ({ classify }: PlatformRequest, answer: PlatformResponse): boolean => {
    const classification = classify?.(answer, pace.now()) ?? null
    if (classification === null) return false
    const pauseMs = Math.min(Math.max(classification.pauseMs, 0), MAX_RETRY_AFTER_MS)
    if (pauseMs > 0) budgets.pause(pauseMs, classification.reason)
    if (classification.outcome === 'repeat')
      throw new TransientError(classification.reason, pauseMs > 0 ? pauseMs : null)
    return classification.outcome === 'take'
  }

  return async (url, request) => {
    const answer = await budgets.within({ names: request.budgets ?? [], signal, onWait }, () => logged(url, request))
    if (answer.status === 403 && request.lack !== undefined) throw new PermissionMissing(request.lack)
    if (!isTaken(request, answer)) {
      refuseStatus(
        formatCallName(request.method ?? 'GET', url),
        answer.status,
        retryAfterMs(answer.headers, pace.now()),
      )
    }
    return answer
  }
}
