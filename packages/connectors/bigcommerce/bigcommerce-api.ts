import { z } from 'zod'
import type { Budget, Connection } from '../kit/connector.ts'
import { INTERRUPTED } from '../kit/http-call.ts'
import { isInterrupted, parseJsonOrNull } from '../kit/json-answer.ts'
import type { ListPage } from '../kit/paging.ts'
import type { PlatformRequest, PlatformResponse, ResponseClassification } from '../kit/platform-client.ts'
import { MalformedResponse, RequestRejected } from '../kit/platform-problems.ts'
import { readEnvelope } from '../kit/read-records.ts'
import { type Scope, scopeMissing } from './scopes.ts'

/**
 * The smaller plans allow 150 calls in 30 seconds, shared by all apps of the store. Headers say how many are left.
 * https://developer.bigcommerce.com/docs/start/best-practices/api-rate-limits
 */
export const BIGCOMMERCE_BUDGET: Budget = { name: 'bigcommerce', calls: 100, perMs: 30_000 }

/** Calls that are left to other apps. */
const KEPT_CALLS = 5
const RATE = 'BigCommerce asks for a pause'

export interface BcRequest extends Pick<PlatformRequest, 'method' | 'path' | 'query' | 'body'> {
  /** null: every API account may make the call */
  readonly scope: Scope | null
  /** shown in error messages, such as `orders` */
  readonly name: string
}

interface BcPage extends ListPage {
  readonly total: number
  readonly pages: number
}

export interface BigCommerceApi {
  /** null: 404, or 204 where version 2 has nothing to list */
  find(request: BcRequest): Promise<unknown>
  /** a list of version 2 */
  list(request: BcRequest): Promise<readonly unknown[]>
  /** a page of a list of version 3 */
  page(request: BcRequest): Promise<BcPage>
}

const headerNumber = (headers: Readonly<Record<string, string>>, name: string): number | null => {
  const text = headers[`x-rate-limit-${name}`]
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : null
}

/** 204: nothing to list. 403: a scope is missing. A broken connection may leave an empty or truncated answer with status 200. */
const outcomeOf = (answer: PlatformResponse): ResponseClassification['outcome'] => {
  if (answer.status === 204 || answer.status === 403) return 'take'
  return isInterrupted(answer) ? 'repeat' : null
}

const classify = (answer: PlatformResponse): ResponseClassification | null => {
  const reset = headerNumber(answer.headers, 'time-reset-ms')
  if (answer.status === 429) return reset === null ? null : { outcome: 'repeat', pauseMs: reset, reason: RATE }
  const left = headerNumber(answer.headers, 'requests-left')
  const pauseMs = left !== null && left < KEPT_CALLS ? (reset ?? 0) : 0
  const outcome = outcomeOf(answer)
  if (outcome === null && pauseMs === 0) return null
  return { outcome, pauseMs, reason: outcome === 'repeat' ? INTERRUPTED : RATE }
}

const List = z.array(z.unknown())
const Count = z.int().nonnegative()
const Page = z.object({
  data: List,
  meta: z.object({ pagination: z.object({ total: Count, total_pages: Count }) }),
})

export const createBigCommerceApi = (
  client: Connection['client'],
  { storeHash, accessToken }: { readonly storeHash: string; readonly accessToken: string },
): BigCommerceApi => {
  const find = async ({ scope, name, path, ...request }: BcRequest): Promise<unknown> => {
    const response = await client.send({
      ...request,
      path: `/stores/${encodeURIComponent(storeHash)}${path}`,
      headers: { 'x-auth-token': accessToken },
      budgets: [BIGCOMMERCE_BUDGET.name],
      classify,
    })
    const { status, text } = response
    if (status === 404 || status === 204) return null
    if (status === 403 && scope !== null) throw scopeMissing(scope)
    if (status >= 400) throw new RequestRejected(`BigCommerce rejected the call for ${name} (status ${status})`, status)
    const answer = parseJsonOrNull(text)
    if (answer === undefined) throw new MalformedResponse(`BigCommerce’s response with ${name} is not JSON`)
    return answer
  }
  return {
    find,
    async list(request) {
      const answer = await find(request)
      return answer === null ? [] : readEnvelope(answer, List, `A page of ${request.name}`)
    },
    async page(request) {
      const { data, meta } = readEnvelope(await find(request), Page, `A page of ${request.name}`)
      return { records: data, total: meta.pagination.total, pages: meta.pagination.total_pages }
    },
  }
}

/** A list of version 3 for `pagesFromEnd`. */
export const numbered = (api: BigCommerceApi, request: BcRequest) => ({
  name: request.name,
  fetch: (page: number) => api.page({ ...request, query: { ...request.query, page } }),
})
