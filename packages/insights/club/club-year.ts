import type { DayRange } from '../series/series.ts'

/** What club orders brought in a year, and the members at its end. */
export interface ClubYear extends DayRange {
  /** minor units */
  readonly sales: number
  readonly members: number
}

/** Whole minor units that a membership brings in a year. */
export const memberYearlyValue = ({ sales, members }: ClubYear): number =>
  members > 0 ? Math.round(sales / members) : 0
