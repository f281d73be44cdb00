/** One call to a platform. Relative paths are below the connection's base URL; absolute URLs must have the same host. */
export interface PlatformRequest {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | undefined>>
  readonly headers?: Readonly<Record<string, string>>
  /** a string is sent as is, anything else as JSON */
  readonly body?: string | object
  /** names of the budgets that the call counts against */
  readonly budgets?: readonly string[]
  /** statuses that say that there is no such thing: `json` and `answer` then have null */
  readonly absent?: readonly number[]
  /** what is missing where the credentials may not make the call, as a sentence: 403 then throws `PermissionMissing` with it */
  readonly lack?: string
  /** classifies an answer of a platform whose status does not say everything; `now`: epoch milliseconds */
  readonly classify?: (answer: PlatformResponse, now: number) => ResponseClassification | null
}

/** The reason of a response that ends too early. */
export const INTERRUPTED = 'The platform’s response was interrupted'

export interface ResponseClassification {
  /** `take`: it is accepted, whatever its status; `repeat`: it failed temporarily; null: its status decides */
  readonly outcome: 'take' | 'repeat' | null
  /** milliseconds without calls of the connection, 0: none; at most five minutes */
  readonly pauseMs: number
  /** shown while the connection is paused, and when retries did not help */
  readonly reason: string
}

export interface PlatformResponse {
  readonly status: number
  /** header names in lower case */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

export interface JsonAnswer extends Pick<PlatformResponse, 'headers'> {
  readonly body: unknown
}

/**
 * Calls of one connection. Waits for budgets and retries temporary failures: 429 after its `Retry-After`, 5xx, time-outs and
 * broken connections with growing, jittered pauses, five attempts in all. Throws the errors of platform-problems.ts; an aborted
 * run throws its reason. Any other status below 500 is returned, 401 and 403 throw `CredentialsRejected`.
 */
export interface PlatformClient {
  send(request: PlatformRequest): Promise<PlatformResponse>
  /** like `send`, but the response must be JSON, else `MalformedResponse`; one that is cut short is a temporary failure */
  json(request: PlatformRequest): Promise<unknown>
  /** like `json`, with the headers of the response */
  answer(request: PlatformRequest): Promise<JsonAnswer>
  /**
   * Lines of a response of any length, such as a bulk export of JSON records. It is requested again where it breaks off, or ends before
   * `count` lines, and continues with the first line that is still missing; no budget applies. Default for `count`: it isn't known
   */
  lines(url: string, count?: number): AsyncIterable<string>
  /**
   * Pauses where the platform asks for it in the response body, in milliseconds of the scaled clock. `reason`: shown to the
   * user meanwhile.
   */
  wait(ms: number, reason: string): Promise<void>
}

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
    return { outcome: isOver ? 'repeat' : null, pauseMs: Math.max(pauseMs, 0), reason: `${title} is limiting requests` }
  }
