import type { Span } from '#connectors/kit/connector.ts'
import { findPlatformConnector } from '#connectors/registry.ts'
import { fail } from '#contract/errors.ts'
import type { Reconciliation } from '#contract/service-checks.ts'
import { toMajor } from '#domain/money.ts'
import { addMonths } from '#domain/ranges/local-day.ts'
import { localDayOf, localDayStartUtc } from '#domain/ranges/time-zone.ts'
import type { Dialect } from '#semantic/catalog/dialect.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { type AccountLocale, requireService } from '../find-service.ts'
import { decryptSecrets } from '../secrets/service-secrets.ts'
import type { ServiceRow } from '../services.repo.ts'
import { openConnection, toServiceFailure } from './open-connection.ts'
import { createGrantAccess } from './stored-grant.ts'

/** An order from the warehouse or the platform. */
interface ComparableOrder {
  readonly sourceId: string
  readonly orderNumber: string
  /** local day */
  readonly day: string
  /** minor units */
  readonly total: number
}

type Compared = Pick<Reconciliation, 'ours' | 'platform' | 'differences' | 'differenceCount' | 'matches'>

/** Further differences are counted but not listed. */
const MAX_LISTED = 500

/** Matches both sides by id. Takes minor units of `currency` and returns major units. */
const compareOrders = (
  ours: readonly ComparableOrder[],
  platform: readonly ComparableOrder[],
  currency: string,
): Compared => {
  const pairs = new Map<string, { ours?: ComparableOrder; platform?: ComparableOrder }>()
  for (const order of ours) pairs.set(order.sourceId, { ours: order })
  for (const order of platform) pairs.set(order.sourceId, { ...pairs.get(order.sourceId), platform: order })
  const different = [...pairs.values()]
    .filter((pair) => pair.ours?.total !== pair.platform?.total)
    .sort((a, b) => pairDifference(b) - pairDifference(a) || pairId(a).localeCompare(pairId(b)))
  const major = (order: ComparableOrder | undefined) => (order ? toMajor(order.total, currency) : null)
  const differences = different.slice(0, MAX_LISTED).flatMap((pair) => {
    const either = pair.platform ?? pair.ours
    if (!either) return []
    const { sourceId, orderNumber, day } = either
    return [{ sourceId, orderNumber, day, ours: major(pair.ours), platform: major(pair.platform) }]
  })
  return {
    ours: sumOrders(ours, currency),
    platform: sumOrders(
      [...pairs.values()].flatMap((pair) => pair.platform ?? []),
      currency,
    ),
    differences,
    differenceCount: different.length,
    matches: different.length === 0,
  }
}

interface Pair {
  readonly ours?: ComparableOrder
  readonly platform?: ComparableOrder
}

const pairDifference = ({ ours, platform }: Pair): number => Math.abs((ours?.total ?? 0) - (platform?.total ?? 0))

const pairId = ({ ours, platform }: Pair): string => (platform ?? ours)?.sourceId ?? ''

const sumOrders = (orders: readonly ComparableOrder[], currency: string) => ({
  orders: orders.length,
  total: toMajor(
    orders.reduce((sum, { total }) => sum + total, 0),
    currency,
  ),
})

const LIMIT_MS = 120_000

interface ReconciledMonth {
  readonly id: string
  /** `YYYY-MM` */
  readonly month: string
}

/**
 * Compares a month's stored orders with the platform's by id, in the account's currency.
 *
 * Errors: `service.nothing_to_compare`, `service.credentials_lost`, `service.address_refused`, `service.platform_failed`.
 */
export const reconcileMonth = async (
  deps: Deps,
  { caller, signal }: { caller: Pick<Caller, 'accountId' | 'account'>; signal: AbortSignal },
  { id, month }: ReconciledMonth,
): Promise<Reconciliation> => {
  const { accountId, account } = caller
  const { currency, timeZone } = account
  const service = await requireService(deps, accountId, id)
  const first = `${month}-01`
  const after = addMonths(first, 1)
  const span = { from: localDayStartUtc(first, timeZone), until: localDayStartUtc(after, timeZone) }
  const ours = await loadStoredOrders(deps, service, { first, after, currency })
  const stored = ours.map(({ sourceId }) => sourceId)
  const platform = await fetchPlatformOrders(deps, service, { span, stored, account, signal })
  const asOf = new Date(deps.clock.now()).toISOString()
  return { month, currency, ...compareOrders(ours, platform, currency), asOf }
}

interface PlatformMonth {
  readonly span: Span
  /** source IDs of our orders in it */
  readonly stored: readonly string[]
  readonly account: AccountLocale
  readonly signal: AbortSignal
}

const fetchPlatformOrders = async (
  deps: Deps,
  service: ServiceRow,
  { span, stored, account, signal }: PlatformMonth,
): Promise<ComparableOrder[]> => {
  const connector = findPlatformConnector(service.type)
  const secrets = decryptSecrets(deps.keys, service)
  if (!connector?.streams.includes('orders')) throw fail('service.nothing_to_compare')
  if (secrets === null || secrets === 'unreadable') throw fail('service.credentials_lost')
  const late = AbortSignal.timeout(LIMIT_MS)
  const found = new Map<string, ComparableOrder>()
  try {
    const connection = await openConnection(deps, {
      connector,
      account,
      connectionId: service.id,
      settings: service.settings,
      secrets: secrets.settings,
      grant: createGrantAccess(deps, service, secrets),
      signal: AbortSignal.any([signal, late]),
    })
    try {
      if (connection.session.files) throw fail('service.nothing_to_compare')
      for await (const page of connection.session.orders(span, stored)) {
        for (const { ordered, ...order } of page) {
          if (order.currency !== account.currency) continue
          found.set(order.sourceId, { ...order, day: localDayOf(ordered, account.timeZone) })
        }
      }
    } finally {
      await connection.close()
    }
  } catch (error) {
    if (late.aborted)
      throw fail('service.platform_failed', { values: { message: 'The platform took too long to respond' } })
    throw toServiceFailure(error)
  }
  return [...found.values()]
}

const storedOrdersSql = ({ placeholder }: Dialect): string =>
  `SELECT source_id, order_number, CAST(CAST(ordered_local AS DATE) AS VARCHAR), total FROM orders
  WHERE service_id = ${placeholder(1, 'text')} AND currency = ${placeholder(2, 'text')}
    AND ordered_local >= ${placeholder(3, 'date')} AND ordered_local < ${placeholder(4, 'date')}`

const loadStoredOrders = async (
  { warehouse }: Deps,
  { id, account_id }: ServiceRow,
  { first, after, currency }: { first: string; after: string; currency: string },
): Promise<ComparableOrder[]> => {
  const { rows } = await warehouse.query(account_id, (dialect) => ({
    sql: storedOrdersSql(dialect),
    params: [id, currency, first, after],
  }))
  return rows.map(([sourceId, orderNumber, day, total]) => ({
    sourceId: String(sourceId),
    orderNumber: String(orderNumber),
    day: String(day),
    total: Number(total),
  }))
}
