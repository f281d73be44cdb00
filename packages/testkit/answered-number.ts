import { expect } from 'vitest'

/** Decimals that an answer has; the test accounts have currencies with cents. */
const DECIMALS: Readonly<Record<string, number>> = { currency: 2, percent: 4 }

/** Half away from zero, by the decimal digits. */
const rounded = (value: number, decimals: number): number => {
  const whole = Math.round(Number(`${Math.abs(value).toPrecision(12)}e${decimals}`))
  return Math.sign(value) * Number(`${whole}e-${decimals}`)
}

/** An independently computed cell as the API answers it: rounded to its unit. Other values stay. */
export const answered = (cell: unknown, format: string | undefined): unknown =>
  typeof cell === 'number' && !Number.isInteger(cell)
    ? expect.closeTo(rounded(cell, DECIMALS[format ?? ''] ?? 6), 6)
    : cell
