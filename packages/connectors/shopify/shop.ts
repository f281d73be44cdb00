import { z } from 'zod'
import type { Connection } from '../kit/connector.ts'
import { RequestRejected } from '../kit/platform-problems.ts'
import { type AdminApi, createAdminApi } from './admin-api.ts'
import type { ExportTools } from './bulk-export.ts'
import { ALL_DATA, protectedDataWarnings, readableData } from './protected-data.ts'
import { CUSTOMER_COUNT, ORDER_COUNT, type Readable, SHOP, STAFF_PROBE } from './queries.ts'
import { createTokenCall, isGranted, missingScopes } from './shopify-authorization.ts'

/** Age of the oldest orders that Shopify shows without `read_all_orders`, milliseconds. */
const RECENT_MS = 60 * 86_400_000

/** The shop, and what the app may access. */
export interface Shop {
  readonly name: string
  /** IANA name */
  readonly timeZone: string
  readonly currency: string
  readonly missingScopes: readonly string[]
  readonly showsAllOrders: boolean
  readonly readable: Readable
}

const ShopAnswer = z.object({
  shop: z.object({ name: z.string(), ianaTimezone: z.string(), currencyCode: z.string().regex(/^[A-Z]{3}$/) }),
  currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }),
})

const Count = z.object({ count: z.int() })

// It also requires a plan, which only a trial request can detect.
const canSeeStaff = async (api: AdminApi): Promise<boolean> => {
  try {
    await api.ask(STAFF_PROBE, {}, z.object({ orders: z.unknown() }), 'The permission to see staff')
    return true
  } catch (error) {
    if (error instanceof RequestRejected) return false
    throw error
  }
}

const askShop = async (api: AdminApi): Promise<Shop> => {
  const { shop, currentAppInstallation } = await api.ask(SHOP, {}, ShopAnswer, 'The description of the shop')
  const scopes = currentAppInstallation.accessScopes.map(({ handle }) => handle)
  const has = (scope: string): boolean => isGranted(scope, scopes)
  const missing = missingScopes(scopes)
  const staff = has('read_users') && has('read_orders') && (await canSeeStaff(api))
  // Without a scope, its own message says more.
  const readable = missing.length > 0 ? ALL_DATA : await readableData(api)
  return {
    name: shop.name,
    timeZone: shop.ianaTimezone,
    currency: shop.currencyCode,
    missingScopes: missing,
    showsAllOrders: has('read_all_orders'),
    readable: { ...readable, staff },
  }
}

/** Date of the oldest orders that Shopify shows, epoch milliseconds; null: no limit. */
export const earliestReadableTime = (shop: Shop, now: number): number | null =>
  shop.showsAllOrders ? null : now - RECENT_MS

/** The number of orders, up to 2,000. */
export const countOrders = async (api: AdminApi): Promise<number> =>
  (await api.ask(ORDER_COUNT, {}, z.object({ ordersCount: Count }), 'The number of orders')).ordersCount.count

/** The number of customers, up to 2,000. */
export const countCustomers = async (api: AdminApi): Promise<number> =>
  (await api.ask(CUSTOMER_COUNT, {}, z.object({ customersCount: Count }), 'The number of customers')).customersCount
    .count

/** One sentence for each kind of data that the connection cannot read. */
export const listShopWarnings = (shop: Shop): string[] => [
  ...(shop.showsAllOrders
    ? []
    : [
        'Shopify shows this app only the orders of the last 60 days. Ask for the permission read_all_orders, or upload older orders as a CSV file.',
      ]),
  ...(shop.readable.staff
    ? []
    : [
        'Orders have no team member: the app doesn’t have the permission read_users, which not every Shopify plan offers.',
      ]),
  ...protectedDataWarnings(shop.readable),
]

/** Context shared by the streams of one connection. */
export interface ShopifySession {
  readonly tools: ExportTools
  /** requested once */
  shop(): Promise<Shop>
}

export const openSession = (connection: Connection): ShopifySession => {
  const { client, now } = connection
  const api = createAdminApi(client, createTokenCall(connection))
  let asked: Promise<Shop> | null = null
  return {
    tools: { api, client, now },
    shop: () => {
      asked ??= askShop(api)
      return asked
    },
  }
}
