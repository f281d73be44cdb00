import type { LocalDay } from '#domain/ranges/local-day.ts'
import { isKey, type Part } from './slots.ts'

const isDays = (part: Part | undefined): boolean => part?.tag.kind === 'days'

const isOrdering = ({ tag }: Part): boolean => tag.kind === 'verb' || (tag.kind === 'noun' && tag.noun === 'order')

const isLink = (part: Part | undefined): boolean => isKey(part, 'and')

/**
 * "who bought last year but not this year", "but nothing since January": the second days, up to now, are those of no order. They are a
 * condition on the last order, and the first ones stay the range.
 */
export const notSince = (parts: readonly Part[], today: LocalDay): readonly Part[] => {
  const last = parts.findLastIndex(isDays)
  const days = parts[last]
  const isOfCustomers =
    parts.some(({ tag }) => tag.kind === 'noun' && ['customer', 'person'].includes(tag.noun)) ||
    parts.some((part) => isKey(part, 'who'))
  const not = parts.findIndex((part, at) => at < last && isKey(part, 'not'))
  const between = parts.slice(not + 1, last)
  const isBare = between.every(isOrdering)
  const isFirst = parts.slice(0, not).some(isDays)
  if (not < 0 || days?.tag.kind !== 'days' || !isOfCustomers || !isBare || !isFirst) return parts
  if (days.tag.part !== 'in' || days.tag.days.until <= today || days.tag.days.from > today) return parts
  const words = parts
    .slice(not, last + 1)
    .map((part) => part.words)
    .join(' ')
  const filters = [{ ids: ['lastOrderDate'], comparison: 'LessThan' as const, value: days.tag.days.from }]
  const condition: Part = { ...days, tag: { kind: 'filter', filters }, words, isNegated: false }
  const before = isLink(parts[not - 1]) ? not - 1 : not
  return [...parts.slice(0, before), condition, ...parts.slice(last + 1)]
}
