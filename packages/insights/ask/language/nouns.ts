import type { NounName } from '#domain/report-terms.ts'
import { phraseList } from '../text/token.ts'

/** Something that is counted, listed or grouped by. */
export interface Noun {
  /** of several, where one is chosen */
  readonly title: string
  /** measures that count it; the first that a report type has is used */
  readonly count: readonly string[]
  /** columns that identify one, by report type; `any`: for other types; none: the type’s rows are not grouped by it */
  readonly group?: Readonly<Record<string, readonly string[]>>
  /** report type whose rows it is, for rankings and conditions by group */
  readonly type?: string
  readonly list: NounList | null
  /** records of another type that are the same, where its own type lacks what is asked: active members are customers too */
  readonly otherwise?: {
    readonly noun: NounName
    readonly filter: { readonly columnId: string; readonly comparison: 'IsTrue' | 'Equal'; readonly value?: string }
  }
}

interface NounList {
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
const HOLD_COLUMNS = phraseList(
  'membershipId, customerId, customerName, clubName, holdStart, holdEnd, holdReason, isCurrent, holdDays',
)

const outcomeList = (outcome: string): NounList => ({
  reportType: 'ReleaseMembers',
  columns: phraseList('membershipId, customerId, customerName, clubName, releaseName, releaseDate, outcome'),
  sort: desc('releaseDate'),
  limits: [{ columnId: 'outcome', comparison: 'Equal', value: outcome }],
})

export const NOUNS: Readonly<Record<NounName, Noun>> = {
  order: {
    title: 'Orders',
    count: ['orderCount'],
    list: { reportType: 'Orders', columns: ORDER_COLUMNS, sort: desc('orderDate') },
  },
  customer: {
    title: 'Customers',
    count: ['customerCount'],
    // who has a reservation is a condition on customers
    group: { any: ['customerId', 'customerName'], Reservations: [] },
    type: 'Customers',
    list: { reportType: 'Customers', columns: CUSTOMER_COLUMNS, sort: asc('customerName') },
  },
  newCustomer: {
    title: 'New customers',
    count: ['newCustomers'],
    list: {
      reportType: 'Customers',
      columns: ['firstOrderDate', ...CUSTOMER_COLUMNS],
      sort: desc('firstOrderDate'),
      date: 'firstOrderDate',
    },
  },
  repeatCustomer: {
    title: 'Repeat customers',
    count: ['returningCustomers'],
    list: {
      reportType: 'Customers',
      columns: CUSTOMER_COLUMNS,
      sort: asc('customerName'),
      limits: [{ columnId: 'isRepeatCustomer', comparison: 'IsTrue', value: null }],
    },
  },
  product: {
    title: 'Products',
    count: ['productCount'],
    group: { any: ['productTitle'], Products: ['productId', 'productTitle'], Inventory: ['sku', 'productTitle'] },
    type: 'Products',
    list: {
      reportType: 'Products',
      columns: phraseList(`
        productId, sku, productTitle, category, brand, vintage, varietal, price, unitsSold, netSales, lastSoldDate`),
      sort: asc('productTitle'),
    },
  },
  member: {
    title: 'Members',
    count: ['activeMembers'],
    list: {
      reportType: 'Memberships',
      columns: MEMBERSHIP_COLUMNS,
      sort: desc('signupDate'),
      limits: [{ columnId: 'standing', comparison: 'NotEqual', value: 'cancelled' }],
    },
    otherwise: { noun: 'customer', filter: { columnId: 'isClubMember', comparison: 'IsTrue' } },
  },
  signup: {
    title: 'Signups',
    count: ['signups', 'clubSignups'],
    list: { reportType: 'Memberships', columns: MEMBERSHIP_COLUMNS, sort: desc('signupDate') },
  },
  cancellation: {
    title: 'Canceled members',
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
    title: 'Members on hold',
    count: ['onHold'],
    list: {
      reportType: 'Memberships',
      columns: MEMBERSHIP_COLUMNS,
      sort: desc('signupDate'),
      limits: [{ columnId: 'standing', comparison: 'Equal', value: 'on_hold' }],
    },
    otherwise: { noun: 'hold', filter: { columnId: 'isCurrent', comparison: 'IsTrue' } },
  },
  hold: {
    title: 'Holds',
    count: ['holdCount'],
    list: {
      reportType: 'MembershipHolds',
      columns: HOLD_COLUMNS,
      sort: desc('holdStart'),
    },
  },
  holdEnd: {
    title: 'Holds by end date',
    count: ['holdCount'],
    list: {
      reportType: 'MembershipHolds',
      columns: HOLD_COLUMNS,
      sort: asc('holdEnd'),
      date: 'holdEnd',
    },
  },
  declinedMember: { title: 'Members with a declined card', count: ['declined'], list: outcomeList('declined') },
  skippedMember: { title: 'Members who skipped', count: ['skipped'], list: outcomeList('skipped') },
  release: {
    title: 'Releases',
    count: ['releaseCount'],
    group: { any: ['releaseName'] },
    type: 'ClubReleases',
    list: {
      reportType: 'ClubReleases',
      columns: phraseList(`
        releaseId, releaseName, clubName, releaseDate, membersEligible, processed, skipped, declined, orderCount,
        bottles, netSales`),
      sort: desc('releaseDate'),
    },
    otherwise: { noun: 'order', filter: { columnId: 'channel', comparison: 'Equal', value: 'club' } },
  },
  reservation: {
    title: 'Reservations',
    count: ['reservationCount'],
    list: {
      reportType: 'Reservations',
      columns: phraseList(
        'reservationId, reservationDate, customerName, experience, bookedGuests, status, channel, teamMember, guests, revenue',
      ),
      sort: desc('reservationDate'),
    },
  },
  refund: {
    title: 'Refunds',
    count: ['refundCount'],
    list: {
      reportType: 'Orders',
      columns: ORDER_COLUMNS,
      sort: desc('orderDate'),
      limits: [{ columnId: 'isRefund', comparison: 'IsTrue', value: null }],
    },
  },
  guest: { title: 'Guests', count: ['guests'], list: null },
  person: { title: 'People', count: ['guests', 'customerCount'], list: null },
}
