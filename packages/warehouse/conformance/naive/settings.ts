import type { Definitions } from '#semantic/definitions/definitions.ts'

/** What of an account decides the meaning of its numbers. */
export interface NaiveSettings {
  /** IANA name */
  readonly timeZone: string
  readonly weekStart: 'monday' | 'sunday' | 'saturday'
  /** 1 to 12 */
  readonly fiscalYearStartMonth: number
  /** ISO 4217 */
  readonly currency: string
  /** the account's local day */
  readonly today: string
  /** left out: the standard ones */
  readonly definitions?: Definitions
}

const DECIMALS: Readonly<Record<string, number>> = { JPY: 0, KWD: 3 }

/** Minor units in one major unit: 100 but for the currencies without cents and those with thousandths. */
export const minorUnitsOf = (currency: string): number => 10 ** (DECIMALS[currency] ?? 2)
