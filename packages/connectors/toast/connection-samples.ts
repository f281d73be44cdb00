import { DAY_MS } from '#domain/clock.ts'
import { addDays, rangeLabel } from '#domain/ranges/local-day.ts'
import { type SampledRecords, sampleText } from '../kit/connection-samples.ts'
import { readRecords } from '../kit/read-records.ts'
import { isKnownApproval, isKnownBehavior, isKnownCheckState, isKnownSource } from './codes.ts'
import { employeeName } from './employees.ts'
import { instantText } from './fields.ts'
import type { Location } from './location.ts'
import { ORDERS } from './order-lists.ts'
import { formatCustomerName, formatOrderNumber } from './order-rows.ts'
import { readGuid, ToastOrder } from './order-schema.ts'
import { BUDGETS, NotAllowed, type ToastApi } from './toast-api.ts'

const LATEST_MS = 30 * DAY_MS
/** Enough to meet the codes that a restaurant uses. */
const SAMPLED_ORDERS = 25

/** Numbers begin anew each day, so that one alone would look like a count. */
const orderName = (order: ToastOrder): string => {
  const number = sampleText(formatOrderNumber(order))
  const { businessDate: day } = order
  return day === null ? `number ${number}` : `number ${number} of ${rangeLabel(day, addDays(day, 1))}`
}

const plain = { total: null, codes: [], problem: null }

const sampleOrders = async (api: ToastApi, { guid }: Location, now: number): Promise<SampledRecords[]> => {
  const query = {
    startDate: instantText(now - LATEST_MS),
    endDate: instantText(now + DAY_MS),
    pageSize: SAMPLED_ORDERS,
  }
  const budgets = [BUDGETS.orders.name]
  const found = await api.list({ ...ORDERS, location: guid, path: 'orders/v2/ordersBulk', query, budgets })
  const { records, quarantined } = readRecords(found, { schema: ToastOrder, idOf: readGuid, rows: () => [] })
  const checks = records.flatMap((order) => order.checks)
  const customers = checks.flatMap(({ customer }) => customer ?? [])
  const guests = records.find(({ table, numberOfGuests }) => table !== null && numberOfGuests !== null)
  return [
    {
      label: 'Orders',
      name: records[0] ? orderName(records[0]) : null,
      total: null,
      codes: [
        { field: 'source', values: records.map(({ source }) => source), isKnown: isKnownSource },
        {
          field: 'payment status',
          values: checks.map(({ paymentStatus }) => paymentStatus),
          isKnown: isKnownCheckState,
        },
        { field: 'approval status', values: records.map((order) => order.approvalStatus), isKnown: isKnownApproval },
      ],
      problem: quarantined[0]?.reason ?? null,
    },
    { ...plain, label: 'Customers', name: customers.map(formatCustomerName).find((name) => name !== null) ?? null },
    {
      ...plain,
      label: 'Guests',
      name: guests ? `${guests.numberOfGuests} at a table, in order ${orderName(guests)}` : null,
    },
  ]
}

const sampleMenu = async (location: Location): Promise<SampledRecords> => {
  const { products, quarantined } = await location.menu()
  return {
    label: 'Products',
    name: products[0] ? sampleText(products[0].title) : null,
    total: products.length,
    codes: [],
    problem: quarantined[0]?.reason ?? null,
  }
}

const sampleEmployees = async (location: Location): Promise<SampledRecords> => {
  const { records, quarantined } = await location.employees()
  const name = records[0] ? sampleText(employeeName(records[0])) : null
  return { label: 'Team members', name, total: records.length, codes: [], problem: quarantined[0]?.reason ?? null }
}

const sampleOptions = async (location: Location): Promise<SampledRecords> => {
  const options = [...(await location.names()).diningOptions.values()]
  return {
    label: 'Dining options',
    name: options[0]?.name ?? null,
    total: options.length,
    codes: [{ field: 'behavior', values: options.map(({ behavior }) => behavior), isKnown: isKnownBehavior }],
    problem: null,
  }
}

interface Sampled {
  readonly records: readonly SampledRecords[]
  /** sentences about what may not be read */
  readonly warnings: readonly string[]
}

/** Reads a record of each kind that a sync of a location needs. */
export const sampleLocation = async (api: ToastApi, location: Location, now: number): Promise<Sampled> => {
  const records: SampledRecords[] = []
  const warnings: string[] = []
  const kinds = [
    () => sampleOrders(api, location, now),
    async () => [await sampleMenu(location)],
    async () => [await sampleEmployees(location)],
    async () => [await sampleOptions(location)],
  ]
  for (const sample of kinds) {
    try {
      records.push(...(await sample()))
    } catch (error) {
      if (!(error instanceof NotAllowed)) throw error
      warnings.push(`${error.message}.`)
    }
  }
  return { records, warnings }
}
