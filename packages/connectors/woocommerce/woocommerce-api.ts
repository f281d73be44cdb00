import { z } from 'zod'
import { DAY_MS } from '#domain/clock.ts'
import type { CallWithToken } from '../kit/authorization.ts'
import type { Connection } from '../kit/connector.ts'
import { parseJsonOrNull } from '../kit/fields.ts'
import { type ListPage, OffsetPosition, pagesByOffset } from '../kit/paging.ts'
import type { JsonAnswer, PlatformRequest, PlatformResponse } from '../kit/platform-client.ts'
import { MalformedResponse, RequestRejected } from '../kit/platform-problems.ts'
import { sinceLatestChange } from '../kit/progress.ts'
import { readEnvelope, readRecordId } from '../kit/read-records.ts'
import { type ListedAs, listedRecords } from '../kit/stream.ts'
import { gmtText, OptionalInstant } from './fields.ts'

const API = '/wp-json/wc/v3'

type WooQuery = Readonly<Record<string, string | number | undefined>>

export interface WooList {
  /** shown in messages, such as `orders` */
  readonly name: string
  readonly path: string
  readonly query?: WooQuery
}

const Refusal = z.object({ code: z.string() })

/** Refusals whose status doesn't say what to do: 403 can be about the user of the key instead of the key, and 401 about its permission. */
const explainRefusal = (
  { status, text }: PlatformResponse,
  { path, method = 'GET' }: PlatformRequest,
): string | null => {
  if (status < 400) return null
  const code = Refusal.safeParse(parseJsonOrNull(text)).data?.code ?? 'rest_no_route'
  if (status === 403 && code.startsWith('woocommerce_rest_cannot'))
    return `The user of the API key may not read ${path}. Choose an administrator or shop manager.`
  if (status === 401 && method !== 'GET') return 'The API key may only read. Give it the permission Read/Write.'
  if (status === 404 && code === 'rest_no_route')
    return `There is no WooCommerce REST API at this address (${path}). Check the address, and that the site’s permalinks aren’t set to Plain.`
  return null
}

const List = z.array(z.unknown())

interface WooAccess extends Pick<Connection, 'client'> {
  /** runs a call with consumer key and consumer secret, joined by a colon */
  readonly callWithKeys: CallWithToken
  readonly keysInUrl: boolean
}

const authenticate = (keys: string, isInUrl: boolean): Pick<PlatformRequest, 'headers' | 'query'> => {
  if (!isInUrl) return { headers: { authorization: `Basic ${Buffer.from(keys).toString('base64')}` } }
  const [consumer_key, consumer_secret] = keys.split(':')
  return { query: { consumer_key, consumer_secret } }
}

export const PAGE_SIZE = 100
/** Enough to meet the codes that a store uses. */
export const SAMPLE_SIZE = 25

const Modified = z.object({ date_modified_gmt: OptionalInstant })

/** Last change of an unparsed record, epoch milliseconds; null: unknown. */
const readModified = (record: unknown): number | null => Modified.safeParse(record).data?.date_modified_gmt ?? null

// An older store ignores the filter, and a cache may ignore every parameter: most of the changes would be missed.
const assertFiltered = ({ records }: ListPage, { name }: WooList, after: number | null): void => {
  if (after === null || records.map(readModified).every((at) => at === null || at >= after)) return
  throw new MalformedResponse(
    `The list of ${name} isn’t limited to changes. WooCommerce 5.8 or later is needed, and no cache for /wp-json.`,
  )
}

/** Only what a schema reads. */
export const fieldsOf = ({ shape }: z.ZodObject): { readonly _fields: string } => ({
  _fields: Object.keys(shape).join(','),
})

/** Whether an older store, or one without the extension Subscriptions, has no such list. */
export const isNoList = (error: unknown): boolean => error instanceof RequestRejected && error.status === 404

/** https://woocommerce.github.io/woocommerce-rest-api-docs. Paths are below `/wp-json/wc/v3`. */
export const createWooApi = ({ client, callWithKeys, keysInUrl }: WooAccess) => {
  const send = (request: PlatformRequest): Promise<JsonAnswer> =>
    callWithKeys((keys) => {
      const { query, ...headers } = authenticate(keys, keysInUrl)
      return client.answer({
        ...request,
        ...headers,
        query: { ...request.query, ...query },
        classify(answer) {
          const reason = request.absent?.includes(answer.status) ? null : explainRefusal(answer, request)
          if (reason !== null) throw new RequestRejected(reason, answer.status)
          return null
        },
      })
    })

  /** One page of a list. `name` is shown in messages. */
  const list = async (path: string, query: WooQuery, name: string): Promise<ListPage> => {
    const { body, headers } = await send({ path: `${API}/${path}`, query })
    const total = headers['x-wp-total'] ?? ''
    return { records: readEnvelope(body, List, name), total: /^\d{1,9}$/.test(total) ? Number(total) : null }
  }

  /** Pages of a list by ID, or by change where they are of changes. `since`, `from`: see `pagesByOffset`. */
  const pages = (of: WooList, since: (() => number | null) | null = null, from: OffsetPosition | null = null) => {
    const order = since ? { orderby: 'modified', dates_are_gmt: 'true' } : { orderby: 'id' }
    const fetch = async ({ after, offset }: OffsetPosition, name: string): Promise<ListPage> => {
      const changed = after === null ? {} : { modified_after: gmtText(after) }
      const query = { ...of.query, ...order, order: 'asc', ...changed, per_page: PAGE_SIZE, offset }
      const answer = await list(of.path, query, name)
      assertFiltered(answer, of, after)
      return answer
    }
    const paged = { name: of.name, pageSize: PAGE_SIZE, idOf: readRecordId, fetch }
    return pagesByOffset(since ? { ...paged, since } : paged, from)
  }

  return {
    list,
    pages,

    /** One record, or what a change of it gives; null if the store has no such address. */
    async find<Shape extends z.ZodType>(request: PlatformRequest, shape: Shape): Promise<z.output<Shape> | null> {
      const path = `${API}/${request.path}`
      const { body } = await send({ ...request, path, absent: [404, 410] })
      return body === null ? null : readEnvelope(body, shape, `WooCommerce’s response to ${path}`)
    },

    /** The description of the site, at `/wp-json/`. */
    site: async <Shape extends z.ZodType>(shape: Shape): Promise<z.output<Shape>> =>
      readEnvelope((await send({ path: '/wp-json/' })).body, shape, 'The description of the site'),

    /** How changes of a list are read. Those of the last day are read again, because clocks differ and lists change meanwhile. */
    byChange: (of: WooList, now: () => number) => ({
      progress: sinceLatestChange({ now, overlapMs: DAY_MS, position: OffsetPosition, updated: readModified }),
      pages: (since: () => number | null, from: OffsetPosition | null) => pages(of, since, from),
    }),

    /** Records of a list by their IDs, at most `PAGE_SIZE`. */
    async records({ name, path, query }: WooList, ids: readonly string[]): Promise<readonly unknown[]> {
      if (ids.length === 0) return []
      const byId = { ...query, include: ids.join(','), per_page: PAGE_SIZE }
      return (await list(path, byId, `The ${name} of a list of IDs`)).records
    },

    /** A list as a listing names its records, with no other fields than those of the schema. */
    listed: <Shape extends z.ZodObject>(of: WooList, listed: ListedAs<Shape>) =>
      listedRecords(pages({ ...of, query: { ...of.query, ...fieldsOf(listed.schema) } }), listed),

    sample: ({ path, query }: WooList, per_page = 1) => list(path, { ...query, per_page }, `A sample of ${path}`),
  }
}
export type WooApi = ReturnType<typeof createWooApi>
