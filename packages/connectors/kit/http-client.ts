import { request } from 'undici'
import { textLines } from '#domain/text-lines.ts'
import { checkAddress } from './address.ts'
import type { Budgets, PlannedPause } from './budgets.ts'
import { parseJsonOrNull } from './fields.ts'
import { createGuardedAgent, type ResolveName, type TimeLimits } from './guarded-agent.ts'
import { backOffMs, type CallRecord, createAttempt } from './http-attempt.ts'
import {
  asDown,
  buildRequestUrl,
  type CallTools,
  callFailure,
  isTruncatedJson,
  refuseRedirect,
  TransientError,
} from './http-call.ts'
import { INTERRUPTED, type PlatformClient, type PlatformRequest, type PlatformResponse } from './platform-client.ts'
import { MalformedResponse, RequestRejected } from './platform-problems.ts'
import type { ScaledClock } from './scaled-clock.ts'

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line)

/** The lines of one response as they arrive. Throws `TransientError` where it breaks off. */
async function* responseLines(address: string, tools: CallTools): AsyncIterable<string> {
  const { agent, rule, signal, answerBytes } = tools
  const url = checkAddress(address, rule)
  // A long export has no overall timeout; an idle one ends by the agent's timeouts.
  const noLimit = new AbortController().signal
  try {
    const answer = await request(url, { dispatcher: agent, signal, headers: { 'user-agent': 'Cuvee' } })
    const location = answer.headers.location
    refuseRedirect(answer.statusCode, { location: String(location ?? '') }, url, rule)
    if (answer.statusCode !== 200) {
      await answer.body.dump()
      throw new RequestRejected(`The platform rejected the download of an export (status ${answer.statusCode})`)
    }
    const lines = textLines(answer.body, (length) => {
      if (length > answerBytes) throw new MalformedResponse('A line of the export is too long')
    })
    for await (const line of lines) yield withoutReturn(line)
  } catch (error) {
    throw callFailure(error, signal, noLimit)
  }
}

const TRIES = 5
const ANSWER_BYTES = 64 * 2 ** 20
// An answer that arrives a byte at a time stays within the agent's timeouts; this one ends it.
const ANSWER_MS = 2 * 60_000
const SHORT_PAUSE_MS = 1000

export interface PlatformClientOptions {
  readonly baseUrl: string
  /** `CONNECTOR_ALLOW_PRIVATE`: allows local fake platforms */
  readonly allowPrivate: boolean
  readonly budgets: Budgets
  readonly pace: ScaledClock
  readonly signal: AbortSignal
  /** 0 to 1 */
  readonly random: () => number
  /** called before each pause of more than a second */
  readonly onWait: (wait: PlannedPause) => void
  /** called before each request; an error prevents it */
  readonly beforeCall?: () => void
  readonly log?: (call: CallRecord) => void
  readonly limits?: TimeLimits & { readonly answerMs?: number; readonly answerBytes?: number }
  readonly resolve?: ResolveName
}

/** A client that keeps connections open until it is closed. */
export interface OpenPlatformClient extends PlatformClient {
  close(): Promise<void>
}

/** Throws `AddressNotAllowed` at once if the base URL is not allowed. */
export const createPlatformClient = (options: PlatformClientOptions): OpenPlatformClient => {
  const { allowPrivate, pace, random, signal, onWait } = options
  const base = checkAddress(options.baseUrl, { allowPrivate })
  const agent = createGuardedAgent(options)
  const tools: CallTools = {
    agent,
    rule: { allowPrivate },
    signal,
    answerBytes: options.limits?.answerBytes ?? ANSWER_BYTES,
    answerMs: options.limits?.answerMs ?? ANSWER_MS,
  }

  const attempt = createAttempt(options, tools)

  const wait = async (ms: number, reason: string): Promise<void> => {
    if (ms > SHORT_PAUSE_MS) onWait({ untilMs: pace.now() + ms, reason })
    await pace.sleep(ms, signal)
  }

  /** Pauses before the next try. Throws where another one would not help, or was the last. */
  const pauseAfter = async (error: unknown, tried: number): Promise<void> => {
    if (!(error instanceof TransientError)) throw error
    if (tried === TRIES) throw asDown(error, TRIES)
    await wait(error.pauseMs ?? backOffMs(tried, random), error.message)
  }

  const repeated = async (
    request: PlatformRequest,
    use: (answer: PlatformResponse, url: URL) => void,
  ): Promise<PlatformResponse> => {
    const url = buildRequestUrl(base, request)
    options.beforeCall?.()
    for (let tried = 1; ; tried += 1) {
      signal.throwIfAborted()
      try {
        const answer = await attempt(url, request)
        use(answer, url)
        return answer
      } catch (error) {
        await pauseAfter(error, tried)
      }
    }
  }

  async function* lines(url: string, count = 0): AsyncGenerator<string> {
    options.beforeCall?.()
    let given = 0
    for (let tried = 1; ; tried += 1) {
      try {
        let read = 0
        for await (const line of responseLines(url, tools)) {
          read += 1
          if (read <= given) continue
          if (isTruncatedJson(line)) throw new TransientError(INTERRUPTED)
          given = read
          yield line
        }
        if (read >= count) return
        throw new TransientError(INTERRUPTED)
      } catch (error) {
        await pauseAfter(error, tried)
      }
    }
  }

  const answer: PlatformClient['answer'] = async (request) => {
    let body: unknown = null
    const { headers } = await repeated(request, (response, url) => {
      if (request.absent?.includes(response.status)) return
      assertHasBody(response, url)
      body = parsed(response.text, request.path)
    })
    return { body, headers }
  }

  return {
    send: (request) => repeated(request, () => {}),
    json: async (request) => (await answer(request)).body,
    answer,
    lines,
    wait,
    close: () => agent.destroy(),
  }
}

/** A code in the text of an error. Other text could contain anything. */
const ERROR_CODE = /"code" ?: ?"([A-Za-z_]{1,60})"/

const assertHasBody = ({ status, text }: PlatformResponse, url: URL): void => {
  if (status >= 400) {
    const [, code] = ERROR_CODE.exec(text) ?? []
    const reason = code === undefined ? `status ${status}` : `status ${status}, ${code}`
    throw new RequestRejected(`The platform rejected ${url.pathname} (${reason})`, status)
  }
  if (text.trim() === '') throw new TransientError('The platform sent an empty response')
}

const parsed = (text: string, path: string): unknown => {
  const value = parseJsonOrNull(text)
  if (value !== undefined) return value
  if (isTruncatedJson(text)) throw new TransientError(INTERRUPTED)
  throw new MalformedResponse(`The platform’s response to ${path.split('?')[0]} is not JSON`)
}
