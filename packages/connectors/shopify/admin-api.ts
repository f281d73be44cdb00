import { z } from 'zod'
import type { CallWithToken } from '../kit/authorization.ts'
import type { PlatformClient } from '../kit/platform-client.ts'
import { PlatformUnavailable, RequestRejected } from '../kit/platform-problems.ts'
import { readEnvelope } from '../kit/read-records.ts'

/** Query cost budget: the points in the bucket, which refills by `restoreRate` per second. */
const ThrottleStatus = z.object({
  maximumAvailable: z.number(),
  currentlyAvailable: z.number(),
  restoreRate: z.number().positive(),
})
type ThrottleStatus = z.infer<typeof ThrottleStatus>

/** The shop's bucket as of the last answer. */
interface CostBucket {
  /** milliseconds until the bucket holds the last known cost of this query */
  pauseBefore(query: string): number
  /** `cost`: the requested cost */
  note(query: string, cost: number, status: ThrottleStatus): void
}

// Other apps may use the bucket as well.
const LONGEST_PAUSE_MS = 60_000

const createCostBucket = (): CostBucket => {
  const costs = new Map<string, number>()
  let last: ThrottleStatus | null = null
  return {
    pauseBefore(query) {
      if (last === null) return 0
      const cost = Math.min(costs.get(query) ?? 0, last.maximumAvailable)
      const missing = cost - last.currentlyAvailable
      return missing <= 0 ? 0 : Math.min(Math.ceil((missing / last.restoreRate) * 1000), LONGEST_PAUSE_MS)
    },
    note(query, cost, status) {
      costs.set(query, cost)
      last = status
    },
  }
}

/** A version is supported for at least a year; requests for older ones fall back to the oldest supported version. */
const API_VERSION = '2026-07'
const PATH = `admin/api/${API_VERSION}/graphql.json`
const TRIES = 8
const FAILURE_PAUSE_MS = 2000

/** A document with the name of its operation, which identifies calls. */
export interface Operation {
  readonly name: string
  readonly document: string
}

/** The query exceeds the maximum cost of a query: a smaller page may succeed. */
export class QueryTooLarge extends Error {
  override readonly name = 'QueryTooLarge'
}

/** The shop's Admin API with its own limits: waits for query costs and retries temporary failures. */
export interface AdminApi {
  /**
   * The `data` of an answer. Throws `QueryTooLarge`, and the errors of platform-problems.ts: `MalformedResponse` if the
   * answer is not GraphQL or does not match `shape`, `RequestRejected` if the shop rejects the query. `page`: named in messages.
   */
  ask<Shape extends z.ZodType>(
    operation: Operation,
    variables: Readonly<Record<string, unknown>>,
    shape: Shape,
    page: string,
  ): Promise<z.output<Shape>>
}

const GraphQLError = z.object({
  message: z.string(),
  extensions: z.object({ code: z.string().optional() }).nullish(),
})
type GraphQLError = z.infer<typeof GraphQLError>

const Answer = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z.array(GraphQLError).nullish(),
  extensions: z
    .object({
      cost: z.object({ requestedQueryCost: z.number(), throttleStatus: ThrottleStatus }).nullish(),
    })
    .nullish(),
})

const PASSING_CODES = ['INTERNAL_SERVER_ERROR', 'TIMEOUT', 'SERVICE_UNAVAILABLE']

const hasCode = (errors: readonly GraphQLError[], codes: readonly string[]): boolean =>
  errors.some(({ extensions }) => codes.includes(extensions?.code ?? ''))

const SCOPE = /`(read_[a-z_]+)`/
const PROTECTED = /not approved to (?:access|use) the ([A-Za-z]+)/

const missingPermission = (messages: readonly string[]): string => {
  const named = (pattern: RegExp) => messages.map((text) => pattern.exec(text)?.[1]).find((name) => name !== undefined)
  const scope = named(SCOPE)
  if (scope !== undefined)
    return `The app doesn’t have the permission ${scope} in Shopify. Grant it, and install the app again`
  const kind = named(PROTECTED)
  return kind === undefined
    ? 'The app doesn’t have a required permission in Shopify'
    : `Shopify hasn’t approved the app for protected customer data (${kind}). Request access in the app’s settings`
}

/** Only the kind of rejection is shown: the platform's text could contain anything. */
const refusal = (errors: readonly GraphQLError[]): Error => {
  if (hasCode(errors, ['MAX_COST_EXCEEDED'])) return new QueryTooLarge('The query exceeds the maximum cost of a query')
  if (!hasCode(errors, ['ACCESS_DENIED'])) return new RequestRejected('Shopify rejected a query')
  return new RequestRejected(missingPermission(errors.map(({ message }) => message)))
}

export const createAdminApi = (client: PlatformClient, withToken: CallWithToken): AdminApi => {
  const bucket = createCostBucket()

  const call = async ({ name, document }: Operation, variables: object, page: string) => {
    const pause = bucket.pauseBefore(name)
    if (pause > 0) await client.wait(pause, 'Shopify’s query limit is reached')
    const body = { query: document, operationName: name, variables }
    const answer = await withToken((token) =>
      client.json({ method: 'POST', path: PATH, headers: { 'x-shopify-access-token': token }, body }),
    )
    const parsed = readEnvelope(answer, Answer, page)
    if (parsed.extensions?.cost) {
      const { requestedQueryCost, throttleStatus } = parsed.extensions.cost
      bucket.note(name, requestedQueryCost, throttleStatus)
    }
    return parsed
  }

  return {
    async ask(operation, variables, shape, page) {
      for (let tried = 1; ; tried += 1) {
        const { data, errors } = await call(operation, variables, page)
        if (!errors || errors.length === 0) return readEnvelope(data, shape, page)
        const isThrottled = hasCode(errors, ['THROTTLED'])
        if (!isThrottled && !hasCode(errors, PASSING_CODES)) throw refusal(errors)
        if (tried === TRIES) throw new PlatformUnavailable(`Shopify did not answer a query, ${TRIES} times in a row`)
        // After a rejection for its cost the bucket usually knows how long it takes to refill.
        const isPauseKnown = isThrottled && bucket.pauseBefore(operation.name) > 0
        if (!isPauseKnown) await client.wait(FAILURE_PAUSE_MS * tried, 'Shopify failed to answer')
      }
    },
  }
}
