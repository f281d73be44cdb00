import { SCORE_80 } from './proportion.ts'
import { addDays, type LocalDay } from './ranges/local-day.ts'

/** Days of sales behind the pace, including today, and how many weeks they count as. */
export const PACE_DAYS = 90
export const PACE_WEEKS = 12.86
/** Runs of seven days, the last of which ends today, whose sales tell how much a week varies. */
export const SPREAD_WEEKS = 12
/** Least variance of a week's sales per bottle of its pace: that of random orders of two bottles. */
export const LEAST_VARIANCE = 2
/** Stock that lasts less is urgent. */
export const SOON_WEEKS = 4
/** A later run-out says nothing. */
export const MOST_WEEKS = 520

/**
 * An order line outside the club is one-off, and no pace, if it has more than `times` the units of the product's median line in the same
 * days, of which there are at least `fewestLines`.
 */
export const ONE_OFF = { times: 20, fewestLines: 10 } as const

/** A rate per week, of which more decimals would claim too much. */
export const roundRate = (rate: number | null): number | null => (rate === null ? null : Math.round(rate * 10) / 10)

/** Units of a product that are free to sell, and how they sell. */
export interface SellingStock {
  readonly free: number
  /** units a week */
  readonly pace: number
  /** those of the club, which ships on a few days of the year */
  readonly paceClub: number
  /** standard deviation of a week's units outside the club */
  readonly deviation: number
}

export interface RunOut {
  readonly weeks: number
  /** weeks if sales are faster, with a probability of 10 % */
  readonly low: number
  /** weeks if they are slower, with the same probability, and the club ships nothing; null: then nothing sells */
  readonly high: number | null
}

/** Weeks `w` after which the stock is sold if sales are `score` deviations above the pace: `pace·w + score·deviation·√w = free`. */
const weeksAt = ({ free, pace, deviation }: Omit<SellingStock, 'paceClub'>, score: number): number => {
  const shift = score * deviation
  return free <= 0 ? 0 : ((Math.sqrt(shift * shift + 4 * pace * free) - shift) / (2 * pace)) ** 2
}

/** How long stock lasts, as the columns of the catalog say: `stock-pace.ts` has the same formula in SQL. Null without sales. */
export const computeRunOut = ({ free, pace, paceClub, deviation: given }: SellingStock): RunOut | null => {
  if (pace <= 0) return null
  const deviation = Math.max(given, Math.sqrt(LEAST_VARIANCE * pace))
  const outside = pace - Math.max(0, paceClub)
  return {
    weeks: weeksAt({ free, pace, deviation }, 0),
    low: weeksAt({ free, pace, deviation }, SCORE_80),
    high: outside > 0 ? weeksAt({ free, pace: outside, deviation }, -SCORE_80) : null,
  }
}

/** The day on which stock that lasts so many weeks is sold; null if that is too far ahead. */
export const runOutDay = (weeks: number, today: LocalDay): LocalDay | null =>
  weeks > MOST_WEEKS ? null : addDays(today, Math.floor(Math.max(0, weeks) * 7))
