import { isCustomFieldKey } from '#domain/custom-fields.ts'
import type { NounName } from '#domain/report-terms.ts'
import { filterTag } from '../tag/tag.ts'
import { isKey, isNamed, type Part } from './slots.ts'

const isLink = (part: Part): boolean => isKey(part, 'and', 'or')

/** What "has not" may be followed by where it speaks of customers or products without orders. */
const isOrdering = ({ tag }: Part): boolean =>
  (tag.kind === 'verb' && ['sell', 'buy', 'have'].includes(tag.verb)) || (tag.kind === 'noun' && tag.noun === 'order')

/** "never came back", "haven't been back" */
const isBack = (part: Part | undefined): part is Part =>
  part !== undefined &&
  ((part.tag.kind === 'state' && part.tag.state === 'repeat') || (isOrdering(part) && /\bback\b/i.test(part.words)))

/** "products with no sales" have no record that a limit could apply to */
const isSold = (part: Part | undefined): part is Part =>
  part?.tag.kind === 'measure' && part.tag.ids.some((id) => id === 'netSales' || id === 'unitsSold')

const isOfGoods = ({ tag }: Part): boolean => tag.kind === 'noun' && ['product', 'customer'].includes(tag.noun)

const isWhen = ({ tag }: Part): boolean => tag.kind === 'days' || tag.kind === 'span' || tag.kind === 'limit'

const MEMBER_FILTER = { ids: ['isClubMember'], comparison: 'IsTrue', value: null } as const

const NOTHING = { kind: 'limit', comparison: 'LessThanOrEqual', value: 0, unit: null } as const

interface Negated {
  readonly parts: readonly Part[]
  /** negations that refer to nothing */
  readonly unmatched: readonly string[]
}

/** The parts that follow a negation, joined by "and" or "or". */
const chainAfter = (parts: readonly Part[], at: number): number => {
  let end = at
  while (end < parts.length) {
    const part = parts[end]
    const next = parts[end + 1]
    if (part === undefined) break
    if (isNamed(part)) end += 1
    else if (isLink(part) && next !== undefined && isNamed(next)) end += 1
    else break
  }
  return end
}

/** Columns that a record may lack; a sale without a club is one that is not of the club channel. */
const BLANK = [
  ...['email', 'teamMember', 'customerName', 'customerGroup', 'state', 'city', 'postalCode', 'cancellationReason'],
  ...['holdReason', 'varietal', 'vintage', 'brand', 'category', 'birthDate', 'experience'],
]

const canBeBlank = (id: string): boolean => BLANK.includes(id) || isCustomFieldKey(id)

const NAMES: Readonly<Partial<Record<NounName, string>>> = { customer: 'customerName' }

/** "without an email", "don't have a team member": the column is blank. */
const blankAt = (parts: readonly Part[], from: number): { readonly part: Part; readonly at: number } | null => {
  const isPassed = ({ tag }: Part) =>
    (tag.kind === 'verb' && tag.verb === 'have') || (tag.kind === 'key' && tag.key === 'per')
  const offset = parts.slice(from).findIndex((part) => !isPassed(part))
  const at = from + offset
  const part = parts[at]
  if (offset < 0 || part === undefined) return null
  const name = part.tag.kind === 'noun' && at > from ? NAMES[part.tag.noun] : undefined
  const ids = part.tag.kind === 'dimension' ? part.tag.ids : name === undefined ? null : [name]
  if (ids === null || !ids.every(canBeBlank)) return null
  return { part: { ...part, tag: { kind: 'filter', filters: [{ ids, comparison: 'IsNull', value: null }] } }, at }
}

/** "not in California", "excluding web and phone", "non members", "haven't bought": what a negation is about. */
export const negate = (all: readonly Part[]): Negated => {
  const unmatched: string[] = []
  const parts: Part[] = []
  for (let at = 0; at < all.length; at += 1) {
    const part = all[at]
    if (part === undefined) break
    if (!isKey(part, 'not')) {
      parts.push(part)
      continue
    }
    // "not a member"
    const skipped = isKey(all[at + 1], 'per', 'which', 'not') ? 1 : 0
    const next = all[at + 1 + skipped]
    if (next?.isApart === true) {
      unmatched.push(part.words)
      continue
    }
    const end = chainAfter(all, at + 1 + skipped)
    if (end > at + 1 + skipped) {
      for (const one of all.slice(at + 1 + skipped, end)) parts.push(isLink(one) ? one : { ...one, isNegated: true })
      at = end - 1
    } else if (blankAt(all, at + 1) !== null) {
      const column = blankAt(all, at + 1)
      if (column !== null) parts.push(column.part)
      at = column?.at ?? at
    } else if (isBack(next) && !all.slice(at).some(isWhen)) {
      parts.push({ ...next, tag: filterTag('isRepeatCustomer', 'IsFalse'), words: `${part.words} ${next.words}` })
      at += 1 + skipped
    } else if (next !== undefined && isOrdering(next)) {
      parts.push({ ...next, tag: { kind: 'key', key: 'lapsed' }, words: `${part.words} ${next.words}` })
      at += 1 + skipped
    } else if (next?.tag.kind === 'noun' && next.tag.noun === 'member') {
      parts.push({ ...next, tag: { kind: 'filter', filters: [MEMBER_FILTER] }, isNegated: true })
      at += 1 + skipped
    } else if (next?.tag.kind === 'noun' && next.tag.noun === 'release') {
      parts.push({ ...next, tag: filterTag('channel', 'Equal', 'club'), isNegated: true })
      at += 1 + skipped
    } else if (next?.tag.kind === 'state' && next.tag.state === 'inClub') {
      parts.push({ ...next, tag: { kind: 'filter', filters: [MEMBER_FILTER] }, isNegated: true })
      at += 1 + skipped
    } else if (next?.tag.kind === 'state' && next.tag.state === 'repeat') {
      parts.push({ ...next, tag: { kind: 'key', key: 'lapsed' }, words: `${part.words} ${next.words}` })
      at += 1 + skipped
    } else if (/^not$/i.test(part.words) && next?.tag.kind === 'measure' && parts.at(-1)?.tag.kind === 'measure') {
      // "by profit, not revenue"
      at += 1 + skipped
    } else if (isSold(next) && parts.some(isOfGoods)) {
      parts.push({ ...next, tag: { kind: 'key', key: 'lapsed' }, words: `${part.words} ${next.words}` })
      at += 1 + skipped
    } else if (next?.tag.kind === 'measure' && parts.some(({ tag }) => tag.kind === 'noun')) {
      // "orders with no tip"
      parts.push({ ...next, tag: NOTHING, words: part.words })
      at += skipped
    } else unmatched.push(part.words)
  }
  return { parts, unmatched }
}
