import { z } from 'zod'
import { type SampledRecords, sampleText } from '../kit/connection-samples.ts'
import { isPlatformRefusal, RequestRejected } from '../kit/platform-problems.ts'
import {
  CHANNELS,
  DELIVERY_METHODS,
  FULFILLMENT_STATUSES,
  MEMBERSHIP_STATUSES,
  ORDER_TYPES,
  PAYMENT_STATUSES,
  RESERVATION_STATUSES,
} from './codes.ts'
import { type Commerce7Api, LISTS, type ListSpec } from './commerce7-api.ts'

interface Sampled {
  readonly label: string
  readonly list: ListSpec
  /** the permission of the app that the list needs, as Commerce7 names it */
  readonly permission: string
  /** fields that tell a user which record it is, the first that has a value */
  readonly names: readonly string[]
  /** fields with known values */
  readonly codes: Readonly<Record<string, Readonly<Record<string, string>>>>
}

const ORDER_CODES = {
  channel: CHANNELS,
  purchaseType: ORDER_TYPES,
  paymentStatus: PAYMENT_STATUSES,
  fulfillmentStatus: FULFILLMENT_STATUSES,
  orderDeliveryMethod: DELIVERY_METHODS,
}

const SAMPLED: readonly Sampled[] = [
  { label: 'Orders', list: LISTS.orders, permission: 'Order', names: ['orderNumber'], codes: ORDER_CODES },
  {
    label: 'Customers',
    list: LISTS.customers,
    permission: 'Customer',
    names: ['lastName', 'firstName', 'id'],
    codes: {},
  },
  { label: 'Products', list: LISTS.products, permission: 'Product', names: ['title'], codes: {} },
  { label: 'Inventory', list: LISTS.inventory, permission: 'Inventory', names: ['productTitle', 'sku'], codes: {} },
  { label: 'Clubs', list: LISTS.clubs, permission: 'Club', names: ['title'], codes: {} },
  {
    label: 'Memberships',
    list: LISTS.memberships,
    permission: 'Club Membership',
    names: ['id'],
    codes: { status: MEMBERSHIP_STATUSES, orderDeliveryMethod: DELIVERY_METHODS },
  },
  {
    label: 'Reservations',
    list: LISTS.reservations,
    permission: 'Reservation',
    names: ['reservationNumber', 'id'],
    // A guest who abandoned a booking is no reservation.
    codes: { status: { ...RESERVATION_STATUSES, Incomplete: 'other' }, channel: CHANNELS },
  },
]

const Fields = z.record(z.string(), z.unknown())

const nameOf = (record: z.output<typeof Fields>, names: readonly string[]): string | null =>
  names.map((name) => sampleText(record[name])).find((text) => text !== null) ?? null

const firstPage = async (api: Commerce7Api, { list, permission }: Sampled) => {
  try {
    for await (const { records, total } of api.byNumber(list)) return { records, total }
  } catch (error) {
    if (!isPlatformRefusal(error)) throw error
    throw new RequestRejected(
      `The app may not read ${list.name}. Give it read access to ${permission} in the Commerce7 developer portal.`,
    )
  }
  return { records: [], total: 0 }
}

/** Reads a page of each list that a sync needs, so that a missing permission or an unknown value shows before the first sync. */
export const sampleLists = async (api: Commerce7Api): Promise<SampledRecords[]> => {
  const found: SampledRecords[] = []
  for (const sampled of SAMPLED) {
    const { records, total } = await firstPage(api, sampled)
    const readable = records.flatMap((record) => {
      const { data } = Fields.safeParse(record)
      return data ? [data] : []
    })
    const [first] = readable
    found.push({
      label: sampled.label,
      name: first ? nameOf(first, sampled.names) : null,
      total: total ?? records.length,
      codes: Object.entries(sampled.codes).map(([field, known]) => ({
        field,
        values: readable.map((record) => sampleText(record[field])),
        isKnown: (value) => Object.hasOwn(known, value),
      })),
      problem: null,
    })
  }
  return found
}
