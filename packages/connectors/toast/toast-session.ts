import { describeSamples, localeWarnings } from '../kit/connection-samples.ts'
import type { OpenSession, PlatformFacts } from '../kit/connector.ts'
import { CredentialsRejected } from '../kit/platform-problems.ts'
import { sampleLocation } from './connection-samples.ts'
import { guidsIn, type Location, openLocation } from './location.ts'
import { ordersStream } from './orders.stream.ts'
import { platformOrders } from './platform-orders.ts'
import { missingScopes } from './scopes.ts'
import { createToastApi, type ToastApi } from './toast-api.ts'
import { employeesStream, productsStream } from './whole-streams.ts'

const isKnown = (value: string | null): value is string => value !== null

/** The restaurant, its locations, and what the credentials lack. */
const fetchFacts = async (api: ToastApi, locations: readonly Location[], now: number): Promise<PlatformFacts> => {
  const [first] = locations
  if (!first) throw new CredentialsRejected('Enter the GUID of at least one location')
  const { name, timeZone, currency } = await first.facts()
  const others = await Promise.all(locations.slice(1).map((location) => location.facts()))
  const zones = new Set([timeZone, ...others.map((facts) => facts.timeZone)].filter(isKnown))
  const { records, warnings } = await sampleLocation(api, first, now)
  const described = describeSamples(records)
  const names = [name, ...others.map((facts) => facts.name)].filter(isKnown)
  const scopes = missingScopes(await api.scopes())
  return {
    name,
    timeZone: (await first.locale()).timeZone === timeZone ? timeZone : null,
    currency: (await first.locale()).currency === currency ? currency : null,
    samples: [...(locations.length > 1 ? [{ label: 'Locations', value: names.join(', ') }] : []), ...described.samples],
    warnings: [
      ...localeWarnings({ platform: 'Toast', timeZone, currency }),
      ...(zones.size > 1
        ? ['Your locations are in several time zones. Days start and end in the account’s time zone.']
        : []),
      ...new Set([...scopes, ...(scopes.length > 0 ? [] : warnings)]),
      ...described.warnings,
    ],
  }
}

export const openToast: OpenSession = (connection) => {
  const { account, now, settings } = connection
  const api = createToastApi(connection)
  const locations = guidsIn(String(settings.locations ?? '')).map((guid) => openLocation(api, guid, account))
  const source = { api, locations, countsGuests: settings.countGuests !== false, now }
  return {
    test: () => fetchFacts(api, locations, now()),
    streams: [productsStream(locations), employeesStream(locations), ordersStream(source)],
    orders: (span) => platformOrders(source, span),
  }
}
