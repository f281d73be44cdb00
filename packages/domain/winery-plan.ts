import { addMonths, daysInMonth, type LocalDay, parseLocalDay, startOfMonth } from './ranges/local-day.ts'
import type { PeriodCalendar } from './ranges/period.ts'
import type { CustomRange } from './ranges/relative-range.ts'

/** What the amounts of a plan can be split by. */
export const PLAN_BREAKDOWNS = ['none', 'channel', 'club', 'location'] as const
export type PlanBreakdown = (typeof PLAN_BREAKDOWNS)[number]

/** A measure that can be planned, as a measure of the catalog. */
interface PlannableMeasure {
  readonly title: string
  readonly unit: 'money' | 'count'
  readonly reportType: string
  readonly columnId: string
  /** date column whose ranges and periods the amounts answer */
  readonly dateColumn: string
  readonly clubOrders: 'all' | 'without'
  /** columns of the breakdowns that it can have */
  readonly by: Readonly<Partial<Record<PlanBreakdown, string>>>
}

const ofOrders = (title: string, unit: PlannableMeasure['unit'], columnId: string): PlannableMeasure => ({
  title,
  unit,
  reportType: 'Orders',
  columnId,
  dateColumn: 'orderDate',
  clubOrders: 'all',
  by: { channel: 'channel', club: 'clubName', location: 'salesLocation' },
})

const withoutClub = (title: string, measure: PlannableMeasure): PlannableMeasure => ({
  ...measure,
  title,
  clubOrders: 'without',
  by: { channel: 'channel', location: 'salesLocation' },
})

const ofMemberships = (title: string, columnId: string, dateColumn: string): PlannableMeasure => ({
  title,
  unit: 'count',
  reportType: 'Memberships',
  columnId,
  dateColumn,
  clubOrders: 'all',
  by: { club: 'clubName' },
})

const netSales = ofOrders('Net sales', 'money', 'netSales')
const orderCount = ofOrders('Orders', 'count', 'orderCount')

/** Every measure that can be planned: another one is another line. */
export const PLAN_MEASURES = {
  netSales,
  nonClubNetSales: withoutClub('Non-club net sales', netSales),
  orders: orderCount,
  nonClubOrders: withoutClub('Non-club orders', orderCount),
  signups: ofMemberships('Club signups', 'signups', 'signupDate'),
  cancellations: ofMemberships('Club cancellations', 'cancellations', 'cancelledDate'),
  guests: {
    title: 'Guests',
    unit: 'count',
    reportType: 'Reservations',
    columnId: 'guests',
    dateColumn: 'reservationDate',
    clubOrders: 'all',
    by: {},
  },
} as const satisfies Readonly<Record<string, PlannableMeasure>>

export type PlanMeasureId = keyof typeof PLAN_MEASURES
export const PLAN_MEASURE_IDS = Object.keys(PLAN_MEASURES) as readonly PlanMeasureId[]

/** Compares by the order of the measures. */
export const inPlanOrder = (one: { readonly measure: PlanMeasureId }, other: typeof one): number =>
  PLAN_MEASURE_IDS.indexOf(one.measure) - PLAN_MEASURE_IDS.indexOf(other.measure)

export const plannableMeasure = (id: PlanMeasureId): PlannableMeasure => PLAN_MEASURES[id]

/** Measures of which fewer are better. */
export const isCost = (measure: PlanMeasureId): boolean => measure === 'cancellations'

/** Of the metrics that goals count, which leave out club orders. */
export const GOAL_MEASURES = { netSales: 'nonClubNetSales', orderCount: 'nonClubOrders', signups: 'signups' } as const

/** The amount of a month, minor units or a count. */
interface PlannedMonth {
  /** first day */
  readonly month: LocalDay
  /** of the breakdown; null: without one */
  readonly value: string | null
  readonly amount: number
}

/** The amounts of a measure. All have values of one breakdown, so that they add up. */
export interface PlannedMeasure {
  readonly measure: PlanMeasureId
  readonly breakdown: PlanBreakdown
  readonly months: readonly PlannedMonth[]
  /** by month: what of it each of its days is expected to bring, in any unit; a month that is not listed has equal days */
  readonly shares: Readonly<Record<LocalDay, readonly number[]>>
}

/** What an account plans: the current version of each year. */
export type WineryPlan = readonly PlannedMeasure[]

/** First days of the months that share a day with the range. */
export const monthsOf = ({ from, until }: CustomRange): LocalDay[] => {
  const months: LocalDay[] = []
  for (let month = startOfMonth(from); month < until; month = addMonths(month, 1)) months.push(month)
  return months
}

/** The first month of the range that a measure has no amount of. */
export const missingMonth = ({ months }: PlannedMeasure, range: CustomRange): LocalDay | undefined => {
  const planned = new Set(months.map(({ month }) => month))
  return monthsOf(range).find((month) => !planned.has(month))
}

/** The amounts of the range's months; without club orders those of the other channels, where a plan is by channel. */
export const amountsOver = (
  { months, breakdown }: PlannedMeasure,
  range: CustomRange,
  isWithoutClub: boolean,
): PlannedMeasure['months'] => {
  const wanted = new Set(monthsOf(range))
  const isClub = (value: string | null) => breakdown === 'channel' && value === 'club'
  return months.filter(({ month, value }) => wanted.has(month) && !(isWithoutClub && isClub(value)))
}

type Counted = Pick<PlannableMeasure, 'reportType' | 'columnId' | 'dateColumn'>

/** What of a plan answers a measure of the catalog, the exact one last. Without club orders, that by channel does, too. */
export const planOf = (plan: WineryPlan, counted: Counted, isWithoutClub: boolean): PlannedMeasure[] => {
  const isExact = ({ measure }: PlannedMeasure) =>
    (plannableMeasure(measure).clubOrders === 'without') === isWithoutClub
  return plan
    .filter((line) => {
      const { reportType, columnId, dateColumn } = plannableMeasure(line.measure)
      return (
        reportType === counted.reportType &&
        columnId === counted.columnId &&
        dateColumn === counted.dateColumn &&
        (reportType !== 'Orders' || isExact(line) || (isWithoutClub && line.breakdown === 'channel'))
      )
    })
    .toSorted((one, other) => Number(isExact(one)) - Number(isExact(other)))
}

/** Spreads an amount by weights. Cumulative amounts are rounded, so that the parts add up to it exactly. */
export const spreadAmount = (amount: number, weights: readonly number[]): number[] => {
  const total = weights.reduce((sum, one) => sum + one, 0)
  let weight = 0
  let spread = 0
  return weights.map((one, index) => {
    weight += one
    const until = index === weights.length - 1 ? amount : Math.round((amount * weight) / total)
    const part = until - spread
    spread = until
    return part
  })
}

/** Spreads a month's amount over its days, by what each is expected to bring. */
export const spreadMonth = (amount: number, month: LocalDay, shares?: readonly number[]): number[] => {
  const { year, month: number } = parseLocalDay(month)
  const days = daysInMonth(year, number)
  return spreadAmount(amount, shares?.length === days ? shares : Array.from({ length: days }, () => 1))
}

type FiscalCalendar = Pick<PeriodCalendar, 'fiscalYearStartMonth'>

/** The fiscal year of a day, named for the calendar year that it ends in. */
export const fiscalYearOf = (day: LocalDay, { fiscalYearStartMonth }: FiscalCalendar): number =>
  parseLocalDay(addMonths(startOfMonth(day), (13 - fiscalYearStartMonth) % 12)).year

/** First days of the months of a fiscal year. */
export const monthsOfYear = (year: number, { fiscalYearStartMonth }: FiscalCalendar): LocalDay[] => {
  const first = addMonths(`${year}-01-01`, -((13 - fiscalYearStartMonth) % 12))
  return Array.from({ length: 12 }, (_, index) => addMonths(first, index))
}
