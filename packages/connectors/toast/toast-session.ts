import { DAY_MS } from '#domain/clock.ts'
import { addDays, rangeLabel } from '#domain/ranges/local-day.ts'
import { describeSample, type Sample, sampleList, sampleText } from '../kit/connection-samples.ts'
import type { OpenSession, PlatformFacts } from '../kit/connector.ts'
import { once } from '../kit/once.ts'
import { CredentialsRejected, explainMissing } from '../kit/platform-problems.ts'
import { parseEach } from '../kit/read-records.ts'
import { describeConnection } from '../kit/stream.ts'
import { APPROVALS, BEHAVIORS, CHECK_STATES, SOURCES } from './codes.ts'
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

/** Samples of what a sync of a location needs, each with its scope. */
const locationSamples = (
  location: Location,
  now: number,
): (readonly [scope: string, sample: () => Promise<Sample>])[] => {
  const span = { from: now - LATEST_MS, until: now + DAY_MS }
  const orders = once(() => listOrders(location, { ...changedIn(span), pageSize: SAMPLED_ORDERS }))
  const sampleOrders = () =>
    sampleList({
      label: 'Orders',
      fetch: async () => ({ records: await orders(), total: null }),
      schema: ToastOrder,
      nameOf: orderName,
      codes: {
        source: [({ source }) => source, SOURCES],
        'payment status': [({ checks }) => checks.map(({ paymentStatus }) => paymentStatus), CHECK_STATES],
        'approval status': [({ approvalStatus }) => approvalStatus, APPROVALS],
      },
    })
  const sampleCustomers = async () => {
    const checks = parseEach(await orders(), ToastOrder).flatMap((order) => order.checks)
    return describeSample({
      label: 'Customers',
      name: checks.flatMap(({ customer }) => customer?.name ?? [])[0] ?? null,
    })
  }
  const sampleGuests = async () => {
    const names = parseEach(await orders(), ToastOrder).flatMap((order) =>
      order.table === null || order.numberOfGuests === null
        ? []
        : [`${order.numberOfGuests} at a table, in order ${orderName(order)}`],
    )
    return describeSample({ label: 'Guests', name: names[0] ?? null })
  }
  const sampleMenu = async () => {
    const { byGuid, quarantined } = await location.menu()
    const [first] = byGuid.values()
    const problem = quarantined[0]?.reason ?? null
    return describeSample({ label: 'Products', name: sampleText(first?.title), total: byGuid.size, problem })
  }
  const sampleEmployees = () =>
    sampleList({
      label: 'Team members',
      async fetch() {
        const records = await location.employees()
        return { records, total: records.length }
      },
      schema: ToastEmployee,
      nameOf: ({ name }) => name,
    })
  const sampleOptions = async () => {
    const records = [...(await location.names()).diningOptions.values()]
    return describeSample({
      label: 'Dining options',
      name: records[0]?.name ?? null,
      total: records.length,
      records,
      codes: { behavior: [({ behavior }) => behavior, BEHAVIORS] },
    })
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
  const names = facts.map((one) => one.name).filter((one) => one !== null)
  return describeConnection({
    platform: 'Toast',
    business: first,
    timeZones: facts.map((one) => one.timeZone),
    samples: others.length > 0 ? [{ label: 'Locations', value: names.join(', '), warnings: [] }] : [],
    streams: allowed.map(([, sample]) => ({ sample, explain: explainMissing })),
    warnings: [...missing.values()],
  })
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
