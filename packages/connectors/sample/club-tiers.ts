import { addDays, dayNumber, dayOfNumber, localDay, parseLocalDay, toWeekday } from '#domain/ranges/local-day.ts'

export interface ClubTier {
  readonly id: string
  readonly name: string
  /** share of signups in percent */
  readonly share: number
  /** member discount in percent */
  readonly discount: number
  /** bottles of a regular shipment */
  readonly bottles: number
  /** shipping months */
  readonly months: readonly number[]
}

/** One shipment of a club to its members. */
export interface Release {
  readonly id: string
  readonly name: string
  readonly clubId: string
  readonly clubName: string
  /** relative to a regular shipment */
  readonly size: number
  readonly day: number
}

const FOUR_A_YEAR = [3, 5, 9, 11]
const TWICE_A_YEAR = [3, 10]

export const CLUB_TIERS: readonly ClubTier[] = [
  { id: 'club-estate', name: 'Estate Club', share: 75, discount: 15, bottles: 6, months: FOUR_A_YEAR },
  { id: 'club-cellar', name: 'Cellar Club', share: 20, discount: 20, bottles: 9, months: FOUR_A_YEAR },
  { id: 'club-circle', name: 'Vineyard Circle', share: 5, discount: 25, bottles: 12, months: TWICE_A_YEAR },
]

/** Size of a shipment by month, relative to a regular one. */
const SHIPMENT_SIZE: Readonly<Record<number, number>> = { 3: 0.96, 5: 0.82, 9: 1.08, 10: 1.05, 11: 1.16 }

const SEASON_NAMES: Readonly<Record<number, string>> = {
  3: 'Spring',
  5: 'Summer',
  9: 'Fall',
  10: 'Fall',
  11: 'Holiday',
}

const TUESDAY = 2

/** Shipments are charged on the second Tuesday of the month. */
const chargeDay = (year: number, month: number): number => {
  const first = localDay({ year, month, day: 1 })
  return dayNumber(addDays(first, ((TUESDAY + 7 - toWeekday(first)) % 7) + 7))
}

/** The release that a club charges on a day, if any. */
export const releaseOn = (tier: ClubTier, day: number): Release | null => {
  const { year, month } = parseLocalDay(dayOfNumber(day))
  if (!tier.months.includes(month) || chargeDay(year, month) !== day) return null
  const code = `${year}-${String(month).padStart(2, '0')}`
  return {
    id: `rel-${tier.id}-${code}`,
    name: `${SEASON_NAMES[month]} ${year} ${tier.name}`,
    clubId: tier.id,
    clubName: tier.name,
    size: SHIPMENT_SIZE[month] ?? 1,
    day,
  }
}

/** Whether a shipment to most members was announced or charged within about three weeks. */
export const isNearRelease = (day: number): boolean => {
  const { year, month } = parseLocalDay(dayOfNumber(day))
  return FOUR_A_YEAR.includes(month) && Math.abs(chargeDay(year, month) - day) <= 11
}
