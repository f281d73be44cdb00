import type { SyncStream } from '../kit/connector.ts'
import { changesStream } from './changes-stream.ts'
import { LISTS } from './commerce7-api.ts'
import { Customer, customerRows } from './customers.ts'
import { TRASH_TABLES, Trashed, toTrashRemovals } from './deleted-records.ts'
import { orderListing, recordListing } from './listings.ts'
import { Membership, membershipRows } from './memberships.ts'
import { orderRows } from './order-rows.ts'
import { Order } from './order-schema.ts'
import { ReleaseDates, releaseRows } from './release-rows.ts'
import { Reservation, reservationRows } from './reservations.ts'
import type { Tenant } from './tenant.ts'

const customers = ({ api, now, accounting }: Tenant): SyncStream =>
  changesStream({
    name: 'customers',
    title: 'Customers',
    tables: ['customers'],
    list: LISTS.customers,
    fetched: ['customers'],
    listing: recordListing(api, 'customers'),
    api,
    now,
    reader: async () => {
      const ours = await accounting()
      return { schema: Customer, rows: (customer) => customerRows(customer, ours) }
    },
  })

const memberships = ({ api, now, timeZone }: Tenant): SyncStream =>
  changesStream({
    name: 'memberships',
    title: 'Club memberships',
    tables: ['memberships', 'membership_holds'],
    list: LISTS.memberships,
    fetched: ['memberships'],
    listing: recordListing(api, 'memberships'),
    api,
    now,
    reader: async () => ({ schema: Membership, rows: (membership) => membershipRows(membership, timeZone) }),
  })

const orders = ({ api, now, accounting, facts }: Tenant): SyncStream =>
  changesStream({
    name: 'orders',
    title: 'Orders and releases',
    tables: ['orders', 'order_lines', 'club_releases', 'release_members'],
    partial: ['release_members'],
    list: LISTS.orders,
    // A club order's release member has the order's ID.
    fetched: ['orders', 'release_members'],
    listing: orderListing(api),
    api,
    now,
    reader: async () => {
      const ours = await accounting()
      const known = await facts()
      return { schema: Order, rows: (order) => orderRows(order, ours, known) }
    },
    extras: (page, carried) => {
      const { rows, removed, dates } = releaseRows(page, ReleaseDates.parse(carried))
      return { rows, removed, carried: dates }
    },
  })

const reservations = ({ api, now }: Tenant): SyncStream =>
  changesStream({
    name: 'reservations',
    title: 'Reservations',
    tables: ['reservations'],
    list: LISTS.reservations,
    fetched: ['reservations'],
    listing: recordListing(api, 'reservations'),
    api,
    now,
    reader: async () => ({ schema: Reservation, rows: reservationRows }),
  })

const trash = ({ api, now }: Tenant): SyncStream =>
  changesStream({
    name: 'trash',
    title: 'Deleted records',
    tables: TRASH_TABLES,
    list: LISTS.trash,
    api,
    now,
    reader: async () => ({ schema: Trashed, rows: () => [] }),
    extras: (page, carried) => ({ rows: [], removed: toTrashRemovals(page), carried }),
  })

/** Lists that are read incrementally. Deletions come last, after all records that they could remove. */
export const recordStreams = (tenant: Tenant): SyncStream[] => [
  customers(tenant),
  memberships(tenant),
  orders(tenant),
  reservations(tenant),
  trash(tenant),
]
