import { priceLimit, signupLimit } from './read-limits.ts'
import { isAmount } from './roles.ts'
import { type FilterSlot, filterSlot, has, is, isKey, isNamed, type Part, type Slots } from './slots.ts'
import { STOCK } from './stock-rules.ts'

/** "which wines" says what the rows are, so it may be dropped where all rows are products. */
const isOptional = (parts: readonly Part[], at: number): boolean => {
  const isStock = has(parts, ...STOCK.map((id) => `measure:${id}` as const))
  const { tag } = parts[at] ?? {}
  return isStock && tag?.kind === 'filter' && tag.filters.every(({ value }) => value === 'wine')
}

const slotOf = (parts: readonly Part[], at: number): FilterSlot | FilterSlot[] => {
  const part = parts[at]
  if (part === undefined) return []
  const { tag, words, isNegated } = part
  if (tag.kind === 'value') return { ...filterSlot(words), choices: tag.choices, isNegated }
  if (tag.kind === 'filter')
    return { ...filterSlot(words, ...tag.filters), isNegated, isOptional: isOptional(parts, at) }
  return signupLimit(parts, part) ?? priceLimit(parts, at) ?? []
}

const serializeFilter = ({ filters, choices, isNegated }: FilterSlot): string =>
  JSON.stringify([filters, choices, isNegated])

/** Filters that the question names, each once. */
export const readFilters = (parts: readonly Part[]): FilterSlot[] => {
  const all = parts.flatMap((_, at) => slotOf(parts, at))
  return all.filter((one, at) => all.findIndex((other) => serializeFilter(other) === serializeFilter(one)) === at)
}

/** "busier on Saturdays or Sundays". */
const isEither = (parts: readonly Part[]): boolean =>
  parts.some((part) => isKey(part, 'comparative')) &&
  parts.some((part, at) => {
    const [before, after] = [parts[at - 1], parts[at + 1]]
    return isKey(part, 'or') && before !== undefined && after !== undefined && isNamed(before) && isNamed(after)
  })

/** Two values with "or" or "vs" between them. */
export const readAlternatives = (parts: readonly Part[]): Slots['alternatives'] => {
  const isSide = (one: Part | undefined): boolean => one !== undefined && isNamed(one)
  const at = parts.findIndex((part, index) => {
    const [before, after] = [parts[index - 1], parts[index + 1]]
    const isVersus = part.tag.kind === 'compare' && part.tag.mode === null
    // "tasting fees vs bottle sales": a value against a measure is neither
    const isMixed = isVersus && ((isSide(before) && is(after, 'measure')) || (is(before, 'noun') && isSide(after)))
    return (isKey(part, 'or') || isVersus) && ((isSide(before) && isSide(after)) || isMixed)
  })
  const link = parts[at]
  return link && { words: `${link.words} ${parts[at + 1]?.words}`, isOr: isKey(link, 'or') }
}

/** Filters joined by "vs", or compared: the two are rows. */
export const areCompared = (parts: readonly Part[]): boolean =>
  parts.some((part, at) => {
    const isVersus = part.tag.kind === 'compare' && part.tag.mode === null
    const after = parts.slice(at + 1, at + 3)
    const isBetween =
      (parts.slice(0, at).some(isNamed) && after.some(isNamed)) ||
      (parts.slice(0, at).some(isAmount) && isAmount(after[0]))
    return isVersus && isBetween
  }) ||
  parts.some((part) => isKey(part, 'versus')) ||
  isEither(parts)
