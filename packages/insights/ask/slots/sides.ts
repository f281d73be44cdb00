import type { Tag } from '../tag/tag.ts'
import { is, isKey, isNamed, type Part } from './slots.ts'

const columnOf = ({ tag }: Part): string | undefined => {
  if (tag.kind === 'value') return tag.choices[0]?.columnId
  return tag.kind === 'filter' && tag.filters.length === 1 ? tag.filters[0]?.ids[0] : undefined
}

const isComparison = ({ tag }: Part): boolean => tag.kind === 'compare' && tag.mode === null

const isArticle = (part: Part): boolean => isKey(part, 'per') && /^an?$/i.test(part.words)

/** What asks which of the two it is. */
const isAsking = (part: Part): boolean =>
  isKey(part, 'who', 'which', 'what', 'comparative') ||
  (isKey(part, 'change') && /^(?:better|worse)$/i.test(part.words)) ||
  is(part, 'verb:have')

const COMPARED: Tag = { kind: 'compare', mode: null }

/**
 * "Reserve or Vintner Select, who loses more", "more on a Saturday than a Sunday", "what is better, weekends or weekdays": two values of
 * one column and a word that asks which, as one against the other.
 */
export const opposeSides = (parts: readonly Part[]): readonly Part[] => {
  const plain = parts.filter((part) => !isArticle(part))
  const at = plain.findIndex((part, index) => {
    const [before, after] = [plain[index - 1], plain[index + 1]]
    const isLink = isKey(part, 'or') || isComparison(part)
    const column = before && isNamed(before) ? columnOf(before) : undefined
    return isLink && column !== undefined && after !== undefined && isNamed(after) && columnOf(after) === column
  })
  const asks = plain.some((part) => isKey(part, 'comparative') || (isKey(part, 'change') && isAsking(part)))
  if (at < 0 || !asks) return parts
  return plain.flatMap((part, index): Part[] => {
    if (index === at) return [{ ...part, tag: COMPARED }]
    return isAsking(part) ? [] : [part]
  })
}
