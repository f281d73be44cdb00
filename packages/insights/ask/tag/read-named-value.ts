import { isCustomFieldKey } from '#domain/custom-fields.ts'
import type { Token } from '../text/token.ts'
import type { Lexicon } from './lexicon.ts'
import type { ColumnFilter, Reading, Tag } from './tag.ts'

const CONNECTIVES = new Set(['is', 'was', 'are', 'were', 'equals', 'equal', 'to', '='])

/** A value may have more words than the vocabulary's phrases, but not a sentence. */
const LONGEST_VALUE = 12

const phraseAt = (tokens: readonly Token[], at: number, length: number): string =>
  tokens
    .slice(at, at + length)
    .map(({ text }) => text)
    .join(' ')

/** The longest name of a column to group by. */
const readName = (tokens: readonly Token[], at: number, { find, longest }: Lexicon) => {
  for (let length = Math.min(longest, tokens.length - at); length > 0; length -= 1) {
    const ids = find(phraseAt(tokens, at, length)).flatMap(({ tags }) =>
      tags.flatMap((tag) => (tag.kind === 'dimension' ? tag.ids : [])),
    )
    if (ids.length > 0) return { ids, length }
  }
  return null
}

const countConnectives = (tokens: readonly Token[], at: number): number => {
  const end = tokens.findIndex(({ text }, index) => index >= at && !CONNECTIVES.has(text))
  return (end < 0 ? tokens.length : end) - at
}

/** Several spellings of one value are alternatives. */
const namedValue = (filters: readonly ColumnFilter[]): Tag => {
  const [first] = filters
  if (first === undefined || first.value === null) return { kind: 'filter', filters }
  const values = filters.flatMap(({ value }) => (typeof value === 'string' || typeof value === 'number' ? [value] : []))
  return { kind: 'value', choices: [{ columnId: first.ids[0] ?? '', values }] }
}

interface NamedValueContext {
  readonly lexicon: Lexicon
  /** the name follows "by" */
  readonly isGroup: boolean
}

/**
 * "vineyard block is North", "gift note yes": a column's name with one of its values, which can then be any word. A standard column
 * needs a connective, because its name and its values can stand next to each other by chance.
 */
export const readNamedValue = (
  tokens: readonly Token[],
  at: number,
  { lexicon, isGroup }: NamedValueContext,
): Reading | null => {
  const name = readName(tokens, at, lexicon)
  if (name === null) return null
  const connectives = countConnectives(tokens, at + name.length)
  const from = at + name.length + connectives
  const ids = connectives > 0 ? name.ids : isGroup ? [] : name.ids.filter(isCustomFieldKey)
  for (let length = Math.min(LONGEST_VALUE, tokens.length - from); length > 0; length -= 1) {
    const phrase = phraseAt(tokens, from, length)
    const filters = ids.map((id) => lexicon.findValues(id, phrase)).find((found) => found.length > 0)
    if (filters !== undefined)
      return {
        tags: [namedValue(filters)],
        length: name.length + connectives + length,
        cost: 0,
      }
  }
  return null
}
