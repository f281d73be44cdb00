import { QueryCache, QueryClient, type QueryFilters } from '@tanstack/react-query'
import { errorStatus } from '#web/api/api-error.ts'

/**
 * How an answer on screen is kept fresh. Most are asked for again by each screen that opens, and when the user returns to the window.
 * The others:
 *
 * `shared`: only when the user returns, since every screen shows it · `numbers`: the same, and by a screen that opens a minute later;
 * unchanged numbers are not sent again · `data`: computed, so asked for again when the data or the account's settings have changed, and by
 * a screen that opens a minute later · `fixed`: never, since it belongs to the installation, a file or a click
 */
export type Freshness = 'shared' | 'numbers' | 'data' | 'fixed'

/** Answers that are not kept fresh as most are, by call, or by the first part of their key. */
export const FRESHNESS: ReadonlyMap<string, Freshness> = new Map([
  ['account.get', 'shared'],
  ['account.status', 'shared'],
  ['notifications.list', 'shared'],
  ['reports.catalog', 'shared'],
  ['report', 'numbers'],
  ['home', 'numbers'],
  ['account.dataSpan', 'data'],
  ['account.definitions', 'data'],
  ['ask.complete', 'data'],
  ['ask.forecast', 'data'],
  ['reports.drill', 'data'],
  ['reports.query', 'data'],
  ['subjects.get', 'data'],
  ['subjects.search', 'data'],
  ['system.client', 'fixed'],
  ['services.types', 'fixed'],
  ['services.check', 'fixed'],
  ['services.preview', 'fixed'],
  ['services.reconciliation', 'fixed'],
  ['reports.explain', 'fixed'],
  ['billing.confirm', 'fixed'],
  ['invitations.look', 'fixed'],
])

/** Milliseconds in which the parts of a screen that opens share one answer. */
const OPENING_MS = 2_000

const STALE_MS: Readonly<Record<Freshness, number>> = {
  shared: Number.POSITIVE_INFINITY,
  numbers: 60_000,
  data: 60_000,
  fixed: Number.POSITIVE_INFINITY,
}

/** `account.get`, or the first part of a key of our own. */
const callOf = ([first]: readonly unknown[]): string => (Array.isArray(first) ? first.join('.') : String(first))

const queryKeyFromCall = (call: string): readonly unknown[] => [call.includes('.') ? call.split('.') : call]

/** What to ask for again when the user returns to the window. */
export const outdatedOnReturn: QueryFilters = {
  predicate: ({ queryKey, meta }) => {
    const freshness = FRESHNESS.get(callOf(queryKey))
    return freshness !== 'fixed' && freshness !== 'data' && meta?.isEdited !== true
  },
}

/** What to ask for again after the data or the account's settings have changed. */
export const computedFromData: QueryFilters = {
  predicate: ({ queryKey }) => {
    const freshness = FRESHNESS.get(callOf(queryKey))
    return freshness === 'data' || freshness === 'numbers'
  },
}

/** The plan does not include what was asked for. */
const NOT_IN_PLAN = 402

/** Retries once on network failures and server errors; a client error would not change. */
const mayRetry = (failures: number, error: unknown): boolean => {
  const status = errorStatus(error)
  return failures < 1 && (status === null || status >= 500)
}

export const createQueryClient = (): QueryClient => {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      // The plan may have been changed elsewhere; then the frame shows which plans include the page.
      onError: (error) => {
        if (errorStatus(error) === NOT_IN_PLAN)
          void client.invalidateQueries({ queryKey: queryKeyFromCall('account.get') })
      },
    }),
    defaultOptions: {
      // Without a connection a call fails at once, so that what is stored is shown and no change is sent later.
      queries: { retry: mayRetry, staleTime: OPENING_MS, refetchOnWindowFocus: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  for (const [call, freshness] of FRESHNESS)
    client.setQueryDefaults(queryKeyFromCall(call), { staleTime: STALE_MS[freshness] })
  return client
}
