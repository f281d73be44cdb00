import { z } from 'zod'
import type { Connection, PlatformConnector, PlatformFacts, PlatformSession } from '../kit/connector.ts'
import { CredentialsRejected, RequestRejected } from '../kit/platform-problems.ts'
import { CONTACTS, contactsStream } from './contacts.ts'
import { INVENTORY, inventoryStream } from './inventory.ts'
import { clubsStream, MEMBERSHIPS, membershipsStream } from './memberships.ts'
import { ORDERS } from './order-details.ts'
import { ordersStream } from './orders-stream.ts'
import { platformOrders } from './platform-orders.ts'
import { createProductFacts, PRODUCTS, productsStream } from './products.ts'
import { type Search, searchOnce } from './search-pages.ts'
import { CALLS_BUDGET, createWineDirectClient, type WineDirectClient } from './winedirect-client.ts'

const REGIONS = { us: 'https://webservices.vin65.com', au: 'https://webservices.aus.vin65.com' } as const

const Settings = z.object({ username: z.string().min(1), region: z.enum(['us', 'au']).default('us') })
const Secrets = z.object({ password: z.string().min(1) })

const OPTIONAL_SERVICES: readonly (readonly [Search, string])[] = [
  [PRODUCTS, 'products'],
  [INVENTORY, 'stock'],
  [CONTACTS, 'contacts'],
  [MEMBERSHIPS, 'club memberships'],
]

// Permissions are granted per service.
const warningOf = async (client: WineDirectClient, search: Search, name: string): Promise<readonly string[]> => {
  try {
    await searchOnce(client, search, { MaxRows: 1, Page: 1 })
    return []
  } catch (error) {
    if (error instanceof CredentialsRejected || error instanceof RequestRejected) {
      return [`This web service account doesn’t have permission to read ${name}`]
    }
    throw error
  }
}

const test = async (client: WineDirectClient, currency: string): Promise<PlatformFacts> => {
  await searchOnce(client, ORDERS, { MaxRows: 1, Page: 1 })
  const warnings = [
    `WineDirect doesn’t say which currency its amounts are in. They’re counted in ${currency}, your account’s currency.`,
  ]
  for (const [search, name] of OPTIONAL_SERVICES) warnings.push(...(await warningOf(client, search, name)))
  return { name: null, timeZone: null, currency: null, warnings }
}

const open = ({ settings, secrets, client: calls, now, account }: Connection): PlatformSession => {
  const { username } = Settings.parse(settings)
  const { password } = Secrets.parse(secrets)
  const client = createWineDirectClient(calls, { username, password })
  const source = { client, currency: account.currency, products: createProductFacts(client) }
  return {
    test: () => test(client, account.currency),
    streams: [
      productsStream(client, account.currency),
      inventoryStream(client),
      contactsStream(client, now),
      clubsStream(client),
      membershipsStream(client, now),
      ordersStream(source, now),
    ],
    orders: (span) => platformOrders(source, span),
  }
}

export const winedirectConnector: PlatformConnector = {
  type: 'winedirect',
  title: 'WineDirect',
  description:
    'Orders, contacts, clubs, products, and inventory from WineDirect Classic (Vin65), not from stores on BigCommerce.',
  auth: 'basic',
  settingsSchema: {
    type: 'object',
    properties: {
      username: {
        type: 'string',
        title: 'User name',
        description:
          'The user name of a web service account that an administrator creates in the WineDirect admin panel.',
        maxLength: 200,
      },
      password: { type: 'string', title: 'Password', maxLength: 200, writeOnly: true },
      region: {
        type: 'string',
        title: 'Region',
        description: 'us: United States and Canada. au: Australia.',
        enum: ['us', 'au'],
        default: 'us',
      },
    },
    required: ['username', 'password'],
    additionalProperties: false,
  },
  streams: ['orders', 'order_lines', 'customers', 'products', 'inventory', 'clubs', 'memberships'],
  defaultUrl: (settings) => REGIONS[Settings.pick({ region: true }).parse(settings).region],
  budgets: [CALLS_BUDGET],
  webhook: null,
  open,
}
