import type { CustomFetch } from 'openid-client'
import { type Dispatcher, request } from 'undici'
import { type AddressRule, checkAddress } from '#connectors/kit/address.ts'

/** Far above a discovery document, a list of keys or a token. */
const MAX_BYTES = 1_000_000

class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge'
}

const readBody = async (body: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> => {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body) {
    size += part.length
    if (size > MAX_BYTES) throw new AnswerTooLarge()
    parts.push(part)
  }
  return new Uint8Array(Buffer.concat(parts))
}

const NO_BODY = [204, 205, 304]

const textHeaders = (headers: Dispatcher.ResponseData['headers']): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().map((one): [string, string] => [name, one]))

/**
 * How calls of `openid-client` are made: to allowed addresses only, without redirects, with limits on size and time. Throws
 * `AddressNotAllowed`, errors of the network, and a timeout.
 */
export const providerFetch =
  (agent: Dispatcher, rule: AddressRule, signal: AbortSignal): CustomFetch =>
  async (url, { method, headers, body, signal: ownSignal }) => {
    const answer = await request(checkAddress(url, rule), {
      dispatcher: agent,
      method: method === 'POST' ? 'POST' : 'GET',
      headers: { ...headers, 'user-agent': 'Cuvee' },
      body: body instanceof URLSearchParams ? body.toString() : null,
      signal: ownSignal ? AbortSignal.any([signal, ownSignal]) : signal,
    })
    const bytes = await readBody(answer.body)
    const init = { status: answer.statusCode, headers: textHeaders(answer.headers) }
    return new Response(NO_BODY.includes(answer.statusCode) ? null : bytes, init)
  }
