import type { Comparison } from '#domain/report-terms.ts'
import type { AskedDefinition } from './answerable.ts'
import type { Want } from './want.ts'

type Filter = AskedDefinition['filters'][number]
type Direction = 'asc' | 'desc'

/** The other way round, as amounts below zero are. */
const MIRRORED: Readonly<Partial<Record<Comparison, Comparison>>> = {
  GreaterThan: 'LessThan',
  GreaterThanOrEqual: 'LessThanOrEqual',
  LessThan: 'GreaterThan',
  LessThanOrEqual: 'GreaterThanOrEqual',
}

/** Refunds are listed: their amounts are below zero, and a large one is far below. */
export const isOfRefunds = ({ list }: Pick<Want, 'list'>): boolean => list?.entity === 'refund'

/** "refunds over $200" are those that net less than -200. */
export const mirrored = ({ columnId, comparison, value }: Filter): Filter => ({
  columnId,
  comparison: MIRRORED[comparison] ?? comparison,
  value: typeof value === 'number' ? -value : value,
})

export const mirroredDirection = (want: Want, direction: Direction): Direction => {
  if (!isOfRefunds(want)) return direction
  return direction === 'desc' ? 'asc' : 'desc'
}
