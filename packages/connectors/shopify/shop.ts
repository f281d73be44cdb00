import { z } from 'zod'
import { DAY_MS } from '#domain/clock.ts'
import type { Connection } from '../kit/connector.ts'
import { once } from '../kit/once.ts'
import { isPlatformRefusal } from '../kit/platform-problems.ts'
import { type AdminApi, createAdminApi, type Operation } from './admin-api.ts'
import type { ExportTools } from './exports.ts'
import { type ProtectedData, protectedProbe, type Readable, SHOP, STAFF_PROBE } from './queries.ts'
import { createTokenCall, isGranted, missingScopes } from './shopify-authorization.ts'

/** Age of the oldest orders that Shopify shows without `read_all_orders`, milliseconds. */
const RECENT_MS = 60 * DAY_MS

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

/** Context shared by the streams of one connection. */
export interface ShopifySession {
  readonly tools: ExportTools
  /** requested once */
  shop(): Promise<Shop>
}

const probe = (api: AdminApi, operation: Operation): Promise<unknown> =>
  api.ask(operation, {}, z.object({ orders: z.unknown() }), 'The permission to see orders')

const isAllowed = async (api: AdminApi, operation: Operation): Promise<boolean> => {
  try {
    await probe(api, operation)
    return true
  } catch (error) {
    if (isPlatformRefusal(error)) return false
    throw error
  }
}

/**
 * Shopify shows customer data only to apps that it approved for it: names, emails and addresses apart from the customers
 * themselves. For other apps it returns errors with incomplete data, and an export fails as a whole.
 */
const PROTECTED = ['customers', 'names', 'emails', 'addresses'] as const satisfies readonly (keyof ProtectedData)[]

const ALL_DATA: ProtectedData = { customers: true, names: true, emails: true, addresses: true }
const NO_DATA: ProtectedData = { customers: false, names: false, emails: false, addresses: false }

/** What the app may read of customers, found by trying. Throws if it may not read orders at all. */
const probeProtectedData = async (api: AdminApi): Promise<ProtectedData> => {
  if (await isAllowed(api, protectedProbe(ALL_DATA))) return ALL_DATA
  await probe(api, protectedProbe(NO_DATA))
  const readable = { ...NO_DATA }
  // Customers come first: the other kinds are read with them.
  for (const kind of PROTECTED) {
    const tried = protectedProbe({ ...NO_DATA, customers: readable.customers, [kind]: true })
    readable[kind] = await isAllowed(api, tried)
  }
  return readable
}

const ShopAnswer = z.object({
  shop: z.object({ name: z.string(), ianaTimezone: z.string(), currencyCode: z.string().regex(/^[A-Z]{3}$/) }),
  currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }),
})

const fetchShop = async (api: AdminApi): Promise<Shop> => {
  const { shop, currentAppInstallation } = await api.ask(SHOP, {}, ShopAnswer, 'The description of the shop')
  const scopes = currentAppInstallation.accessScopes.map(({ handle }) => handle)
  const has = (scope: string): boolean => isGranted(scope, scopes)
  const missing = missingScopes(scopes)
  // It also requires a plan, which only a trial request can detect.
  const staff = has('read_users') && has('read_orders') && (await isAllowed(api, STAFF_PROBE))
  // Without a scope, its own message says more.
  const readable = missing.length > 0 ? ALL_DATA : await probeProtectedData(api)
  return {
    name: shop.name,
    timeZone: shop.ianaTimezone,
    currency: shop.currencyCode,
    missingScopes: missing,
    showsAllOrders: has('read_all_orders'),
    readable: { ...readable, staff },
  }
}

export const openSession = (connection: Connection): ShopifySession => {
  const { client, now } = connection
  const api = createAdminApi(client, createTokenCall(connection))
  return { tools: { api, client, now }, shop: once(() => fetchShop(api)) }
}

/** Date of the oldest orders that Shopify shows, epoch milliseconds; null: no limit. */
export const earliestReadableTime = (shop: Shop, now: number): number | null =>
  shop.showsAllOrders ? null : now - RECENT_MS

const HIDDEN: Readonly<Record<keyof ProtectedData, string>> = {
  customers: 'Customers aren’t synced, and orders have no customer',
  names: 'Customers and orders have no customer names',
  emails: 'Customers have no email addresses',
  addresses: 'Orders and customers have no places, such as states',
}

/** One sentence for each kind of data that the connection cannot read. */
export const listShopWarnings = ({ showsAllOrders, readable }: Shop): string[] => [
  ...(showsAllOrders
    ? []
    : [
        'Shopify shows this app only the orders of the last 60 days. Ask for the permission read_all_orders, or upload older orders as a CSV file.',
      ]),
  ...(readable.staff
    ? []
    : [
        'Orders have no team member: the app doesn’t have the permission read_users, which not every Shopify plan offers.',
      ]),
  // Without customers there are neither names nor emails.
  ...PROTECTED.filter(
    (kind) => !readable[kind] && (readable.customers || kind === 'customers' || kind === 'addresses'),
  ).map(
    (kind) =>
      `${HIDDEN[kind]}: Shopify doesn’t show them to this app. Request protected customer data in the app’s settings.`,
  ),
]
