import type { Span } from '#connectors/kit/connector.ts'
import { platformOf } from '#connectors/registry.ts'
import { fail } from '#contract/errors.ts'
import type { Reconciliation } from '#contract/services.ts'
import { addMonths } from '#domain/ranges/local-day.ts'
import { localDayOf, localDayStartUtc } from '#domain/ranges/time-zone.ts'
import type { Deps } from '#server/deps.ts'
import { accountMoney } from '../account-money.ts'
import { demandService } from '../find-service.ts'
import { secretsOf } from '../secrets/service-secrets.ts'
import type { ServiceRow } from '../services.repo.ts'
import { compareOrders, type SideOrder } from './compare-orders.ts'
import { openConnection } from './open-connection.ts'
import { platformFailure } from './platform-failure.ts'

const LIMIT_MS = 120_000

interface Asked {
  readonly id: string
  /** `YYYY-MM` */
  readonly month: string
}

/**
 * A month's orders as we hold them beside those that the platform adds up, by id, in the account's currency.
 *
 * Errors: `service.nothing_to_compare`, `service.credentials_lost`, `service.address_refused`, `service.platform_failed`.
 */
export const reconcileMonth = async (
  deps: Deps,
  { accountId, signal }: { accountId: number; signal: AbortSignal },
  { id, month }: Asked,
): Promise<Reconciliation> => {
  const service = await demandService(deps, accountId, id)
  const { currency, timeZone } = await accountMoney(deps, accountId)
  const first = `${month}-01`
  const after = addMonths(first, 1)
  const span = { from: localDayStartUtc(first, timeZone), until: localDayStartUtc(after, timeZone) }
  const platform = await platformOrders(deps, service, { span, currency, timeZone, signal })
  const ours = await ourOrders(deps, service, { first, after, currency })
  const asOf = new Date(deps.clock.now()).toISOString()
  return { month, currency, ...compareOrders(ours, platform, currency), asOf }
}

interface PlatformMonth {
  readonly span: Span
  readonly currency: string
  readonly timeZone: string
  readonly signal: AbortSignal
}

const platformOrders = async (
  deps: Deps,
  service: ServiceRow,
  { span, currency, timeZone, signal }: PlatformMonth,
): Promise<SideOrder[]> => {
  const connector = platformOf(service.type)
  const secrets = secretsOf(deps.keys, service)
  if (!connector) throw fail('service.nothing_to_compare')
  if (secrets === null || secrets === 'unreadable') throw fail('service.credentials_lost')
  const late = AbortSignal.timeout(LIMIT_MS)
  const found = new Map<string, SideOrder>()
  try {
    const connection = await openConnection(deps, {
      connector,
      accountId: service.account_id,
      connectionId: service.id,
      settings: service.settings,
      secrets: secrets.settings,
      signal: AbortSignal.any([signal, late]),
    })
    try {
      for await (const page of connection.session.orders(span)) {
        for (const { ordered, ...order } of page) {
          if (order.currency === currency) found.set(order.sourceId, { ...order, day: localDayOf(ordered, timeZone) })
        }
      }
    } finally {
      await connection.close()
    }
  } catch (error) {
    if (late.aborted)
      throw fail('service.platform_failed', { values: { message: 'The platform took too long to answer' } })
    throw platformFailure(error)
  }
  return [...found.values()]
}

const OUR_ORDERS = `SELECT source_id, order_number, CAST(CAST(ordered_local AS DATE) AS VARCHAR), total FROM orders
  WHERE service_id = $1 AND currency = $2 AND ordered_local >= CAST($3 AS TIMESTAMP) AND ordered_local < CAST($4 AS TIMESTAMP)`

const ourOrders = async (
  { warehouse }: Pick<Deps, 'warehouse'>,
  { id, account_id }: ServiceRow,
  { first, after, currency }: { first: string; after: string; currency: string },
): Promise<SideOrder[]> => {
  const { rows } = await warehouse.query(account_id, { sql: OUR_ORDERS, params: [id, currency, first, after] })
  return rows.map(([sourceId, orderNumber, day, total]) => ({
    sourceId: String(sourceId),
    orderNumber: String(orderNumber),
    day: String(day),
    total: Number(total),
  }))
}
