import type { Sensitivity } from '#domain/insight-settings.ts'
import type { Share } from '#domain/proportion.ts'
import type { LocalDay } from '#domain/ranges/local-day.ts'
import type { RangeCalendar } from '#domain/ranges/resolve-range.ts'
import type { RunOut, SellingStock } from '#domain/run-out.ts'
import type { DuplicateCount, SubjectSeries } from '../account/history.ts'
import type { MetricId, Subject } from '../account/metric.ts'
import type { DayRange } from '../series/series.ts'

/** The data of one membership. Days in any order. */
export interface MemberHistory {
  readonly membershipId: string
  readonly club: string
  readonly signup: LocalDay
  /** null while the membership is active */
  readonly cancelled: LocalDay | null
  /** releases that the member skipped or had on hold */
  readonly skips: readonly LocalDay[]
  /** releases with a declined card */
  readonly declines: readonly LocalDay[]
  readonly visits: readonly LocalDay[]
  /** orders other than releases; minor units */
  readonly purchases: readonly { readonly day: LocalDay; readonly amount: number }[]
}

/** Club sales in a year, and the number of members at its end. */
export interface ClubYear extends DayRange {
  /** minor units */
  readonly sales: number
  readonly members: number
}

/** Yearly value of a membership, integer minor units. */
export const memberYearlyValue = ({ sales, members }: ClubYear): number =>
  members > 0 ? Math.round(sales / members) : 0

/** A customer's non-club orders. */
export interface CustomerHistory {
  readonly customerId: string
  /** minor units; days in any order */
  readonly orders: readonly { readonly day: LocalDay; readonly amount: number }[]
}

/** Customers up to a day. */
export interface CustomersOverTime {
  readonly customers: readonly CustomerHistory[]
  /** first day with orders */
  readonly from: LocalDay
  /** first incomplete day */
  readonly today: LocalDay
}

/** A past release. */
export interface PastRelease {
  readonly day: LocalDay
  /** eligible members */
  readonly members: number
  readonly processed: number
  /** minor units */
  readonly netSales: number
}

export interface ListedRelease {
  readonly releaseId: string
  readonly day: LocalDay
}

/** A club's releases, oldest first. */
export interface ClubReleases {
  readonly club: string
  readonly releases: readonly (PastRelease & { readonly releaseId: string })[]
}

/** Gross sales of a week and the discounts on them, both minor units and positive. */
export interface DiscountWeek {
  /** first day */
  readonly from: LocalDay
  readonly gross: number
  readonly discount: number
}

/** Whole weeks of a channel, oldest first. */
export interface DiscountWeeks {
  readonly channel: string
  readonly weeks: readonly DiscountWeek[]
}

export interface ReleaseInput {
  readonly club: string
  /** oldest first */
  readonly past: readonly PastRelease[]
  /** `listed`: the release itself, where its members are in the data; null: they are those of the club today */
  readonly next: { readonly day: LocalDay; readonly members: number; readonly listed: ListedRelease | null }
}

export type Conversion = 'tasting' | 'signup'

/** Successes and trials of two comparable periods, such as four weeks and the same four weeks a year before. */
export interface ConversionPair {
  readonly conversion: Conversion
  readonly subject: Subject
  readonly before: Share & DayRange
  readonly after: Share & DayRange
  /** value of one conversion, minor units */
  readonly worth: number
}

/** A team member's tasting guests of a week, and those who bought. */
export interface TeamTastings extends Share {
  readonly member: string
}

/** The last whole week of the tasting room. */
export interface TeamWeek extends DayRange {
  readonly people: readonly TeamTastings[]
  /** revenue of a guest who bought, minor units */
  readonly worth: number
}

export type DriverDimension = Exclude<Subject['kind'], 'account' | 'service'>

/** A change of money by the groups of one dimension, with the counts that the money comes from. */
export interface DimensionCells {
  readonly dimension: DriverDimension
  readonly money: MetricId
  readonly count: MetricId
  /** all groups, unnamed ones under '': they add up to the total */
  readonly cells: readonly ChangeCell[]
}

export interface ChangeToExplain {
  readonly before: DayRange
  readonly after: DayRange
  readonly dimensions: readonly DimensionCells[]
}

/** An amount of money and its count. */
export interface Amount {
  /** integer minor units */
  readonly money: number
  /** orders, bottles, guests */
  readonly count: number
}

/** A group of a dimension in both periods; missing values are zero. */
export interface ChangeCell {
  readonly group: string
  readonly before: Amount
  readonly after: Amount
}

/** Bottles of a product at all locations together, with its weeks on hand as the inventory report shows them. */
export interface ProductStock {
  readonly product: string
  readonly onHand: number
  /** on hand, but reserved for orders */
  readonly reserved: number
  /** on hand, but promised to club releases */
  readonly promised: number
  /** promised by the account itself, outside the records of its sources */
  readonly promisedByHand: number
  /** for sale: neither reserved nor allocated */
  readonly available: number
  /** available and not promised by hand */
  readonly free: number
  /** bottles a week, and how many weeks the free ones last; null if nothing was sold */
  readonly selling: (Pick<SellingStock, 'pace'> & RunOut) | null
}

/** A goal with the days of its period. */
export interface GoalPeriod extends DayRange {
  readonly metric: MetricId
  /** minor units, or a count */
  readonly amount: number
}

/** Data that an analysis run reads once for all kinds of insight; each kind declares which parts it needs. */
export interface InputData {
  /** by day, for each metric and subject */
  readonly series: readonly SubjectSeries[]
  /** of the whole account, if a goal counts them */
  readonly signups: readonly SubjectSeries[]
  readonly duplicates: readonly DuplicateCount[]
  /** null if no service reports stock */
  readonly stock: readonly ProductStock[] | null
  readonly members: readonly MemberHistory[]
  readonly customers: readonly CustomerHistory[]
  readonly clubYear: ClubYear
  readonly releases: readonly ReleaseInput[]
  readonly finishedReleases: readonly ClubReleases[]
  /** outside the club */
  readonly discounts: readonly DiscountWeeks[]
  readonly conversions: readonly ConversionPair[]
  /** null without tastings */
  readonly teamWeek: TeamWeek | null
  readonly changes: readonly ChangeToExplain[]
  readonly goals: readonly GoalPeriod[]
}

export type InputName = keyof InputData

/** The input of an account's insights. Serializable, so that it can be sent to a worker thread. */
export interface AnalysisInput extends InputData {
  /** complete days of the series */
  readonly range: DayRange
  readonly calendar: RangeCalendar
  /** two-letter ISO 3166 country code, for holidays */
  readonly country: string | null
  readonly sensitivity: Sensitivity
  /** periods that end in these days are tested */
  readonly testRange: DayRange
}
