import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type Dispatcher, request } from 'undici'
import { type AddressRule, checkAddress } from './address.ts'
import { INTERRUPTED, type PlatformRequest, type PlatformResponse } from './platform-client.ts'
import {
  AddressNotAllowed,
  CredentialsRejected,
  isPlatformProblem,
  MalformedResponse,
  PlatformUnavailable,
  RequestRejected,
} from './platform-problems.ts'

/** A call that failed temporarily. `pauseMs`: the pause that the platform asked for, or null. */
export class TransientError extends Error {
  override readonly name = 'TransientError'
  readonly pauseMs: number | null

  constructor(message: string, pauseMs: number | null = null) {
    super(message)
    this.pauseMs = pauseMs
  }
}

/** Options of every call of a connection. */
export interface CallTools {
  readonly agent: Dispatcher
  readonly rule: AddressRule
  readonly signal: AbortSignal
  readonly answerBytes: number
  /** milliseconds of the machine's clock that one complete response may take */
  readonly answerMs: number
}

/** The method and the path only: a query may contain secrets. */
export const formatCallName = (method: string, url: URL): string => `${method} ${url.pathname}`

const textHeaders = (headers: Dispatcher.ResponseData['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.join(', ') : String(value ?? ''),
    ]),
  )

const TIME_OUTS = ['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT']
const NO_SUCH_HOST = ['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH']

const readErrorCode = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''

// Messages of network errors can contain addresses, so they are replaced.
const describeFailure = (error: unknown): string => {
  const code = readErrorCode(error)
  if (TIME_OUTS.includes(code)) return 'The platform didn’t respond in time'
  if (NO_SUCH_HOST.includes(code)) return 'The platform could not be reached'
  return INTERRUPTED
}

/** The error of a failed call: problems and aborts unchanged, anything else as a temporary failure. */
export const callFailure = (error: unknown, run: AbortSignal, ownLimit: AbortSignal): unknown => {
  if (run.aborted) return run.reason
  if (ownLimit.aborted) return new TransientError('The platform didn’t respond in time')
  if (isPlatformProblem(error) || error instanceof TransientError) return error
  return new TransientError(describeFailure(error))
}

/** Throws for a redirect: none is followed. */
export const refuseRedirect = (status: number, headers: Record<string, string>, url: URL, rule: AddressRule): void => {
  if (status < 300 || status >= 400) return
  const target = URL.parse(headers.location ?? '', url)
  if (target) checkAddress(target, rule)
  throw new RequestRejected(`The platform sends ${url.pathname} to another address, which is not followed`)
}

/** One attempt, without retries. Throws `TransientError` for temporary failures, and otherwise what `PlatformClient` throws. */
export const callOnce = async (
  url: URL,
  { method = 'GET', headers = {}, body }: PlatformRequest,
  { agent, rule, signal, answerBytes, answerMs }: CallTools,
): Promise<PlatformResponse> => {
  const ownLimit = new AbortController()
  const timer = setTimeout(() => ownLimit.abort(), answerMs)
  const kind = typeof body === 'object' ? { 'content-type': 'application/json' } : {}
  try {
    const answer = await request(checkAddress(url, rule), {
      dispatcher: agent,
      method,
      headers: { accept: 'application/json', 'accept-encoding': 'gzip', 'user-agent': 'Cuvee', ...kind, ...headers },
      body: typeof body === 'object' ? JSON.stringify(body) : (body ?? null),
      signal: AbortSignal.any([signal, ownLimit.signal]),
    })
    const text = await responseText(answer, answerBytes)
    const response = { status: answer.statusCode, headers: textHeaders(answer.headers), text }
    refuseRedirect(response.status, response.headers, url, rule)
    return response
  } catch (error) {
    throw callFailure(error, signal, ownLimit.signal)
  } finally {
    clearTimeout(timer)
  }
}

/** Throws for an error status, temporary or permanent. `asked`: the pause that its headers request. */
export const refuseStatus = (name: string, status: number, asked: number | null): void => {
  if (status === 401 || status === 403) {
    throw new CredentialsRejected('The platform rejects this connection’s credentials')
  }
  if (status === 429) throw new TransientError('The platform is limiting requests', asked)
  if (status === 408 || status >= 500)
    throw new TransientError(`The platform returned an error for ${name} (status ${status})`, asked)
}

/** Joins a base URL with a path or a URL below it; rejects another host. */
export const buildRequestUrl = (base: URL, { path, query = {} }: PlatformRequest): URL => {
  const isWhole = /^[a-z][a-z\d+.-]*:/i.test(path)
  const url = URL.parse(isWhole ? path : `${base.href.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`)
  if (!url || url.origin !== base.origin || url.username !== '') throw new AddressNotAllowed()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value))
  }
  return url
}

/** The error after the last attempt. */
export const asDown = (failure: TransientError, tries: number): PlatformUnavailable =>
  new PlatformUnavailable(`${failure.message}, ${tries} times in a row`)

// A broken answer ends the unpacked stream with its error, and leaving that stream early ends the answer.
const decompressed = ({ body, headers }: Dispatcher.ResponseData): AsyncIterable<Uint8Array> =>
  headers['content-encoding'] === 'gzip' ? pipeline(body, createGunzip(), () => {}) : body

/** The text of a complete response. Throws `MalformedResponse` if it has more than `atMost` bytes after decompression. */
const responseText = async (answer: Dispatcher.ResponseData, atMost: number): Promise<string> => {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of decompressed(answer)) {
    bytes += part.length
    if (bytes > atMost)
      throw new MalformedResponse(`The platform’s response is larger than ${Math.floor(atMost / 2 ** 20)} MB`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** Whether a text begins as JSON and ends within a string, an object or an array, as when a proxy was cut off. */
export const isTruncatedJson = (text: string): boolean => {
  if (!/^\s*[[{]/.test(text)) return false
  let depth = 0
  let isString = false
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '"') isString = !isString
    else if (isString) at += sign === '\\' ? 1 : 0
    else if (sign === '{' || sign === '[') depth += 1
    else if (sign === '}' || sign === ']') depth -= 1
  }
  return isString || depth > 0
}
