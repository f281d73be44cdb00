import { z } from 'zod'
import type { CallWithToken } from '../kit/authorization.ts'
import { optionalList, parseJsonOrNull } from '../kit/fields.ts'
import { type Page, pagesByCursor } from '../kit/paging.ts'
import type { PlatformClient, PlatformResponse, ResponseClassification } from '../kit/platform-client.ts'
import { MalformedResponse, RequestRejected } from '../kit/platform-problems.ts'
import { readEnvelope } from '../kit/read-records.ts'
import { type FetchedRecords, fetchedByIds } from '../kit/stream.ts'
import { readShopifyId } from './fields.ts'
import { type Operation, operation } from './graphql.ts'

/** A version is supported for at least a year; requests for older ones fall back to the oldest supported version. */
const API_VERSION = '2026-07'

/** The shop's bucket of points for query costs, which refills by `restoreRate` per second. */
const ThrottleStatus = z.object({
  maximumAvailable: z.number(),
  currentlyAvailable: z.number(),
  restoreRate: z.number().positive(),
})
type ThrottleStatus = z.output<typeof ThrottleStatus>

const Answer = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: optionalList(
    z.object({ message: z.string(), extensions: z.object({ code: z.string().optional() }).nullish() }),
  ),
  extensions: z
    .object({ cost: z.object({ requestedQueryCost: z.number(), throttleStatus: ThrottleStatus }).nullish() })
    .nullish(),
})
type GraphQLErrors = z.output<typeof Answer>['errors']

const hasCode = (errors: GraphQLErrors, ...codes: string[]): boolean =>
  errors.some(({ extensions }) => codes.includes(extensions?.code ?? ''))

/** Milliseconds until the bucket holds so many points, or as many as it can. */
const refillMs = (points: number, { maximumAvailable, currentlyAvailable, restoreRate }: ThrottleStatus): number =>
  Math.ceil(((Math.min(points, maximumAvailable) - currentlyAvailable) / restoreRate) * 1000)

/** Failures have status 200. Calls pause until the bucket holds the highest cost so far: any query may follow, and no point is lost. */
const createClassifier = () => {
  let highestCost = 0
  return ({ text }: PlatformResponse): ResponseClassification | null => {
    const { data } = Answer.safeParse(parseJsonOrNull(text))
    if (!data) return null
    const { errors, extensions } = data
    highestCost = Math.max(highestCost, extensions?.cost?.requestedQueryCost ?? 0)
    const pauseMs = extensions?.cost ? refillMs(highestCost, extensions.cost.throttleStatus) : 0
    const isThrottled = hasCode(errors, 'THROTTLED')
    const isFailed = hasCode(errors, 'INTERNAL_SERVER_ERROR', 'TIMEOUT', 'SERVICE_UNAVAILABLE')
    return {
      outcome: isThrottled || isFailed ? 'repeat' : null,
      pauseMs,
      reason: isFailed ? 'Shopify failed to answer' : 'Shopify’s query limit is reached',
    }
  }
}

/** The query exceeds the maximum cost of a query: a smaller page may succeed. */
class QueryTooLarge extends RequestRejected {}

const SCOPE = /`(read_[a-z_]+)`/
const PROTECTED = /not approved to (?:access|use) the ([A-Za-z]+)/

/** Only the kind of rejection is shown: the platform's text could contain anything. */
const rejection = (errors: GraphQLErrors): RequestRejected => {
  if (hasCode(errors, 'MAX_COST_EXCEEDED')) return new QueryTooLarge('The query exceeds the maximum cost of a query')
  if (!hasCode(errors, 'ACCESS_DENIED')) return new RequestRejected('Shopify rejected a query')
  const messages = errors.map(({ message }) => message).join('\n')
  const [, scope] = SCOPE.exec(messages) ?? []
  if (scope)
    return new RequestRejected(
      `The app doesn’t have the permission ${scope} in Shopify. Grant it, and install the app again`,
    )
  const [, kind] = PROTECTED.exec(messages) ?? []
  return new RequestRejected(
    kind
      ? `Shopify hasn’t approved the app for protected customer data (${kind}). Request access in the app’s settings`
      : 'The app doesn’t have a required permission in Shopify',
  )
}

type Variables = Readonly<Record<string, unknown>>

/**
 * Calls of the shop's Admin API, whose limits are query costs. Besides the client's errors they throw `MalformedResponse` if the answer is
 * not as documented, and `RequestRejected` if the shop rejects the query.
 */
export const createAdminApi = (client: PlatformClient, withToken: CallWithToken) => {
  const classify = createClassifier()
  return async <T extends z.ZodType>({ name, document, answer }: Operation<T>, variables: Variables = {}) => {
    const body = { query: document, operationName: name, variables }
    const path = `admin/api/${API_VERSION}/graphql.json`
    const response = await withToken((token) =>
      client.json({ method: 'POST', path, headers: { 'x-shopify-access-token': token }, body, classify }),
    )
    const { data, errors } = readEnvelope(response, Answer, `Shopify’s answer to ${name}`)
    if (errors.length > 0) throw rejection(errors)
    return readEnvelope(data, answer, `Shopify’s answer to ${name}`)
  }
}
export type AdminApi = ReturnType<typeof createAdminApi>

/** A cursor; null: the page is the last. */
const NextCursor = z
  .object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() })
  .refine(({ hasNextPage, endCursor }) => !hasNextPage || endCursor !== null)
  .transform(({ hasNextPage, endCursor }) => (hasNextPage ? endCursor : null))

const pageOf = <T extends z.ZodType>(record: T) => z.object({ nodes: z.array(record), pageInfo: NextCursor })
/** The records of a page are parsed one by one. */
const ListPage = pageOf(z.unknown())
type Lists = Readonly<Record<string, z.output<typeof ListPage>>>

export interface PagedList {
  /** of the operation */
  readonly name: string
  /** key of the list in the answer */
  readonly list: string
  /** key of the record that the list belongs to; default: it is a list of the shop */
  readonly root?: string
  readonly record: z.ZodType
  /** besides the page: how the list is filtered and sorted */
  readonly args?: string
  readonly pageSize: number
  readonly hidden?: ReadonlySet<string> | undefined
}

const listOperation = ({ name, list, root, record, args = '', hidden }: PagedList): Operation<z.ZodType<Lists>> => {
  const page = `(first: $first, after: $after${args})`
  const [answer, fields] = [z.object({ [list]: ListPage }), z.object({ [list]: pageOf(record) })]
  if (root === undefined) return operation(name, { args: { [list]: page }, hidden, answer, fields })
  return operation(name, {
    args: { [root]: '(id: $id)', [`${root}.${list}`]: page },
    answer: z.object({ [root]: answer }).transform((answered): Lists => answered[root] ?? {}),
    fields: z.object({ [root]: fields }),
  })
}

/** Pages of a list, from a cursor on, and smaller ones once Shopify reports that a query would cost too much. */
export const listPages = (api: AdminApi, paged: PagedList, variables: Variables = {}, from: string | null = null) => {
  const { list, pageSize } = paged
  const request = listOperation(paged)
  let first = pageSize
  const fetch = async (after: string | null, name: string): Promise<Page<string>> => {
    try {
      const page = (await api(request, { ...variables, first, after }))[list]
      if (!page) throw new MalformedResponse(`${name} is missing`)
      return { records: page.nodes, total: null, next: page.pageInfo }
    } catch (error) {
      if (!(error instanceof QueryTooLarge) || first === 1) throw error
      first = Math.floor(first / 2)
      return fetch(after, name)
    }
  }
  return pagesByCursor({ name: list, fetch }, from)
}

const Begun = z.looseObject({ id: z.string() })

/**
 * Completes a record's list, of which a page holds only the beginning. A record whose list cannot be read is returned unchanged: parsing
 * it reports the problem.
 */
export const completeList = async (api: AdminApi, paged: PagedList, record: unknown): Promise<unknown> => {
  const { data } = Begun.safeParse(record)
  const begun = ListPage.safeParse(data?.[paged.list]).data
  if (!data || !begun?.pageInfo) return record
  const rest = await Array.fromAsync(listPages(api, paged, { id: data.id }, begun.pageInfo))
  return { ...data, [paged.list]: { nodes: [...begun.nodes, ...rest.flatMap(({ records }) => records)] } }
}

interface NodesByIds {
  /** of the operation */
  readonly name: string
  readonly type: 'Order' | 'Customer' | 'Refund'
  readonly record: z.ZodType
  readonly hidden?: ReadonlySet<string> | undefined
  /** records per request: one query may cost 1,000 points */
  readonly atOnce: number
}

/** Records by the numbers in their IDs; Shopify answers with null for deleted ones, which are left out. */
export const nodesByIds = async (
  api: AdminApi,
  { name, type, record, hidden, atOnce }: NodesByIds,
  ids: readonly string[],
): Promise<readonly unknown[]> => {
  const request = operation(name, {
    args: { nodes: '(ids: $ids)' },
    answer: z.object({ nodes: z.array(z.unknown()) }),
    fields: z.object({ nodes: z.array(z.object({ [`... on ${type}`]: record })) }),
    hidden,
  })
  const found: unknown[] = []
  for (let start = 0; start < ids.length; start += atOnce) {
    const some = ids.slice(start, start + atOnce).map((id) => `gid://shopify/${type}/${id}`)
    const { nodes } = await api(request, { ids: some })
    found.push(...nodes.filter((node) => node !== null))
  }
  return found
}

/** The same for the lookup of a stream. */
export const fetchByIds = async (api: AdminApi, request: NodesByIds, ids: readonly string[]): Promise<FetchedRecords> =>
  fetchedByIds(ids, await nodesByIds(api, request, ids), (record) => [readShopifyId(record)])
