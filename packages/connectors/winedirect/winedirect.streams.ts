import { z } from 'zod'
import { isLocalDay } from '#domain/ranges/local-day.ts'
import { sampleList } from '../kit/connection-samples.ts'
import type { CanonicalRow, Span, StreamListing, StreamState } from '../kit/connector.ts'
import { OptionalText } from '../kit/fields.ts'
import { once } from '../kit/once.ts'
import { customerRow } from '../kit/person.ts'
import { isPlatformRefusal } from '../kit/platform-problems.ts'
import { whole } from '../kit/progress.ts'
import { readRecords } from '../kit/read-records.ts'
import { toRemovals } from '../kit/removals.ts'
import { type DeclaredStream, declareStream, listedRecords } from '../kit/stream.ts'
import { fetchCatalog, inventoryStream, productsStream } from './catalog.ts'
import { byChange } from './change-windows.ts'
import { IS_KNOWN, toMembershipStatus } from './codes.ts'
import {
  addressColumns,
  formatName,
  idIn,
  WdAddress,
  WdFlag,
  WdId,
  WdInstant,
  WdName,
  WdOptionalInstant,
} from './fields.ts'
import {
  convertOrders,
  ORDERS,
  type OrderMemory,
  type OrderSource,
  openOrderMemory,
  searchesWithin,
} from './order-reads.ts'
import { returnOrderId } from './order-rows.ts'
import { OrderSummary } from './order-schema.ts'
import { type Search, sampleSearch, searchAll, searchByIds, type WineDirectApi } from './winedirect-api.ts'

/** What the streams of one session share. */
interface WineDirectAccount extends OrderSource {
  readonly now: () => number
}

/** Permissions are granted by service. The connection test says so; a sync needs all of them. */
const withPermission = (name: string, stream: DeclaredStream): DeclaredStream => ({
  ...stream,
  explain: (error) =>
    isPlatformRefusal(error) ? `This web service account doesn’t have permission to read ${name}` : null,
})

const CONTACTS: Search = { service: 'contact', list: 'Contacts', idOf: idIn('ContactID'), maxRows: 200 }

const Contact = WdName.extend({
  ...WdAddress.shape,
  ContactID: WdId,
  Email: OptionalText,
  // Written as the start of that day in an unknown zone; only the day counts.
  BirthDate: OptionalText.transform((stamp) => stamp?.slice(0, 10) ?? ''),
  DateAdded: WdOptionalInstant,
  DateModified: WdOptionalInstant,
})

const toCustomerRow = (contact: z.output<typeof Contact>): CanonicalRow =>
  customerRow({
    id: contact.ContactID,
    updated: contact.DateModified,
    name: formatName(contact),
    email: contact.Email,
    address: addressColumns(contact),
    birth: isLocalDay(contact.BirthDate) ? contact.BirthDate : null,
    since: contact.DateAdded,
  })

const contacts = ({ api, now }: WineDirectAccount) =>
  declareStream({
    name: 'contacts',
    title: 'Contacts',
    tables: ['customers'],
    ...byChange({ api, now }, CONTACTS),
    convert: (records) =>
      readRecords(records, { schema: Contact, idOf: CONTACTS.idOf, rows: (contact) => [toCustomerRow(contact)] }),
    fetch: (ids) => searchByIds(api, CONTACTS, 'ContactID', ids),
    listing: {
      table: 'customers',
      list: () =>
        listedRecords(searchAll(api, CONTACTS), {
          schema: Contact.pick({ ContactID: true, DateModified: true }),
          idOf: CONTACTS.idOf,
          toListed: ({ ContactID, DateModified }) => ({ sourceId: ContactID, ordered: null, updated: DateModified }),
        }),
    },
    sample: sampleList({
      label: 'Customers',
      fetch: sampleSearch(api, CONTACTS),
      schema: Contact,
      nameOf: formatName,
    }),
  })

const CLUBS: Search = { service: 'club', list: 'Clubs', idOf: idIn('ClubID'), maxRows: 200 }

const Club = z.object({ ClubID: WdId, ClubName: WdId, DateModified: WdOptionalInstant })

const clubs = ({ api }: WineDirectAccount) =>
  declareStream({
    name: 'clubs',
    title: 'Clubs',
    tables: ['clubs'],
    progress: whole,
    pages: () => searchAll(api, CLUBS),
    convert: (records) =>
      readRecords(records, {
        schema: Club,
        idOf: CLUBS.idOf,
        rows: ({ ClubID, ClubName, DateModified }) => [
          {
            table: 'clubs',
            row: { source_id: ClubID, source_updated: DateModified, time_basis: 'utc', name: ClubName },
          },
        ],
      }),
    sample: sampleList({
      label: 'Clubs',
      fetch: sampleSearch(api, CLUBS),
      schema: Club,
      nameOf: ({ ClubName }) => ClubName,
    }),
  })

const MEMBERSHIPS: Search = { service: 'club', list: 'ClubMemberships', idOf: idIn('ClubMembershipID'), maxRows: 200 }

const Membership = WdName.omit({ Company: true }).extend({
  ClubMembershipID: WdId,
  ClubID: OptionalText,
  ClubName: OptionalText,
  ContactID: OptionalText,
  CurrentMembershipStatus: OptionalText,
  SignupDate: WdInstant,
  CancelDate: WdOptionalInstant,
  CancellationReason: OptionalText,
  SalesAssociate: OptionalText,
  SourceCode: OptionalText,
  IsPickup: WdFlag,
  DateModified: WdOptionalInstant,
})

// A membership may be canceled without a date, and holds have no dates on this platform.
const toMembershipRow = (membership: z.output<typeof Membership>): CanonicalRow => {
  const status = toMembershipStatus(membership.CurrentMembershipStatus)
  return {
    table: 'memberships',
    row: {
      source_id: membership.ClubMembershipID,
      source_updated: membership.DateModified,
      time_basis: 'utc',
      club_source_id: membership.ClubID,
      club_name: membership.ClubName,
      customer_source_id: membership.ContactID,
      customer_name: formatName({ ...membership, Company: null }),
      status,
      status_raw: membership.CurrentMembershipStatus,
      signup: membership.SignupDate,
      // A future date does not cancel yet.
      cancelled: status === 'cancelled' ? membership.CancelDate : null,
      cancellation_reason: membership.CancellationReason,
      acquisition_channel: membership.SourceCode,
      team_member: membership.SalesAssociate,
      delivery_method: membership.IsPickup ? 'pickup' : 'ship',
    },
  }
}

const memberships = ({ api, now }: WineDirectAccount) =>
  declareStream({
    name: 'memberships',
    title: 'Club memberships',
    tables: ['memberships'],
    ...byChange({ api, now }, MEMBERSHIPS),
    convert: (records) =>
      readRecords(records, { schema: Membership, idOf: MEMBERSHIPS.idOf, rows: (one) => [toMembershipRow(one)] }),
    fetch: (ids) => searchByIds(api, MEMBERSHIPS, 'ClubMembershipID', ids),
    listing: {
      table: 'memberships',
      list: () =>
        listedRecords(searchAll(api, MEMBERSHIPS), {
          schema: Membership.pick({ ClubMembershipID: true, DateModified: true }),
          idOf: MEMBERSHIPS.idOf,
          toListed: (one) => ({ sourceId: one.ClubMembershipID, ordered: null, updated: one.DateModified }),
        }),
    },
    sample: sampleList({
      label: 'Memberships',
      fetch: sampleSearch(api, MEMBERSHIPS),
      schema: Membership,
      nameOf: ({ ClubName, LastName }) => [ClubName, LastName].filter(Boolean).join(' '),
      codes: (some) => [
        {
          field: 'CurrentMembershipStatus',
          values: some.map(({ CurrentMembershipStatus }) => CurrentMembershipStatus),
          isKnown: IS_KNOWN.CurrentMembershipStatus,
        },
      ],
    }),
  })

async function* orderPages(api: WineDirectApi, span: Span | null) {
  if (span === null) yield* searchAll(api, ORDERS)
  else for (const { parameters } of searchesWithin(span)) yield* searchAll(api, ORDERS, parameters)
}

/** Lists without details cost one call for 200 orders. A refund within its order has an ID of ours. */
const orderListing = (api: WineDirectApi): StreamListing => ({
  table: 'orders',
  isListed: (id) => !id.includes('/'),
  list: (span) =>
    listedRecords(orderPages(api, span), {
      schema: OrderSummary,
      idOf: ORDERS.idOf,
      toListed: ({ OrderID, ordered, DateModified }) => ({ sourceId: OrderID, ordered, updated: DateModified }),
    }),
})

const ORDER_CODES = ['Type', 'OrderStatus', 'PaymentStatus', 'ShippingStatus'] as const

/** Orders and their items, with refunds as orders of their own. */
const orders = (account: WineDirectAccount): DeclaredStream => {
  const { api, now } = account
  const declare = (memory: OrderMemory) =>
    declareStream({
      name: 'orders',
      title: 'Orders',
      tables: ['orders', 'order_lines'],
      ...byChange({ api, now }, ORDERS),
      convert: (records) => convertOrders(account, memory, records),
      listing: orderListing(api),
      sample: sampleList({
        label: 'Orders',
        fetch: sampleSearch(api, ORDERS),
        schema: OrderSummary,
        nameOf: ({ OrderNumber }) => OrderNumber,
        codes: (some) =>
          ORDER_CODES.map((field) => ({ field, values: some.map((one) => one[field]), isKnown: IS_KNOWN[field] })),
      }),
    })
  return {
    ...declare(openOrderMemory(null, 0, true)),
    async *read(saved) {
      // States of earlier versions have `mark` instead of `since`.
      const state: StreamState | null = saved && { since: saved.mark, ...saved }
      const memory = openOrderMemory(state, now(), state?.since == null)
      for await (const page of declare(memory).read(state))
        yield { ...page, next: { ...page.next, ...memory.toState() } }
    },
    async fetch(ids, state) {
      const memory = openOrderMemory(state, now(), true)
      const { records, gone } = await searchByIds(api, ORDERS, 'OrderID', ids)
      const { removed = [], ...converted } = await convertOrders(account, memory, records)
      const goneIds = gone.flatMap((id) => [id, returnOrderId(id)])
      return {
        ...converted,
        read: records.length,
        removed: [...removed, ...toRemovals('orders', goneIds)],
        total: null,
        next: { ...state, ...memory.toState() },
      }
    },
  }
}

/** In reading order. */
export const wineDirectStreams = ({ api, now, currency }: Omit<WineDirectAccount, 'catalog'>) => {
  const catalog = once(() => fetchCatalog(api, currency))
  const account = { api, now, currency, catalog }
  return [
    withPermission('products', productsStream(api, catalog)),
    withPermission('stock', inventoryStream(api)),
    withPermission('contacts', contacts(account)),
    withPermission('clubs', clubs(account)),
    withPermission('club memberships', memberships(account)),
    orders(account),
  ] as const
}
