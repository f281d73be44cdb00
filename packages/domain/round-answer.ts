import type { Format } from './report-terms.ts'

/**
 * Decimals that a calculated number carries: a percentage 0.01 % (of a fraction of 1), other numbers six. Money carries the
 * minor units of its currency, and whole numbers none.
 */
const DECIMALS: Readonly<Partial<Record<Format, number>>> = { percent: 4, number: 6 }

/** Digits that a double holds for certain after a division or an interpolation. */
const CERTAIN_DIGITS = 14

/** Rounds half away from zero, so that a number and its negative have the same digits. */
const roundTo = (value: number, decimals: number): number => {
  const scaled = value * 10 ** decimals
  if (Number.isInteger(scaled)) return value
  const whole = Math.round(Number(Math.abs(scaled).toPrecision(CERTAIN_DIGITS)))
  return (Math.sign(scaled) * whole) / 10 ** decimals + 0
}

/** Decimals of answers with this format; null: as they are. */
export const decimalsForFormat = (format: Format): number | null => DECIMALS[format] ?? null

interface Unit {
  readonly format: Format
  /** the value is in minor units */
  readonly isMoney: boolean
  /** minor units in one major unit */
  readonly minorUnits: number
}

/** A calculated number as it is answered: money in major units. */
export const roundAnswer = (value: number, { format, isMoney, minorUnits }: Unit): number => {
  if (isMoney) return roundTo(value, 0) / minorUnits
  const decimals = decimalsForFormat(format)
  return decimals === null ? value : roundTo(value, decimals)
}
