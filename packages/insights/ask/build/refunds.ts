import type { Comparison } from '#domain/report-terms.ts'
import type { AskedDefinition } from './answerable.ts'
import type { ParsedQuestion } from './parsed-question.ts'

type Filter = AskedDefinition['filters'][number]
type Direction = 'asc' | 'desc'

/** Comparisons inverted for amounts below zero. */
const INVERTED: Readonly<Partial<Record<Comparison, Comparison>>> = {
  GreaterThan: 'LessThan',
  GreaterThanOrEqual: 'LessThanOrEqual',
  LessThan: 'GreaterThan',
  LessThanOrEqual: 'GreaterThanOrEqual',
}

/** A list of refunds: amounts are below zero, and a large refund is far below. */
export const isRefundList = ({ list }: Pick<ParsedQuestion, 'list'>): boolean => list?.entity === 'refund'

/** "refunds over $200" are those that net less than -200. */
export const invertFilter = ({ columnId, comparison, value }: Filter): Filter => ({
  columnId,
  comparison: INVERTED[comparison] ?? comparison,
  value: typeof value === 'number' ? -value : value,
})

export const invertDirection = (parsed: ParsedQuestion, direction: Direction): Direction => {
  if (!isRefundList(parsed)) return direction
  return direction === 'desc' ? 'asc' : 'desc'
}
