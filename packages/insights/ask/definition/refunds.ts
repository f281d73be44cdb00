import type { Comparison } from '#domain/report-terms.ts'
import type { Slots } from '../slots/slots.ts'
import type { AskedFilter } from './answerable.ts'

type Direction = 'asc' | 'desc'

/** Comparisons inverted for amounts below zero. */
const INVERTED: Readonly<Partial<Record<Comparison, Comparison>>> = {
  GreaterThan: 'LessThan',
  GreaterThanOrEqual: 'LessThanOrEqual',
  LessThan: 'GreaterThan',
  LessThanOrEqual: 'GreaterThanOrEqual',
}

/** Refunds: their amounts are below zero, and a large refund is far below. */
export const isOfRefunds = ({ list, measures }: Pick<Slots, 'list' | 'measures'>): boolean =>
  list?.noun === 'refund' || measures[0]?.noun === 'refund'

/** "refunds over $200" are those that net less than -200. */
export const invertFilter = ({ comparison, value, ...rest }: AskedFilter): AskedFilter => ({
  ...rest,
  comparison: INVERTED[comparison] ?? comparison,
  value: typeof value === 'number' ? -value : value,
})

export const invertDirection = (slots: Pick<Slots, 'list'>, direction: Direction): Direction => {
  if (slots.list?.noun !== 'refund') return direction
  return direction === 'desc' ? 'asc' : 'desc'
}
