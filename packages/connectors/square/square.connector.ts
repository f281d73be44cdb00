import { z } from 'zod'
import { isTimeZone } from '#domain/ranges/time-zone.ts'
import { describeSamples, localeWarnings } from '../kit/connection-samples.ts'
import type { Connection, PlatformConnector, PlatformFacts, WebhookSpec } from '../kit/connector.ts'
import { isSignedBase64 } from '../kit/signature.ts'
import { catalogStream } from './catalog-stream.ts'
import { sampleSeller } from './connection-samples.ts'
import { customerStream } from './customer-stream.ts'
import { createDirectory, type SellerDirectory } from './directory.ts'
import { SquareId, SquareInstant, SquareText } from './fields.ts'
import { inventoryStream } from './inventory-stream.ts'
import { orderStream } from './order-stream.ts'
import { PERMISSIONS, type Permission, type TokenPermissions } from './permissions.ts'
import { readPlatformOrders } from './platform-orders.ts'
import type { SquareLocation } from './record-schemas.ts'
import { createSquareApi, SQUARE_BUDGET } from './square-api.ts'
import { squareAuthorization, tokenOf } from './square-authorization.ts'
import { teamStream } from './team-stream.ts'
import { squareWebhooks } from './webhooks.ts'

const MerchantAnswer = z.object({
  merchant: z.object({ business_name: SquareText, currency: SquareText, main_location_id: SquareText }),
})

const NOBODY = { business_name: null, currency: null, main_location_id: null }

const isPermission = (name: string): name is Permission => Object.hasOwn(PERMISSIONS, name)

const warningsOf = ({ may, expires }: TokenPermissions, locations: readonly SquareLocation[]): string[] => {
  const missing = Object.keys(PERMISSIONS).filter(isPermission)
  const zones = new Set(locations.flatMap(({ timezone }) => timezone ?? []))
  return [
    ...missing.filter((permission) => !may(permission)).map((permission) => PERMISSIONS[permission]),
    ...(expires === null ? [] : [`The access token expires on ${new Date(expires).toISOString().slice(0, 10)}.`]),
    ...(zones.size > 1
      ? ['Your locations are in several time zones. Days start and end in the account’s time zone.']
      : []),
  ]
}

/** The business and the permissions that its token lacks. */
const fetchFacts = async (directory: SellerDirectory): Promise<PlatformFacts> => {
  const { api, permissions, locations } = directory
  const token = await permissions()
  if (!token.may('MERCHANT_PROFILE_READ')) {
    return { name: null, timeZone: null, currency: null, warnings: warningsOf(token, []) }
  }
  const places = await locations()
  const merchant = (await api.find({ path: '/v2/merchants/me' }, MerchantAnswer))?.merchant ?? NOBODY
  const main = places.find(({ id }) => id === merchant.main_location_id) ?? places[0]
  const zone = main?.timezone ?? null
  const currency = merchant.currency ?? main?.currency ?? null
  const { samples, warnings } = describeSamples(await sampleSeller(directory))
  const locale = localeWarnings({ platform: 'Square', timeZone: zone, currency })
  return {
    name: merchant.business_name ?? main?.name ?? null,
    timeZone: zone !== null && isTimeZone(zone) ? zone : null,
    currency,
    samples,
    warnings: [...locale, ...warningsOf(token, places), ...warnings],
  }
}

const SIGNATURE = 'x-square-hmacsha256-signature'
/** Square retries an event that was not accepted for a day. */
const OLDEST_MS = 3 * 24 * 3_600_000
/** Maximum clock difference. */
const EARLIEST_MS = 5 * 60_000

const Event = z.object({ event_id: SquareId, created_at: SquareInstant })

const parsedEvent = (body: Buffer): z.infer<typeof Event> | null => {
  try {
    return Event.safeParse(JSON.parse(body.toString('utf8'))).data ?? null
  } catch {
    return null
  }
}

/** Square signs each event with a key of the subscription, over the notification URL and the body. */
export const squareWebhook: WebhookSpec = {
  instruction:
    'In the Square Developer Console, open your application, add a webhook subscription with this URL and the events order, payment, customer, catalog, and inventory, and enter its signature key here.',
  check({ headers, body, url }, { registeredSecret, secrets, now }) {
    const signature = headers[SIGNATURE]
    const keys = [secrets.webhookSignatureKey, registeredSecret]
    if (!keys.some((secret) => secret && isSignedBase64({ secret, parts: [url, body], signature }))) return 'refused'
    const event = parsedEvent(body)
    if (event === null) return 'refused'
    const age = now() - event.created_at
    return age > OLDEST_MS || age < -EARLIEST_MS ? 'refused' : { eventId: event.event_id }
  },
}

export const squareConnector = {
  type: 'square',
  title: 'Square',
  description: 'Orders, refunds, items, inventory, customers, and team members from all your Square locations.',
  auth: 'apiKey',
  settingsSchema: {
    type: 'object',
    properties: {
      accessToken: {
        type: 'string',
        title: 'Access token',
        description: 'In the Square Developer Console: your application, Credentials, Production access token.',
        maxLength: 500,
        writeOnly: true,
      },
      webhookSignatureKey: {
        type: 'string',
        title: 'Webhook signature key',
        description: 'Optional. With it, changes arrive within a minute; without it, on the sync schedule.',
        maxLength: 200,
        writeOnly: true,
      },
    },
    required: ['accessToken'],
    additionalProperties: false,
  },
  streams: ['products', 'inventory', 'customers', 'team_members', 'orders', 'order_lines'],
  defaultUrl: 'https://connect.squareup.com',
  budgets: [SQUARE_BUDGET],
  webhook: squareWebhook,
  authorization: squareAuthorization,
  open(connection: Connection) {
    const { account, client, grant, now } = connection
    const api = createSquareApi(client, tokenOf(connection))
    const directory = createDirectory(api, { isRenewed: grant !== null })
    return {
      ...(grant === null ? { webhooks: squareWebhooks(api) } : {}),
      test: () => fetchFacts(directory),
      streams: [
        catalogStream(directory),
        inventoryStream(directory),
        customerStream(directory, now),
        teamStream(directory),
        orderStream(directory, account, now),
      ],
      credentialsEnd: async () => (await directory.permissions()).expires,
      orders: (span) => readPlatformOrders(directory, account.currency, span),
    }
  },
} as const satisfies PlatformConnector
