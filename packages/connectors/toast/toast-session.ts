import { DAY_MS } from '#domain/clock.ts'
import { addDays, rangeLabel } from '#domain/ranges/local-day.ts'
import { localeWarnings, type SampledRecords, sampleList, sampleText } from '../kit/connection-samples.ts'
import type { OpenSession, PlatformFacts } from '../kit/connector.ts'
import { explainMissing } from '../kit/not-allowed.ts'
import { once } from '../kit/once.ts'
import { CredentialsRejected } from '../kit/platform-problems.ts'
import { parseEach } from '../kit/read-records.ts'
import { sampleStreams } from '../kit/stream.ts'
import { IS_KNOWN } from './codes.ts'
import { type Location, openLocation, ToastEmployee } from './location.ts'
import { changedIn, listOrders, platformOrders } from './order-reads.ts'
import { formatOrderNumber, ToastOrder } from './order-schema.ts'
import { toastStreams } from './toast.streams.ts'
import { createToastApi, type ToastApi } from './toast-api.ts'

const LATEST_MS = 30 * DAY_MS
/** Enough to meet the codes that a restaurant uses. */
const SAMPLED_ORDERS = 25

/** Numbers begin anew each day, so that one alone would look like a count. */
const orderName = (order: ToastOrder): string => {
  const number = sampleText(formatOrderNumber(order))
  const { businessDate: day } = order
  return day === null ? `number ${number}` : `number ${number} of ${rangeLabel(day, addDays(day, 1))}`
}

const PLAIN = { total: null, codes: [], problem: null }

/** Samples of what a sync of a location needs, each with its scope. */
const locationSamples = (
  location: Location,
  now: number,
): (readonly [scope: string, sample: () => Promise<SampledRecords>])[] => {
  const span = { from: now - LATEST_MS, until: now + DAY_MS }
  const orders = once(() => listOrders(location, { ...changedIn(span), pageSize: SAMPLED_ORDERS }))
  const sampleOrders = sampleList({
    label: 'Orders',
    fetch: async () => ({ records: await orders(), total: null }),
    schema: ToastOrder,
    nameOf: orderName,
    codes(sampled) {
      const checks = sampled.flatMap((order) => order.checks)
      return [
        { field: 'source', values: sampled.map(({ source }) => source), isKnown: IS_KNOWN.source },
        { field: 'payment status', values: checks.map((check) => check.paymentStatus), isKnown: IS_KNOWN.checkState },
        { field: 'approval status', values: sampled.map((order) => order.approvalStatus), isKnown: IS_KNOWN.approval },
      ]
    },
  })
  const sampleCustomers = async () => {
    const checks = parseEach(await orders(), ToastOrder).flatMap((order) => order.checks)
    return { ...PLAIN, label: 'Customers', name: checks.flatMap(({ customer }) => customer?.name ?? [])[0] ?? null }
  }
  const sampleGuests = async () => {
    const names = parseEach(await orders(), ToastOrder).flatMap((order) =>
      order.table === null || order.numberOfGuests === null
        ? []
        : [`${order.numberOfGuests} at a table, in order ${orderName(order)}`],
    )
    return { ...PLAIN, label: 'Guests', name: names[0] ?? null }
  }
  const sampleMenu = async () => {
    const { byGuid, quarantined } = await location.menu()
    const [first] = byGuid.values()
    const problem = quarantined[0]?.reason ?? null
    return { ...PLAIN, label: 'Products', name: sampleText(first?.title), total: byGuid.size, problem }
  }
  const sampleEmployees = sampleList({
    label: 'Team members',
    async fetch() {
      const records = await location.employees()
      return { records, total: records.length }
    },
    schema: ToastEmployee,
    nameOf: ({ name }) => name,
  })
  const sampleOptions = async () => {
    const options = [...(await location.names()).diningOptions.values()]
    const codes = [{ field: 'behavior', values: options.map(({ behavior }) => behavior), isKnown: IS_KNOWN.behavior }]
    return { ...PLAIN, label: 'Dining options', name: options[0]?.name ?? null, total: options.length, codes }
  }
  return [
    ['orders:read', sampleOrders],
    ['orders:read', sampleCustomers],
    ['orders:read', sampleGuests],
    ['menus:read', sampleMenu],
    ['labor.employees:read', sampleEmployees],
    ['config:read', sampleOptions],
  ]
}

/** The restaurant, its locations, and what the credentials lack. */
const fetchFacts = async (
  api: ToastApi,
  [main, ...others]: readonly Location[],
  now: number,
): Promise<PlatformFacts> => {
  if (!main) throw new CredentialsRejected('Enter the GUID of at least one location')
  const first = await main.facts()
  const facts = [first, ...(await Promise.all(others.map((location) => location.facts())))]
  const missing = await api.missingScopes()
  const allowed = locationSamples(main, now).filter(([scope]) => !missing.has(scope))
  const { samples, warnings } = await sampleStreams(allowed.map(([, sample]) => ({ sample, explain: explainMissing })))
  const { name, timeZone, currency } = first
  const locale = await main.locale()
  const names = facts.map((one) => one.name).filter((one) => one !== null)
  return {
    name,
    timeZone: locale.timeZone === timeZone ? timeZone : null,
    currency: locale.currency === currency ? currency : null,
    samples: [...(others.length > 0 ? [{ label: 'Locations', value: names.join(', ') }] : []), ...samples],
    warnings: [
      ...localeWarnings({ platform: 'Toast', timeZone, currency, timeZones: facts.map((one) => one.timeZone) }),
      ...missing.values(),
      ...warnings,
    ],
  }
}

const GUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

export const openToast: OpenSession = (connection) => {
  const { account, now, settings } = connection
  const api = createToastApi(connection)
  const countsGuests = settings.countGuests !== false
  const guids = new Set(
    String(settings.locations ?? '')
      .toLowerCase()
      .match(GUID),
  )
  const locations = [...guids].map((guid) => openLocation(api, guid, { account, countsGuests }))
  return {
    test: () => fetchFacts(api, locations, now()),
    streams: toastStreams({ locations, countsGuests, now }),
    async *orders(span) {
      for (const location of locations) yield* platformOrders(location, span)
    },
  }
}
