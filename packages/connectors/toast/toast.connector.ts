import { describeSamples, localeWarnings } from '../kit/connection-samples.ts'
import type { Connection, PlatformConnector, PlatformFacts } from '../kit/connector.ts'
import { CredentialsRejected } from '../kit/platform-problems.ts'
import { sampleLocation } from './connection-samples.ts'
import { guidsIn, type Location, openLocation } from './location.ts'
import { ordersStream } from './orders.stream.ts'
import { platformOrders } from './platform-orders.ts'
import { missingScopes } from './scopes.ts'
import { BUDGETS, createToastApi, type ToastApi } from './toast-api.ts'
import { toastWebhook } from './webhook.ts'
import { employeesStream, productsStream } from './whole-streams.ts'

const API_URL = 'https://ws-api.toasttab.com'
const GUID = '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'

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

/** Toast’s REST APIs, with credentials that restaurants make themselves (standard API access, which only reads). */
export const toastConnector = {
  type: 'toast',
  title: 'Toast',
  description: 'Orders, refunds, guests at tables, menu items, and team members from your Toast locations.',
  auth: 'apiKey',
  settingsSchema: {
    type: 'object',
    properties: {
      clientId: {
        type: 'string',
        title: 'Client ID',
        description:
          'In Toast Web, under Integrations, Toast API access, Manage credentials: create credentials for the Standard API, with all scopes that only read.',
        maxLength: 200,
      },
      clientSecret: {
        type: 'string',
        title: 'Client secret',
        description: 'Shown once, next to the client ID.',
        maxLength: 500,
        writeOnly: true,
      },
      locations: {
        type: 'string',
        title: 'Location GUIDs',
        description: 'One per line. Toast lists them in the email about your new credentials.',
        maxLength: 4000,
        multiline: true,
        pattern: `^\\s*${GUID}([\\s,;]+${GUID})*\\s*$`,
        patternMessage: 'Enter GUIDs such as 76cb1b05-cb1e-4adf-863a-b2a94a5ecdcf, one per line',
      },
      countGuests: {
        type: 'boolean',
        title: 'Count guests at tables as visits',
        description: 'Turn this off if your reservations come from another service, so that no guest counts twice.',
        default: true,
      },
      webhookSecret: {
        type: 'string',
        title: 'Webhook secret',
        description: 'Optional. With it, changes arrive within a minute; without it, on the sync schedule.',
        maxLength: 200,
        writeOnly: true,
        advanced: true,
      },
      apiUrl: {
        type: 'string',
        title: 'API access URL',
        description: 'Only if your credentials show another one.',
        default: API_URL,
        maxLength: 200,
        pattern: '^https://[a-z0-9.-]+\\.toasttab\\.com/?$',
        patternMessage: `Enter an address such as ${API_URL}`,
        advanced: true,
      },
    },
    required: ['clientId', 'clientSecret', 'locations'],
    additionalProperties: false,
  },
  streams: ['products', 'team_members', 'customers', 'orders', 'order_lines', 'reservations'],
  defaultUrl: ({ apiUrl }) => String(apiUrl || API_URL),
  budgets: Object.values(BUDGETS),
  webhook: toastWebhook,
  open(connection: Connection) {
    const { account, now, settings } = connection
    const api = createToastApi(connection)
    const locations = guidsIn(String(settings.locations ?? '')).map((guid) => openLocation(api, guid, account))
    const source = { api, locations, countsGuests: settings.countGuests !== false, now }
    return {
      test: () => fetchFacts(api, locations, now()),
      streams: [productsStream(locations), employeesStream(locations), ordersStream(source)],
      orders: (span) => platformOrders(source, span),
    }
  },
} as const satisfies PlatformConnector
