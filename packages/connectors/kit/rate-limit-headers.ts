import type { PlatformResponse, ResponseClassification } from './platform-client.ts'

interface RateLimitHeaders {
  /** the platform's name */
  readonly title: string
  /** name of the header with the number of calls that are left */
  readonly remaining: string
  /** name of the header with the time when calls count anew: an instant in epoch seconds or milliseconds, or from now on */
  readonly reset: string
  /** of a time from now on, milliseconds; default: a second */
  readonly unitMs?: number
  /** calls that are left to other programs; default: 0 */
  readonly spared?: number
}

const EPOCH_SECONDS = 1e9
const EPOCH_MS = 1e11

/** Pauses calls where the headers of an answer say that none is left. An instant is compared with the answer's own date. */
export const pauseByHeaders =
  ({ title, remaining, reset, unitMs = 1000, spared = 0 }: RateLimitHeaders) =>
  ({ status, headers }: PlatformResponse, now: number): ResponseClassification | null => {
    const numberIn = (name: string): number => Number(headers[name] || Number.NaN)
    const isOver = status === 429 && headers['retry-after'] === undefined
    const at = numberIn(reset)
    if (Number.isNaN(at) || !(isOver || numberIn(remaining) <= spared)) return null
    const answered = Date.parse(headers.date ?? '')
    const epochMs = at < EPOCH_MS ? at * 1000 : at
    const pauseMs = at < EPOCH_SECONDS ? at * unitMs : epochMs - (Number.isNaN(answered) ? now : answered)
    return { outcome: isOver ? 'repeat' : null, pauseMs: Math.max(pauseMs, 0), reason: `${title} asks for a pause` }
  }
