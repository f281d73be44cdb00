import { z } from 'zod'
import { isTimeZone } from '#domain/ranges/time-zone.ts'
import { localeWarnings } from '../kit/connection-samples.ts'
import type { OpenSession, PlatformFacts } from '../kit/connector.ts'
import { sampleStreams } from '../kit/stream.ts'
import { createDirectory, type SellerDirectory } from './directory.ts'
import { SquareText } from './fields.ts'
import { PERMISSIONS, type Permission, type TokenPermissions } from './permissions.ts'
import { readPlatformOrders } from './platform-orders.ts'
import type { SquareLocation } from './record-schemas.ts'
import { squareStreams } from './square.streams.ts'
import { createSquareApi } from './square-api.ts'
import { createTokenCall } from './square-authorization.ts'
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
const fetchFacts = async (
  directory: SellerDirectory,
  [catalog, inventory, customers, team, orders]: ReturnType<typeof squareStreams>,
): Promise<PlatformFacts> => {
  const { api, permissions, locations } = directory
  const token = await permissions()
  if (!token.may('MERCHANT_PROFILE_READ')) {
    return { name: null, timeZone: null, currency: null, warnings: warningsOf(token, []) }
  }
  const locationList = await locations()
  const merchant = (await api.find({ path: '/v2/merchants/me' }, MerchantAnswer))?.merchant ?? NOBODY
  const main = locationList.find(({ id }) => id === merchant.main_location_id) ?? locationList[0]
  const zone = main?.timezone ?? null
  const currency = merchant.currency ?? main?.currency ?? null
  const sampled = [
    [orders, 'ORDERS_READ'],
    [customers, 'CUSTOMERS_READ'],
    [catalog, 'ITEMS_READ'],
    [inventory, 'INVENTORY_READ'],
    [team, 'EMPLOYEES_READ'],
  ] as const
  const { samples, warnings } = await sampleStreams(
    sampled.flatMap(([one, needed]) => (token.may(needed) ? [one] : [])),
  )
  const locale = localeWarnings({ platform: 'Square', timeZone: zone, currency })
  return {
    name: merchant.business_name ?? main?.name ?? null,
    timeZone: zone !== null && isTimeZone(zone) ? zone : null,
    currency,
    samples,
    warnings: [...locale, ...warningsOf(token, locationList), ...warnings],
  }
}

export const openSquare: OpenSession = (connection) => {
  const { account, client, grant, now } = connection
  const api = createSquareApi(client, createTokenCall(connection))
  const directory = createDirectory(api, { isRenewed: grant !== null })
  const streams = squareStreams(directory, account, now)
  return {
    ...(grant === null ? { webhooks: squareWebhooks(api) } : {}),
    test: () => fetchFacts(directory, streams),
    streams,
    credentialsEnd: async () => (await directory.permissions()).expires,
    orders: (span) => readPlatformOrders(directory, account.currency, span),
  }
}
