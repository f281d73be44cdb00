import { phraseList } from '../read/token.ts'

/** Something that is counted, listed or grouped by. */
export interface Entity {
  /** phrases for it, separated by commas */
  readonly words: string
  /** measures that count it; the first that a report type has is used */
  readonly count: readonly string[]
  /** columns that identify one, by report type; `any`: for other types */
  readonly group?: Readonly<Record<string, readonly string[]>>
  readonly list: EntityList | null
}

export interface EntityList {
  readonly reportType: string
  readonly columns: readonly string[]
  readonly sort: readonly { readonly columnId: string; readonly direction: 'asc' | 'desc' }[]
  readonly limits?: readonly {
    readonly columnId: string
    readonly comparison: 'IsTrue' | 'IsNotNull' | 'NotEqual' | 'Equal'
    readonly value: string | null
  }[]
  /** absent: the type's default date */
  readonly date?: string
}

const desc = (columnId: string) => [{ columnId, direction: 'desc' }] as const
const asc = (columnId: string) => [{ columnId, direction: 'asc' }] as const

const ORDER_COLUMNS = phraseList(`
  orderId, orderNumber, orderDate, customerId, customerName, channel, orderType, fulfillmentStatus, netSales, total`)
const CUSTOMER_COLUMNS = phraseList(`
  customerId, customerName, email, city, state, customerSince, lastOrderDate, orderCount, netSales, lifetimeValue,
  isClubMember`)
const MEMBERSHIP_COLUMNS = phraseList('membershipId, customerId, customerName, clubName, signupDate, tenureDays')

export const ENTITIES = {
  order: {
    words: 'order, orders, transaction, transactions, purchase, purchases, ticket, tickets',
    count: ['orderCount'],
    list: { reportType: 'Orders', columns: ORDER_COLUMNS, sort: desc('orderDate') },
  },
  customer: {
    words: 'customer, customers, buyer, buyers, client, clients, shopper, shoppers, spender, spenders, guest customers',
    count: ['customerCount'],
    group: { any: ['customerId', 'customerName'] },
    list: { reportType: 'Customers', columns: CUSTOMER_COLUMNS, sort: asc('customerName') },
  },
  newCustomer: {
    words: `
      new customer, new customers, first time customer, first time customers, first time buyer, first time buyers,
      new buyers, customers added, customers acquired, acquired customers`,
    count: ['newCustomers'],
    list: {
      reportType: 'Customers',
      columns: ['firstOrderDate', ...CUSTOMER_COLUMNS],
      sort: desc('firstOrderDate'),
      date: 'firstOrderDate',
    },
  },
  product: {
    words: 'product, products, item sold, bottling, bottlings',
    count: ['productCount'],
    group: { any: ['productTitle'], Products: ['productId', 'productTitle'], Inventory: ['sku', 'productTitle'] },
    list: {
      reportType: 'Products',
      columns: phraseList(`
        productId, sku, productTitle, category, brand, vintage, varietal, price, unitsSold, netSales, lastSoldDate`),
      sort: asc('productTitle'),
    },
  },
  member: {
    words: `
      member, members, active member, active members, active club member, active club members,
      active wine club members, membership, memberships, active memberships, current members, club membership,
      club memberships`,
    count: ['activeMembers'],
    list: {
      reportType: 'Memberships',
      columns: MEMBERSHIP_COLUMNS,
      sort: desc('signupDate'),
      limits: [{ columnId: 'standing', comparison: 'NotEqual', value: 'cancelled' }],
    },
  },
  signup: {
    words: `
      signup, signups, sign up, sign ups, new member, new members, new memberships, members joined, joined,
      members who joined, members signed up, people who joined, new club members, members added, sign up for the club,
      signed up, join, joins`,
    count: ['signups'],
    list: { reportType: 'Memberships', columns: MEMBERSHIP_COLUMNS, sort: desc('signupDate') },
  },
  cancellation: {
    words: `
      cancellation, cancellations, cancelled members, canceled members, cancelled memberships, canceled memberships,
      lost members, members lost, members who left, members left, members who cancelled, members who canceled,
      members cancelled, members canceled, members cancel, cancels, members that cancelled, members who quit,
      people who cancelled, members did we lose, cancelled, canceled, cancellation count`,
    count: ['cancellations'],
    list: {
      reportType: 'Memberships',
      columns: phraseList(`
        membershipId, customerId, customerName, clubName, signupDate, cancelledDate, cancellationReason, tenureDays`),
      sort: desc('cancelledDate'),
      limits: [{ columnId: 'cancelledDate', comparison: 'IsNotNull', value: null }],
      date: 'cancelledDate',
    },
  },
  onHoldMember: {
    words: `
      members on hold, memberships on hold, members are on hold, memberships are on hold, members who are on hold,
      members that are on hold, paused members, members currently on hold`,
    count: ['onHold'],
    list: {
      reportType: 'Memberships',
      columns: MEMBERSHIP_COLUMNS,
      sort: desc('signupDate'),
      limits: [{ columnId: 'standing', comparison: 'Equal', value: 'on_hold' }],
    },
  },
  hold: {
    words: 'hold, holds, membership holds, club holds',
    count: ['holdCount'],
    list: {
      reportType: 'MembershipHolds',
      columns: phraseList(
        'membershipId, customerId, customerName, clubName, holdStart, holdEnd, holdReason, isCurrent, holdDays',
      ),
      sort: desc('holdStart'),
    },
  },
  release: {
    words: `
      release, releases, shipment, shipments, club shipment, club shipments, allocation, allocations, club run,
      club runs`,
    count: ['releaseCount'],
    group: { any: ['releaseName'] },
    list: {
      reportType: 'ClubReleases',
      columns: phraseList(`
        releaseId, releaseName, clubName, releaseDate, membersEligible, processed, skipped, declined, orderCount,
        bottles, netSales`),
      sort: desc('releaseDate'),
    },
  },
  reservation: {
    words: 'reservation, reservations, booking, bookings, visit, visits, appointment, appointments',
    count: ['reservationCount'],
    list: {
      reportType: 'Reservations',
      columns: phraseList('reservationId, reservationDate, experience, status, channel, teamMember, guests, revenue'),
      sort: desc('reservationDate'),
    },
  },
  refund: {
    words: 'refund, refunds, refunded orders, returns, returned orders, refunded',
    count: ['refundCount'],
    list: {
      reportType: 'Orders',
      columns: ORDER_COLUMNS,
      sort: desc('orderDate'),
      limits: [{ columnId: 'isRefund', comparison: 'IsTrue', value: null }],
    },
  },
} as const satisfies Readonly<Record<string, Entity>>

export type EntityName = keyof typeof ENTITIES
