import { z } from 'zod'
import type { Budget, Connection } from '../kit/connector.ts'
import { type NumberPosition, pagesFromEnd } from '../kit/paging.ts'
import { type PlatformRequest, pauseByHeaders } from '../kit/platform-client.ts'
import { readEnvelope } from '../kit/read-records.ts'

/** OAuth scopes as the control panel names them, with what is missing without each. Reading is enough. */
export const SCOPES = {
  'Information & Settings': 'The store’s currency and time zone can’t be read',
  Orders: 'Orders can’t be synced',
  Products: 'Products won’t be synced, and orders have no categories',
  Customers: 'Customers won’t be synced',
  'Store Inventory': 'Inventory won’t be synced',
} as const
export type Scope = keyof typeof SCOPES

/** BigCommerce answers 403 to an API account without the scope of a call. */
const explainScope = (scope: Scope | null): string =>
  scope === null
    ? 'The API account may not make this call'
    : `${SCOPES[scope]}: the API account doesn’t have the scope ${scope}`

/**
 * The smaller plans allow 150 calls in 30 seconds, shared by all apps of the store. Headers say how many are left.
 * https://developer.bigcommerce.com/docs/start/best-practices/api-rate-limits
 */
export const BIGCOMMERCE_BUDGET: Budget = { name: 'bigcommerce', calls: 100, perMs: 30_000 }

/** Records of each list that the connection test reads. */
export const SAMPLE_SIZE = 25

interface BcRequest extends Pick<PlatformRequest, 'method' | 'path' | 'query' | 'body'> {
  /** null: every API account may make the call */
  readonly scope: Scope | null
  /** shown in error messages, such as `orders` */
  readonly name: string
}

const pause = pauseByHeaders({
  title: 'BigCommerce',
  remaining: 'x-rate-limit-requests-left',
  reset: 'x-rate-limit-time-reset-ms',
  unitMs: 1,
  spared: 4,
})

const List = z.array(z.unknown())
const Count = z.int().nonnegative()
const Page = z.object({
  data: List,
  meta: z.object({ pagination: z.object({ total: Count, total_pages: Count }) }),
})

export const createBigCommerceApi = (
  client: Connection['client'],
  { storeHash, accessToken }: { readonly storeHash: string; readonly accessToken: string },
) => {
  /** null: 404, or 204 where version 2 has nothing to list */
  const find = ({ scope, path, ...request }: BcRequest): Promise<unknown> =>
    client.json({
      ...request,
      path: `/stores/${encodeURIComponent(storeHash)}${path}`,
      headers: { 'x-auth-token': accessToken },
      budgets: [BIGCOMMERCE_BUDGET.name],
      absent: [204, 404],
      lack: explainScope(scope),
      classify: pause,
    })

  const page = async (request: BcRequest) => {
    const { data, meta } = readEnvelope(await find(request), Page, `A page of ${request.name}`)
    return { records: data, total: meta.pagination.total, pages: meta.pagination.total_pages }
  }

  return {
    find,

    /** a list of version 2 */
    async list(request: BcRequest): Promise<readonly unknown[]> {
      const answer = await find(request)
      return answer === null ? [] : readEnvelope(answer, List, `A page of ${request.name}`)
    },

    /** a page of a list of version 3 */
    page,

    /** all pages of a list of version 3 */
    pages: (request: BcRequest, from: NumberPosition | null = null) =>
      pagesFromEnd(
        { name: request.name, fetch: (number) => page({ ...request, query: { ...request.query, page: number } }) },
        from,
      ),
  }
}
export type BigCommerceApi = ReturnType<typeof createBigCommerceApi>
