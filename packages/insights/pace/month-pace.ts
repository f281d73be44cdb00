import { addDays, addMonths, diffDays, type LocalDay } from '#domain/ranges/local-day.ts'
import type { HolidayCalendar } from '../calendar/holidays.ts'
import { type DayRange, listDays, type Series, seriesEnd } from '../series/series.ts'
import { normalBelow } from '../statistics/tails.ts'
import type { Term } from '../structure/design.ts'
import { type Fit, fitSeries } from '../structure/fit-series.ts'
import { predictSum, rateFromLog } from '../structure/predict.ts'
import { expectedLog } from '../structure/state.ts'
import { type ClubRuns, expectedRuns } from './club-runs.ts'
import type { PacePart } from './pace-part.ts'

/** What a month is made of: its ordinary days, and club runs where the measure includes club orders. */
export interface MonthPace {
  readonly parts: readonly PacePart[]
}

/** Fewer days than this tell nothing about weekdays and seasons. */
const FEWEST_DAYS = 56
/** Older trading patterns do not improve the results. */
const YEARS = 3

/** The last days of a series, from its first day with a value. A year without any began anew when it ended. */
const trading = ({ from, values, grain }: Series): Series => {
  let first = Math.max(0, values.length - YEARS * 366)
  let quiet = 0
  for (let at = first; at < values.length; at += 1) {
    quiet = (values[at] ?? 0) === 0 ? quiet + 1 : 0
    if (quiet >= GAP_DAYS) first = at + 1
  }
  while (first < values.length && (values[first] ?? 0) === 0) first += 1
  return { grain, from: addDays(from, first), values: values.slice(first) }
}

/** A winery that sold nothing for so long is no guide to what it sells now. */
const GAP_DAYS = 180

export interface PaceInput {
  /** complete days before the months, without the club orders of runs */
  readonly days: Series
  /** first days, in order */
  readonly months: readonly LocalDay[]
  readonly holidays: HolidayCalendar
  /** amount per random event: 1 for counts */
  readonly unit: number
  /** null: the measure has no club orders */
  readonly club: ClubRuns | null
}

const YEAR = 366
/** Variance ÷ square of what a season may do in a first year, of which nothing is known. */
const UNKNOWN_SEASON = 0.5 ** 2
/** Lengths of the windows whose forecasts are compared with what came: a whole month, and the rest of one. */
const WINDOW = 30
const REST = 15
const MOST_WINDOWS = 12

/** How far forecasts of a month were off in the past, beyond what single days explain: variance ÷ square. */
const pastErrors = ({ series, predictionAt, unit, last }: Fit, length: number): number => {
  const errors: number[] = []
  for (let at = series.values.length - length; at >= FEWEST_DAYS && errors.length < MOST_WINDOWS; at -= length) {
    const predicted = predictionAt(at, length)
    const came = series.values.slice(at, at + length).reduce((sum, value) => sum + value, 0) / unit
    if (predicted === null || predicted.mean <= 0) continue
    const own = last.noise / length + 1 / predicted.mean
    errors.push((came / predicted.mean - 1) ** 2 - own)
  }
  return errors.length === 0 ? 0 : errors.reduce((sum, one) => sum + one, 0) / errors.length
}

/** The terms of a day; with less than a year of history the season stays where it was on the last day. */
const termsOf = ({ design, series }: Fit) => {
  if (series.values.length >= YEAR) return (day: LocalDay) => design.terms(day)
  const isSeason = ({ at }: Term): boolean => at >= design.yearAt && at < design.holidaysAt
  const season = design.terms(addDays(seriesEnd(series), -1)).filter(isSeason)
  return (day: LocalDay) => [...design.terms(day).filter((term) => !isSeason(term)), ...season]
}

const ordinaryDays = (fit: Fit, month: LocalDay): PacePart => {
  const { series, unit, design, last, drift } = fit
  const terms = listDays({ from: month, until: addMonths(month, 1) }).map(termsOf(fit))
  const ahead = 1 + Math.max(0, diffDays(seriesEnd(series), month))
  const { mean, spread } = predictSum(last.state, terms, { design, drift, noise: last.noise, ahead })
  const rates = terms.map((term) => rateFromLog(expectedLog(last.state, term)))
  const ownNoise = rates.reduce((sum, rate) => sum + (rate / mean) ** 2, 0)
  const unknownSeason = series.values.length < YEAR ? UNKNOWN_SEASON : 0
  return {
    days: rates.map((rate) => rate * unit),
    level: Math.max(spread - last.noise * ownNoise, pastErrors(fit, WINDOW), unknownSeason),
    rest: Math.max(0, pastErrors(fit, REST)),
    noise: last.noise,
    unit,
  }
}

/** What months are made of, from the history before them; none with too little of it. */
export const paceOfMonths = ({ days, months, holidays, unit, club }: PaceInput): MonthPace[] => {
  const series = trading(days)
  if (series.values.length < FEWEST_DAYS) return []
  const fit = fitSeries({ series, holidays, unit, windows: [WINDOW, REST] })
  return months.map((month) => {
    const runs = club && expectedRuns(club, month)
    return { parts: [ordinaryDays(fit, month), ...(runs ? [runs] : [])] }
  })
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** The weights of a month's days, to spread its plan by. */
export const dayWeights = ({ parts: [first, ...others] }: MonthPace): number[] =>
  (first?.days ?? []).map((day, index) => sum([day, ...others.map(({ days }) => days[index] ?? 0)]))

interface Outcome {
  readonly mean: number
  readonly variance: number
}

/** Variance of the sum of days around the level that they share, ÷ its square. */
const ownVariance = (days: readonly number[], { noise, unit }: PacePart): number => {
  const total = sum(days)
  if (total <= 0) return 0
  return noise * sum(days.map((day) => (day / total) ** 2)) + unit / total
}

/** What a part still brings after its first days brought `actual`: the level is corrected by as much as these days tell of it. */
const restOfPart = (part: PacePart, elapsed: number, actual: number): Outcome => {
  const [past, rest] = [part.days.slice(0, elapsed), part.days.slice(elapsed)]
  const [expected, ahead] = [sum(past), sum(rest)]
  const own = ownVariance(past, part)
  const trust = expected > 0 ? part.level / (part.level + own) : 0
  const factor = 1 + trust * (expected > 0 ? actual / expected - 1 : 0)
  const mean = Math.max(0, factor) * ahead
  return { mean, variance: mean * mean * (Math.max(part.level * (1 - trust), part.rest) + ownVariance(rest, part)) }
}

const NORMAL_80 = 1.2816

/** A month so far and what it comes to: minor units or counts. */
export interface PaceToDate {
  readonly actual: number
  /** share of the month that its elapsed days were expected to bring */
  readonly expectedShare: number
  readonly forecast: number
  /** 80 % interval */
  readonly low: number
  readonly high: number
  /** probability of at least the plan; null without a plan */
  readonly chance: number | null
}

/**
 * The forecast of a month after its first `elapsed` days. `actual`: of each part in its order, those days only. `today`: what today, the day
 * after them, has brought so far, of all parts: the day is expected to end no lower.
 */
export const paceToDate = (
  { parts }: MonthPace,
  {
    elapsed,
    actual,
    today = 0,
    plan,
  }: {
    readonly elapsed: number
    readonly actual: readonly number[]
    readonly today?: number
    readonly plan: number | null
  },
): PaceToDate => {
  const done = sum(actual)
  const rest = parts.map((part, index) => restOfPart(part, elapsed, actual[index] ?? 0))
  const whole = sum(parts.map(({ days }) => sum(days)))
  const past = sum(parts.map(({ days }) => sum(days.slice(0, elapsed))))
  const ahead = sum(rest.map(({ mean }) => mean))
  const ofToday = whole > past ? (ahead * sum(parts.map(({ days }) => days[elapsed] ?? 0))) / (whole - past) : 0
  const forecast = done + ahead + Math.max(0, today - ofToday)
  const deviation = Math.sqrt(sum(rest.map(({ variance }) => variance)))
  return {
    actual: done + today,
    expectedShare: whole > 0 ? past / whole : 0,
    forecast,
    low: Math.max(done + today, forecast - NORMAL_80 * deviation),
    high: forecast + NORMAL_80 * deviation,
    chance: plan === null ? null : done + today >= plan ? 1 : chanceOf(forecast, deviation, plan),
  }
}

const chanceOf = (forecast: number, deviation: number, plan: number): number =>
  deviation > 0 ? normalBelow((forecast - plan) / deviation) : Number(forecast >= plan)

/** Days of a month that have passed before a day; 0 before it, all after it. */
export const elapsedDays = ({ from, until }: DayRange, today: LocalDay): number =>
  Math.min(diffDays(from, until), Math.max(0, diffDays(from, today)))
