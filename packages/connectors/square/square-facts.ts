import { z } from 'zod'
import { isTimeZone } from '#domain/ranges/time-zone.ts'
import type { PlatformFacts } from '../kit/connector.ts'
import type { SellerDirectory } from './directory.ts'
import { SquareText } from './fields.ts'
import { PERMISSIONS, type Permission, type TokenPermissions } from './permissions.ts'
import type { SquareLocation } from './record-schemas.ts'

const MerchantAnswer = z.object({
  merchant: z.object({ business_name: SquareText, currency: SquareText, main_location_id: SquareText }),
})

const NOBODY = { business_name: null, currency: null, main_location_id: null }

const isPermission = (name: string): name is Permission => name in PERMISSIONS

const warningsOf = ({ may, expires }: TokenPermissions, locations: readonly SquareLocation[]): string[] => {
  const missing = Object.keys(PERMISSIONS).filter(isPermission)
  const zones = new Set(locations.flatMap(({ timezone }) => timezone ?? []))
  return [
    ...missing.filter((permission) => !may(permission)).map((permission) => PERMISSIONS[permission]),
    ...(expires === null ? [] : [`The access token expires on ${new Date(expires).toISOString().slice(0, 10)}.`]),
    ...(zones.size > 1
      ? ['The locations lie in several time zones; days are cut by the time zone of the account.']
      : []),
  ]
}

/** The business and the permissions that its token lacks. */
export const fetchFacts = async ({ api, permissions, locations }: SellerDirectory): Promise<PlatformFacts> => {
  const token = await permissions()
  if (!token.may('MERCHANT_PROFILE_READ')) {
    return { name: null, timeZone: null, currency: null, warnings: warningsOf(token, []) }
  }
  const places = await locations()
  const merchant = (await api.find({ path: '/v2/merchants/me' }, MerchantAnswer))?.merchant ?? NOBODY
  const main = places.find(({ id }) => id === merchant.main_location_id) ?? places[0]
  const zone = main?.timezone ?? null
  return {
    name: merchant.business_name ?? main?.name ?? null,
    timeZone: zone !== null && isTimeZone(zone) ? zone : null,
    currency: merchant.currency ?? main?.currency ?? null,
    warnings: warningsOf(token, places),
  }
}
