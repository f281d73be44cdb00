import type { Aggregation } from '#domain/report-terms.ts'
import { NOUNS } from '../language/nouns.ts'
import { isLimited } from './read-limits.ts'
import { isRate, isRated } from './read-share.ts'
import { canBeGrouped, measureRole, nounRole, type Role } from './roles.ts'
import { isKey, type MeasureSlot, type Part } from './slots.ts'

interface ReadMeasures {
  readonly measures: readonly MeasureSlot[]
  /** "discounted orders": the first word qualifies the second, and both are not asked for */
  readonly unmatched: readonly string[]
}

const slotOf = ({ tag, words }: Part): MeasureSlot | null => {
  if (tag.kind === 'noun') return { ids: NOUNS[tag.noun].count, noun: tag.noun, words }
  if (tag.kind !== 'measure') return null
  const { ids, aggregation, per, over, minus } = tag
  return {
    ids,
    noun: null,
    words,
    ...(aggregation === undefined ? {} : { aggregation }),
    ...(per === undefined ? {} : { per }),
    ...(over === undefined ? {} : { dividedBy: { ids: over, noun: null, words } }),
    ...(minus === undefined ? {} : { minus: { ids: minus, noun: null, words } }),
  }
}

const isSame = (a: MeasureSlot, b: MeasureSlot): boolean =>
  a.ids.join() === b.ids.join() &&
  a.per === b.per &&
  a.minus === b.minus &&
  a.dividedBy?.ids.join() === b.dividedBy?.ids.join()

interface Placed {
  readonly slot: MeasureSlot
  readonly role: Role
  readonly at: number
  readonly isAverage: boolean
}

const placeMeasures = (parts: readonly Part[]): Placed[] =>
  parts.flatMap((part, at): Placed[] => {
    const slot = slotOf(part)
    if (slot === null) return []
    const isAverage = isKey(parts[at - 1], 'average')
    if (isLimited(parts, at)) return []
    const role = part.tag.kind === 'noun' ? nounRole(parts, at) : measureRole(parts, at)
    const isRow = role === 'group' || role === 'unit' || role === 'scope'
    const isGroupedBy = part.tag.kind === 'noun' && role === 'subject' && canBeGrouped(part.tag.noun)
    return isRow || isGroupedBy ? [] : [{ slot, role, at, isAverage }]
  })

const isOutcome = ({ slot }: Placed): boolean => ['processed', 'skipped', 'declined'].includes(slot.ids[0] ?? '')

/** Words between two measures that make both of them asked for. */
const isSeparated = (parts: readonly Part[], from: number, until: number): boolean =>
  parts[until]?.isApart === true ||
  parts
    .slice(from + 1, until)
    .some(
      (part) =>
        isKey(part, 'and', 'or', 'by', 'share', 'versus', 'with') ||
        part.tag.kind === 'rank' ||
        part.tag.kind === 'compare' ||
        part.tag.kind === 'limit',
    )

const AVERAGED: Aggregation = 'Avg'

/** "average number of bottles": of an order, where the orders are known. */
const averagedIds = (ids: readonly string[]): readonly string[] =>
  ids.includes('unitsSold') ? ['unitsPerOrder', ...ids] : ids

const divide = (placed: readonly Placed[]): readonly Placed[] =>
  placed.flatMap((one, index): Placed[] => {
    if (one.role === 'divisor') return []
    const next = placed[index + 1]
    const dividedBy = next?.role === 'divisor' ? next.slot : null
    return [
      dividedBy === null
        ? one
        : { ...one, slot: { ...one.slot, words: `${one.slot.words} per ${dividedBy.words}`, dividedBy } },
    ]
  })

/** "average bottles per release": the average of what, over what, is not said. */
const averages = (parts: readonly Part[]): string[] => {
  const at = parts.findIndex((part) => isKey(part, 'average'))
  const per = parts.findIndex((part, index) => index > at && isKey(part, 'per'))
  const isGroup = parts[per + 1]?.tag.kind === 'dimension'
  const isDivided = per > 0 && (isGroup || ['count', 'divisor'].includes(roleAt(parts, per + 1)))
  const next = isKey(parts[at + 1], 'count') ? parts[at + 2] : parts[at + 1]
  const isPlaced = next?.tag.kind === 'measure' || isDivided || at === parts.length - 1
  return at < 0 || (isPlaced && (per < 0 || isDivided)) ? [] : [parts[at]?.words ?? '']
}

const roleAt = (parts: readonly Part[], at: number): Role =>
  parts[at]?.tag.kind === 'noun'
    ? nounRole(parts, at)
    : parts[at]?.tag.kind === 'measure'
      ? measureRole(parts, at)
      : 'group'

/** The measures that a question asks for; one that it ranks by comes first. */
export const readMeasures = (parts: readonly Part[]): ReadMeasures => {
  const named = divide(placeMeasures(parts))
  const placed = named.filter(({ role }) => role !== 'subject')
  const isShare = parts.some((part) => isKey(part, 'share'))
  const unmatched = named.slice(1).flatMap((second, index) => {
    const first = named[index]
    const isPart = isShare && (isRated(second.slot.noun) || isRate(second.slot.ids[0] ?? ''))
    const isFine =
      first === undefined ||
      isPart ||
      [first, second].every(isOutcome) ||
      isSame(first.slot, second.slot) ||
      isSeparated(parts, first.at, second.at)
    return isFine ? [] : [second.slot.words]
  })
  const unplaced = placed.flatMap(({ role, slot }) => (role === 'unplaced' ? [slot.words] : []))
  const ordered = [
    ...placed.filter(({ role }) => role === 'rankedBy'),
    ...placed.filter(({ role }) => role !== 'rankedBy'),
  ]
  const slots = ordered.map(
    ({ slot, isAverage }): MeasureSlot =>
      isAverage && slot.noun === null && slot.dividedBy === undefined
        ? { ...slot, ids: averagedIds(slot.ids), aggregation: slot.aggregation ?? AVERAGED }
        : slot,
  )
  return {
    measures: slots.filter((one, at) => slots.findIndex((other) => isSame(one, other)) === at),
    unmatched: [...unmatched, ...averages(parts), ...unplaced],
  }
}
