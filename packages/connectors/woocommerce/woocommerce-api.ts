import { z } from 'zod'
import type { CallWithToken } from '../kit/authorization.ts'
import type { Connection } from '../kit/connector.ts'
import { INTERRUPTED, isTruncatedJson } from '../kit/http-call.ts'
import { parseJsonOrNull } from '../kit/json-answer.ts'
import type { PlatformRequest, PlatformResponse, ResponseClassification } from '../kit/platform-client.ts'
import { MalformedResponse, RequestRejected } from '../kit/platform-problems.ts'
import { readEnvelope } from '../kit/read-records.ts'

const API = 'wp-json/wc/v3'

export type WooQuery = Readonly<Record<string, string | number | undefined>>

export interface WooPage {
  /** each still to be parsed */
  readonly records: readonly unknown[]
  /** size of the whole list; null: a proxy removed the header */
  readonly total: number | null
}

export interface WooApi {
  /** One page of a list. `path` is below `/wp-json/wc/v3`; `name` is shown in messages. */
  list(path: string, query: WooQuery, name: string): Promise<WooPage>
  /** One record; null if the store has no such address. */
  find<T extends z.ZodType>(path: string, answer: T): Promise<z.output<T> | null>
  /** Changes or deletes something; null if it doesn't exist. */
  change<T extends z.ZodType>(request: PlatformRequest, answer: T): Promise<z.output<T> | null>
  /** The description of the site, at `/wp-json/`. */
  site<T extends z.ZodType>(answer: T): Promise<z.output<T>>
}

const Refusal = z.object({ code: z.string().regex(/^\w{1,80}$/) })

const readRefusalCode = ({ text }: PlatformResponse): string | null =>
  Refusal.safeParse(parseJsonOrNull(text)).data?.code ?? null

const repeat = (reason: string): ResponseClassification => ({ outcome: 'repeat', pauseMs: 0, reason })
const TAKE: ResponseClassification = { outcome: 'take', pauseMs: 0, reason: '' }

// 403 with a code of WooCommerce is about the user of the key, not about the key; 401 to a change is also its permission.
const isAboutPermission = (answer: PlatformResponse, isChange: boolean): boolean =>
  (answer.status === 403 && readRefusalCode(answer)?.startsWith('woocommerce_rest_cannot') === true) ||
  (answer.status === 401 && isChange)

const classifyFor =
  (isChange: boolean) =>
  (answer: PlatformResponse): ResponseClassification | null => {
    if (isAboutPermission(answer, isChange)) return TAKE
    if (answer.status >= 400) return null
    if (answer.text.trim() === '') return repeat('WooCommerce sent an empty response')
    return parseJsonOrNull(answer.text) === undefined && isTruncatedJson(answer.text) ? repeat(INTERRUPTED) : null
  }

const refusal = (path: string, answer: PlatformResponse): RequestRejected => {
  const { status } = answer
  const code = readRefusalCode(answer)
  if (status === 403) {
    return new RequestRejected(
      `The user of the API key may not read ${path}. Choose an administrator or shop manager.`,
      403,
    )
  }
  if (status === 401) return new RequestRejected('The API key may only read. Give it the permission Read/Write.', 401)
  if (status === 404 && (code === null || code === 'rest_no_route')) {
    return new RequestRejected(
      `There is no WooCommerce REST API at this address (${path}). Check the address, and that the site’s permalinks aren’t set to Plain.`,
      404,
    )
  }
  return new RequestRejected(`WooCommerce rejected ${path} (${code ?? `status ${status}`})`, status)
}

const readTotalHeader = ({ headers }: PlatformResponse): number | null => {
  const text = headers['x-wp-total'] ?? ''
  return /^\d{1,9}$/.test(text) ? Number(text) : null
}

const List = z.array(z.unknown())

interface WooAccess extends Pick<Connection, 'client'> {
  /** runs a call with consumer key and consumer secret, joined by a colon */
  readonly callWithKeys: CallWithToken
  readonly keysInUrl: boolean
}

const authenticated = (keys: string, keysInUrl: boolean): Pick<PlatformRequest, 'headers' | 'query'> => {
  if (!keysInUrl) return { headers: { authorization: `Basic ${Buffer.from(keys).toString('base64')}` }, query: {} }
  const [consumer_key, consumer_secret] = keys.split(':')
  return { headers: {}, query: { consumer_key, consumer_secret } }
}

/** https://woocommerce.github.io/woocommerce-rest-api-docs */
export const createWooApi = ({ client, callWithKeys, keysInUrl }: WooAccess): WooApi => {
  const send = (request: PlatformRequest): Promise<PlatformResponse> =>
    callWithKeys((keys) => {
      const { headers, query } = authenticated(keys, keysInUrl)
      return client.send({
        ...request,
        query: { ...request.query, ...query },
        headers: headers ?? {},
        classify: classifyFor((request.method ?? 'GET') !== 'GET'),
      })
    })

  const parseBody = (path: string, answer: PlatformResponse): unknown => {
    if (answer.status >= 400) throw refusal(path, answer)
    const body = parseJsonOrNull(answer.text)
    if (body === undefined) throw new MalformedResponse(`WooCommerce’s response to ${path} is not JSON`)
    return body
  }

  const change: WooApi['change'] = async (request, shape) => {
    const path = `${API}/${request.path}`
    const answer = await send({ ...request, path })
    if (answer.status === 404 || answer.status === 410) return null
    return readEnvelope(parseBody(`/${path}`, answer), shape, `WooCommerce’s response to /${path}`)
  }

  return {
    async list(path, query, name) {
      const answer = await send({ path: `${API}/${path}`, query })
      return { records: readEnvelope(parseBody(`/${API}/${path}`, answer), List, name), total: readTotalHeader(answer) }
    },
    find: (path, answer) => change({ path }, answer),
    change,
    site: async (shape) =>
      readEnvelope(parseBody('/wp-json/', await send({ path: 'wp-json/' })), shape, 'The description of the site'),
  }
}
