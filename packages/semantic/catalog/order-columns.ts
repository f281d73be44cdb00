import { clubId, dimension, joinedField, personal, stored, teamMemberId, unlessEmpty } from './build-column.ts'
import type { Dimension } from './column.ts'
import { dayColumns, dayPartDimension, monthOfYearColumn, timestampColumns, weekendDimension } from './date-columns.ts'
import type { Field } from './formula.ts'
import { customerType } from './order-history.ts'
import { ownCodeDimensions } from './own-codes.ts'
import { zipArea } from './zip-area.ts'

interface OrderSource {
  /** a column of the order */
  readonly order: (name: string) => Field
  /** columns that the report type's table repeats, so that no join is needed */
  readonly own: ReadonlySet<string>
}

const orderField = ({ order, own }: OrderSource, name: string): Field => (own.has(name) ? stored(name) : order(name))

/** Delivery method and fulfillment status of an order. */
const fulfillmentDimensions = (of: (name: string) => Field): Dimension[] => {
  const requestedShip = of('requested_ship')
  return [
    dimension('deliveryMethod', 'Delivery', {
      synonyms:
        'delivery, delivery method, shipping method, fulfillment method, way of delivery, pickup vs ship, ship vs pickup, delivery type, shipped vs pickup, pickup or ship, ship or pickup, shipped vs picked up, pickup versus shipping',
      type: 'enum',
      field: of('delivery_method'),
    }),
    dimension('fulfillmentStatus', 'Fulfillment', {
      synonyms: 'fulfillment, fulfillment status',
      type: 'enum',
      field: of('fulfillment_status'),
    }),
    dimension('paymentStatus', 'Payment', { synonyms: 'payment status', type: 'enum', field: of('payment_status') }),
    dimension('complianceStatus', 'Compliance', {
      synonyms: 'compliance, compliance status',
      type: 'enum',
      description: 'Compliance check result, such as compliant, quarantined, or void; blank if unchecked',
      field: of('compliance'),
    }),
    ...dayColumns({ prefix: 'requestedShip', displayName: 'Requested ship date', day: requestedShip }),
    dimension('isScheduled', 'Scheduled', {
      type: 'boolean',
      description: 'The requested ship date is after today; false without a date',
      field: (scope) => {
        const day = requestedShip(scope)
        return `(${day} IS NOT NULL AND ${day} > ${scope.today()})`
      },
    }),
    dimension('isAwaiting', 'Awaiting pickup or shipment', {
      type: 'boolean',
      description: 'Paid and unfulfilled or only partially fulfilled, excluding refunds',
      field: of('is_awaiting'),
    }),
  ]
}

/** What the source wrote where the catalog has a code: an account's own channels, types and statuses. */
const sourceValueDimensions = (of: (name: string) => Field): Dimension[] =>
  [
    { columnId: 'channelRaw', displayName: 'Sales channel (as in source)', name: 'channel_raw' },
    { columnId: 'orderTypeRaw', displayName: 'Order type (as in source)', name: 'order_type_raw' },
    { columnId: 'deliveryMethodRaw', displayName: 'Delivery method (as in source)', name: 'delivery_method_raw' },
    {
      columnId: 'fulfillmentStatusRaw',
      displayName: 'Fulfillment status (as in source)',
      name: 'fulfillment_status_raw',
    },
    { columnId: 'paymentStatusRaw', displayName: 'Payment status (as in source)', name: 'payment_status_raw' },
  ].map(({ columnId, displayName, name }) => dimension(columnId, displayName, { field: of(name) }))

/** Dimensions of an order, for orders and for order lines. */
export const orderDimensions = (source: OrderSource): Dimension[] => {
  const of = (name: string) => orderField(source, name)
  const channel = of('channel')
  return [
    dimension('orderNumber', 'Order number', { field: unlessEmpty(of('order_number')), isId: true, isPersonal: true }),
    dimension('channel', 'Sales channel', {
      synonyms:
        'channel, sales channel, source of sale, point of sale channel, channels, sales source, where sold, source',
      type: 'enum',
      description: 'Where the order was placed: tasting room, web, club, phone, event, and so on',
      field: channel,
    }),
    dimension('orderType', 'Order type', {
      synonyms: 'order type, type of order, kind of order',
      type: 'enum',
      field: of('order_type'),
    }),
    ...fulfillmentDimensions(of),
    ...ownCodeDimensions('order', of),
    ...sourceValueDimensions(of),
    personal(dimension('customerId', 'Customer ID', { field: of('customer_id'), isId: true })),
    dimension('customerName', 'Customer', { field: of('customer_name'), identifiedBy: 'customerId', isPersonal: true }),
    dimension('teamMember', 'Team member', {
      synonyms: `
        team member, staff, staffer, staffers, staff member, employee, associate, sales associate, seller, salesperson, server, host,
        sales rep, rep, tasting room associate, tasting room staff, team, team members, pourer, pourers, ambassador, wine educator,
        crew, person on the floor, bartender, attendant, hosts, employees, servers, sales person, sales people, worker`,
      field: of('team_member'),
      isPersonal: true,
    }),
    teamMemberId(of('team_member_source_id')),
    dimension('salesLocation', 'Sales location', {
      synonyms: 'location, sales location, tasting room location, locations, store, stores, shop location, outlet',
      description: 'Tasting room or shop that sold it; blank if the source has none',
      field: of('location'),
    }),
    clubId(of('club_source_id')),
    dimension('clubName', 'Club', {
      synonyms: 'club, wine club, club name, club tier, membership type, club level, tier, clubs, club type',
      field: of('club_name'),
    }),
    dimension('releaseId', 'Release ID', { field: of('release_source_id'), isId: true }),
    dimension('releaseName', 'Release', { field: of('release_name') }),
    dimension('state', 'State', {
      synonyms: 'state, us state, destination state, states, ship to state',
      description: 'State the order was shipped to, otherwise the billing state',
      field: of('state'),
    }),
    dimension('country', 'Country', { synonyms: 'country', field: of('country') }),
    dimension('city', 'City', {
      isPersonal: true,
      description: 'City the order was shipped to, otherwise the billing city',
      field: of('city'),
    }),
    dimension('postalCode', 'Postal code', {
      synonyms: 'postal code, zip code, zip, zipcode, postcode, zips, zip codes, area code',
      isPersonal: true,
      description: 'Postal code the order was shipped to, otherwise the billing postal code',
      field: of('postal_code'),
    }),
    zipArea(of),
    dimension('isClubOrder', 'Club order', { type: 'boolean', field: (scope) => `(${channel(scope)} = 'club')` }),
    dimension('isRefund', 'Refund', { type: 'boolean', field: of('is_refund') }),
    dimension('isDiscounted', 'Discounted', {
      type: 'boolean',
      description: 'The order has a discount',
      field: (scope) => `(${of('discount')(scope)} > 0)`,
    }),
    customerType(of('prior_orders')),
  ]
}

/** The order's date, its parts, the part of its day, and whether it is on a weekend. */
export const orderDates = (of: (name: string) => Field = stored): Dimension[] => {
  const local = of('ordered_local')
  return [
    ...timestampColumns({ prefix: 'order', displayName: 'Order date', name: 'ordered', of }),
    monthOfYearColumn('order', 'Month of the year', local),
    weekendDimension(local),
    dayPartDimension(local),
  ]
}

export const orderSource: OrderSource = { order: stored, own: new Set() }

/** Order lines repeat the order columns that most reports use; the rest comes from a join. */
export const orderLineSource: OrderSource = {
  order: (name) => joinedField('orders', name),
  own: new Set(['channel', 'is_refund']),
}
