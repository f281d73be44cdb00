import { lookupTable, nestedLookupTable } from './lookup-table.ts'
import { nameToWords } from './text.ts'
import { US_STATES } from './us-states.ts'

/** Display labels of enumeration codes: codes are stored and sent, labels are shown. */
type Labels = Readonly<Record<string, string>>
type Value = string | number | boolean | null | undefined

const CHANNEL: Labels = {
  pos: 'Tasting room',
  web: 'Web',
  club: 'Club',
  phone: 'Phone',
  event: 'Event',
  reservation: 'Reservation',
  marketplace: 'Marketplace',
  wholesale: 'Wholesale',
  other: 'Other',
}

const ORDER_TYPE: Labels = {
  regular: 'Regular',
  refund: 'Refund',
  exchange: 'Exchange',
  corporate: 'Corporate',
  club: 'Club',
  no_charge: 'No charge',
  other: 'Other',
}

const DELIVERY: Labels = { carry_out: 'Carry out', pickup: 'Pickup', ship: 'Ship', other: 'Other' }

const FULFILLMENT: Labels = {
  unfulfilled: 'Unfulfilled',
  partial: 'Partially fulfilled',
  fulfilled: 'Fulfilled',
  not_required: 'No fulfillment needed',
  other: 'Other',
}

const PAYMENT: Labels = {
  paid: 'Paid',
  authorized: 'Authorized',
  cancelled: 'Canceled',
  pending: 'Pending',
  other: 'Other',
}

const ITEM_KIND: Labels = {
  wine: 'Wine',
  tasting: 'Tasting',
  merch: 'Merchandise',
  food: 'Food',
  event: 'Event',
  reservation: 'Reservation',
  gift_card: 'Gift card',
  club_fee: 'Club fee',
  shipping: 'Shipping',
  other: 'Other',
}

const STANDING: Labels = { active: 'Active', on_hold: 'On hold', cancelled: 'Canceled', other: 'Other' }

const OUTCOME: Labels = { processed: 'Processed', skipped: 'Skipped', on_hold: 'On hold', declined: 'Declined' }

const RESERVATION: Labels = {
  reserved: 'Reserved',
  checked_in: 'Checked in',
  closed_out: 'Closed out',
  cancelled: 'Canceled',
  no_show: 'No-show',
  other: 'Other',
}

/** Common compliance statuses; others are shown as they are. */
const COMPLIANCE: Labels = { compliant: 'Compliant', quarantined: 'Quarantined', void: 'Void' }

const CUSTOMER_TYPE: Labels = { new: 'New', returning: 'Returning', unknown: 'Unknown' }

const SEGMENT: Labels = { member: 'Member', former_member: 'Former member', never: 'Never a member' }

const RFM_SEGMENT: Labels = {
  best: 'Best',
  potential_best: 'Potential best',
  best_at_risk: 'Best at risk',
  loyal: 'Loyal',
  potential_loyal: 'Potential loyal',
  loyal_at_risk: 'Loyal at risk',
  regular: 'Regular',
  newer: 'Newer',
  dormant: 'Dormant',
  lost: 'Lost',
}

const DAY_PART: Labels = {
  morning: 'Morning',
  early_afternoon: 'Early afternoon',
  late_afternoon: 'Late afternoon',
  evening: 'Evening',
}

/** Statuses of memberships and of visits; codes that both share have the same meaning. */
const CODES: Readonly<Record<string, Labels>> = nestedLookupTable({
  channel: CHANNEL,
  orderType: ORDER_TYPE,
  deliveryMethod: DELIVERY,
  fulfillmentStatus: FULFILLMENT,
  paymentStatus: PAYMENT,
  itemKind: ITEM_KIND,
  complianceStatus: COMPLIANCE,
  // Active members include those on hold.
  standing: { ...STANDING, active: 'Not on hold' },
  outcome: OUTCOME,
  status: { ...RESERVATION, ...STANDING },
  segment: SEGMENT,
  rfmSegment: RFM_SEGMENT,
  customerType: CUSTOMER_TYPE,
  firstChannel: CHANNEL,
  dayPart: DAY_PART,
})

const CODES_OF_TYPE: Readonly<Record<string, Readonly<Record<string, Labels>>>> = nestedLookupTable({
  Memberships: { status: STANDING },
  Reservations: { status: RESERVATION },
})

const YES_NO: Readonly<Record<string, readonly [yes: string, no: string]>> = lookupTable({
  isWeekend: ['Weekend', 'Weekday'],
  isClubOrder: ['Club order', 'Not a club order'],
  isRefund: ['Refund', 'Not a refund'],
  isClubMember: ['Member', 'Not a member'],
  isDiscounted: ['Discounted', 'Not discounted'],
  isRepeatCustomer: ['Repeat customer', 'Not a repeat customer'],
  isAwaiting: ['Awaiting pickup or shipment', 'Not awaiting pickup or shipment'],
  isScheduled: ['Scheduled', 'Not scheduled'],
  isCurrent: ['On hold now', 'Not on hold now'],
})

/** Label of a row without a value in the column. */
const NOTHING: Labels = lookupTable({
  channel: 'No channel',
  teamMember: 'No team member',
  experience: 'No experience',
  clubName: 'No club',
  cancellationReason: 'No reason given',
  holdReason: 'No reason given',
  brand: 'No brand',
  category: 'No category',
  state: 'No state',
  country: 'No country',
  customerName: 'No name',
  segment: 'Unknown',
  rfmSegment: 'No recent orders',
  standing: 'Unknown',
  ageBracket: 'Unknown',
})

const DATE_PART = /(Date|Day|Week|Month|Quarter|Year|Weekday|MonthOfYear|Hour)$/

/** `varietal` → `No varietal`, `releaseName` → `No release`, `signupMonth` → `No date` */
const blankLabel = (columnId: string): string => {
  if (DATE_PART.test(columnId)) return 'No date'
  return `No ${nameToWords(columnId.replace(/Name$/, ''))}`
}

/** The labels of a column's codes; empty for a column of free text. */
export const findCodeLabels = (columnId: string): Labels => CODES[columnId] ?? {}

/** The display label of a dimension's cell; text without a code is its own label. */
export const formatCode = (columnId: string, value: Value): string => {
  if (value === null || value === undefined || value === '') return NOTHING[columnId] ?? blankLabel(columnId)
  if (typeof value === 'boolean') {
    const [yes, no] = YES_NO[columnId] ?? ['Yes', 'No']
    return value ? yes : no
  }
  const text = String(value)
  const labels = columnId === 'state' ? US_STATES : CODES[columnId]
  return labels?.[text] ?? text
}

export interface CodeOption {
  readonly value: string
  readonly label: string
}

/** The codes of a column of the report type with their labels; empty for a free-text column. */
export const codeOptions = (reportType: string, columnId: string): readonly CodeOption[] => {
  const labels = CODES_OF_TYPE[reportType]?.[columnId] ?? CODES[columnId]
  return labels === undefined ? [] : Object.entries(labels).map(([value, label]) => ({ value, label }))
}
