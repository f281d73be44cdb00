import { z } from 'zod'
import { DAY_MS } from '#domain/clock.ts'
import type { CallWithToken } from '../kit/authorization.ts'
import type { Connection } from '../kit/connector.ts'
import { INTERRUPTED, isTruncatedJson } from '../kit/http-call.ts'
import { parseJsonOrNull } from '../kit/json-answer.ts'
import { type ListPage, OffsetPosition, pagesByOffset } from '../kit/paging.ts'
import type { PlatformRequest, PlatformResponse, ResponseClassification } from '../kit/platform-client.ts'
import { MalformedResponse, RequestRejected } from '../kit/platform-problems.ts'
import { sinceLatestChange } from '../kit/progress.ts'
import { readEnvelope, readRecordId } from '../kit/read-records.ts'
import { gmtText, OptionalInstant } from './fields.ts'

const API = 'wp-json/wc/v3'

type WooQuery = Readonly<Record<string, string | number | undefined>>

export interface WooApi {
  /** One page of a list. `path` is below `/wp-json/wc/v3`; `name` is shown in messages. */
  list(path: string, query: WooQuery, name: string): Promise<ListPage>
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

export const PAGE_SIZE = 100

export interface WooList {
  /** shown in messages, such as `orders` */
  readonly name: string
  readonly path: string
  readonly orderby: 'id' | 'modified'
  readonly query?: WooQuery
}

const Modified = z.object({ date_modified_gmt: OptionalInstant })

/** Last change of an unparsed record, epoch milliseconds; null: unknown. */
const readModified = (record: unknown): number | null => Modified.safeParse(record).data?.date_modified_gmt ?? null

// An older store ignores the filter, and a cache may ignore every parameter: most of the changes would be missed.
const assertFiltered = ({ name }: WooList, { records }: ListPage, after: number | null): void => {
  if (after === null || records.map(readModified).every((at) => at === null || at >= after)) return
  throw new MalformedResponse(
    `The list of ${name} isn’t limited to changes. WooCommerce 5.8 or later is needed, and no cache for /wp-json.`,
  )
}

/** Pages of a list in ascending order. `since`, `from`: see `pagesByOffset`. */
export const wooPages = (
  api: WooApi,
  list: WooList,
  since: () => number | null = () => null,
  from: OffsetPosition | null = null,
) => {
  const { name, path, orderby } = list
  const shared = { ...list.query, ...(orderby === 'modified' ? { dates_are_gmt: 'true' } : {}), orderby, order: 'asc' }
  const fetch = async ({ after, offset }: OffsetPosition, page: string): Promise<ListPage> => {
    const changed = after === null ? {} : { modified_after: gmtText(after) }
    const answer = await api.list(path, { ...shared, ...changed, per_page: PAGE_SIZE, offset }, page)
    assertFiltered(list, answer, after)
    return answer
  }
  return pagesByOffset({ name, pageSize: PAGE_SIZE, idOf: readRecordId, since, fetch }, from)
}

/** Records of a list by their IDs, at most `PAGE_SIZE`. */
export const wooRecords = async (
  api: WooApi,
  { name, path, query }: WooList,
  ids: readonly string[],
): Promise<readonly unknown[]> => {
  if (ids.length === 0) return []
  const byId = { ...query, include: ids.join(','), per_page: PAGE_SIZE }
  return (await api.list(path, byId, `The ${name} of a list of IDs`)).records
}

/** Changes of the last day are read again each time, because clocks differ and lists change while they are read. */
export const OVERLAP_MS = DAY_MS

export const byChange = (now: () => number) =>
  sinceLatestChange({ now, overlapMs: OVERLAP_MS, position: OffsetPosition, updated: readModified })

export const sampled = (api: WooApi, { path }: Pick<WooList, 'path'>, query: WooQuery = {}) =>
  api.list(path, { per_page: 1, ...query }, `A sample of ${path}`)

/** Only what a schema reads. */
export const fieldsOf = ({ shape }: z.ZodObject): { readonly _fields: string } => ({
  _fields: Object.keys(shape).join(','),
})
