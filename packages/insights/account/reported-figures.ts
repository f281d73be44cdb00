import { roundAnswer } from '#domain/round-answer.ts'
import type { Figure, Reported, ReportedFilter } from '../insight/figure.ts'
import type { Conversion } from '../insight/inputs.ts'
import type { DayRange } from '../series/series.ts'
import { measureRef } from './metric.ts'

interface Value {
  readonly id: string
  readonly value: number
}

/** An Orders measure by day. */
const ofOrders = (
  columnId: 'netSales' | 'orderCount' | 'discount' | 'subtotal',
  filters: readonly ReportedFilter[],
  range: DayRange,
): Reported => ({
  measure: measureRef('Orders', columnId),
  groupBy: 'orderDay',
  filters,
  dateColumn: 'orderDate',
  range,
})

const equal = (columnId: string, value: string): ReportedFilter => ({ columnId, comparison: 'Equal', value })

const figure = ({ id, value }: Value, unit: Figure['unit'], reported: Reported): Figure => ({
  id,
  value,
  unit,
  recipe: { kind: 'reported', ...reported },
})

/** Net sales of club orders. */
export const clubSalesFigure = (value: Value, range: DayRange): Figure =>
  figure(value, 'money', ofOrders('netSales', [equal('channel', 'club')], range))

/** Net sales of all orders, including club orders. */
export const allSalesFigure = (value: Value, columnId: 'netSales' | 'orderCount', range: DayRange): Figure =>
  figure(value, columnId === 'netSales' ? 'money' : 'count', ofOrders(columnId, [], range))

/** Members at the end of the range. */
export const activeMembersFigure = (value: Value, range: DayRange): Figure =>
  figure(value, 'count', {
    measure: measureRef('Memberships', 'activeMembers'),
    groupBy: 'clubName',
    filters: [],
    dateColumn: 'signupDate',
    range,
  })

/** Non-club spend of a customer. */
export const customerSalesFigure = (value: Value, customerId: string, range: DayRange): Figure =>
  figure(
    value,
    'money',
    ofOrders(
      'netSales',
      [{ columnId: 'channel', comparison: 'NotEqual', value: 'club' }, equal('customerId', customerId)],
      range,
    ),
  )

/** Discounts of a channel's orders, or their items before discounts. */
export const orderMoneyFigure = (
  value: Value,
  columnId: 'discount' | 'subtotal',
  { channel, range }: { readonly channel: string; readonly range: DayRange },
): Figure => figure(value, 'money', ofOrders(columnId, [equal('channel', channel)], range))

const ofRelease = (columnId: string, releaseId: string, range: DayRange): Reported => ({
  measure: measureRef('ClubReleases', columnId),
  groupBy: 'releaseName',
  filters: [equal('releaseId', releaseId)],
  dateColumn: 'releaseDate',
  range,
})

export const releaseSalesFigure = (value: Value, releaseId: string, range: DayRange): Figure =>
  figure(value, 'money', ofRelease('netSales', releaseId, range))

export const releaseMembersFigure = (value: Value, releaseId: string, range: DayRange): Figure =>
  figure(value, 'count', ofRelease('membersEligible', releaseId, range))

export type StockColumn =
  | ('onHand' | 'reserved' | 'allocated' | 'available' | 'promised' | 'pace')
  | ('weeksOnHand' | 'weeksOnHandLow' | 'weeksOnHandHigh')

/** A number of a product's stock today, at all locations. */
export const stockFigure = (value: Value, columnId: StockColumn, sku: string): Figure =>
  figure(value, columnId.startsWith('weeksOnHand') ? 'weeks' : 'count', {
    measure: measureRef('Inventory', columnId),
    groupBy: 'location',
    filters: [equal('sku', sku)],
    dateColumn: null,
    range: null,
  })

const CONVERSIONS: Readonly<Record<Conversion, Readonly<Record<'hits' | 'rate', string>>>> = {
  tasting: { hits: 'bottlePurchases', rate: 'bottleConversion' },
  signup: { hits: 'clubSignups', rate: 'signupConversion' },
}

/** As reports answer a rate. */
const PERCENT = { format: 'percent', isMoney: false, minorUnits: 1 } as const

/** Tasting guests who bought or joined, or their share; of one team member if given. */
export const conversionFigure = (
  value: Value,
  what: { readonly conversion: Conversion; readonly part: 'hits' | 'rate' },
  of: DayRange | { readonly range: DayRange; readonly member: string },
): Figure => {
  const isRate = what.part === 'rate'
  const reported = isRate ? { ...value, value: roundAnswer(value.value, PERCENT) } : value
  return figure(reported, isRate ? 'share' : 'count', {
    measure: measureRef('Reservations', CONVERSIONS[what.conversion][what.part]),
    groupBy: 'reservationDay',
    filters: 'member' in of ? [equal('teamMember', of.member)] : [],
    dateColumn: 'reservationDate',
    range: 'member' in of ? of.range : of,
  })
}
