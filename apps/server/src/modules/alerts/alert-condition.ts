import type { AlertCondition, AlertReading } from '#contract/alerts.ts'
import type { AlertDirection, AlertUnit } from '#domain/alerts.ts'
import { toMajor, toMinor } from '#domain/money.ts'

/** A number to check; money in minor units. */
export interface WatchedNumber {
  /** identifies the row; empty for the total */
  readonly key: string
  /** of the row; null for the total */
  readonly label: string | null
  readonly value: number | null
  /** over the days that are compared, which are fewer than those of `value` where the history is short; null: nothing to compare */
  readonly change: { readonly value: number; readonly previous: number } | null
  /** null: no forecast */
  readonly expected: { readonly low: number; readonly high: number } | null
}

const isDirection = (chosen: AlertDirection, moved: 'down' | 'up'): boolean => chosen === 'either' || chosen === moved

const ofChange = (
  { direction, percent }: Extract<AlertCondition, { kind: 'change' }>,
  { value, previous }: NonNullable<WatchedNumber['change']>,
): boolean => {
  const difference = value - previous
  if (Math.abs(difference) * 100 <= percent * Math.abs(previous)) return false
  return isDirection(direction, difference < 0 ? 'down' : 'up')
}

interface Checked {
  readonly isMet: boolean
  /** that was compared */
  readonly value: number
  /** what it was compared with; null: a limit */
  readonly compared: number | null
}

/** Whether a number meets the condition; null when there is no number or nothing to compare it with. */
export const checkCondition = (
  condition: AlertCondition,
  { value, change, expected }: WatchedNumber,
): Checked | null => {
  if (value === null) return null
  switch (condition.kind) {
    case 'below':
      return { isMet: value < condition.value, value, compared: null }
    case 'above':
      return { isMet: value > condition.value, value, compared: null }
    case 'change':
      if (change === null || change.previous === 0) return null
      return { isMet: ofChange(condition, change), value: change.value, compared: change.previous }
    case 'forecast': {
      if (expected === null) return null
      const { low, high } = expected
      const isLow = value < low && isDirection(condition.direction, 'down')
      const isHigh = value > high && isDirection(condition.direction, 'up')
      return { isMet: isLow || isHigh, value, compared: isLow ? low : high }
    }
  }
}

type Convert = (amount: number, currency: string) => number

interface Unit {
  readonly unit: AlertUnit
  readonly currency: string
}

const converted = (condition: AlertCondition, { unit, currency }: Unit, convert: Convert): AlertCondition =>
  unit === 'money' && 'value' in condition ? { ...condition, value: convert(condition.value, currency) } : condition

/** With a limit on money in minor units. */
export const storedCondition = (condition: AlertCondition, of: Unit): AlertCondition =>
  converted(condition, of, toMinor)
/** With a limit on money in major units. */
export const presentCondition = (condition: AlertCondition, of: Unit): AlertCondition =>
  converted(condition, of, toMajor)

/** A stored number as the API answers it. */
export const presentNumber = (value: number, { unit, currency }: Unit): number =>
  unit === 'money' ? toMajor(value, currency) : value

export const presentReading = ({ label, value, compared }: AlertReading, of: Unit): AlertReading => ({
  label,
  value: presentNumber(value, of),
  compared: compared === null ? null : presentNumber(compared, of),
})
