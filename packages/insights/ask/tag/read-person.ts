import { findCorrections } from '../text/spelling.ts'
import { normalizePhrase, type Token } from '../text/token.ts'
import type { Lexicon } from './lexicon.ts'
import { matchLength } from './match-phrase.ts'
import { filterTag, type Reading } from './tag.ts'

const NAMED =
  'named, called, by the name of, with the name, with the last name, with last name, last name, whose name is, surname'
const ROLES = 'customer, member, client, guest, mr, mrs, ms, dr'

const WORD = /^\p{L}[\p{L}'’-]*$/u
const CAPITAL = /^\p{Lu}\p{Ll}/u
const LONGEST = 3

/** Likelier than an unknown word, less likely than any other reading. */
const COST = 0.5

const named = (tokens: readonly Token[], at: number, lead: number, count: number): Reading => {
  const value = tokens
    .slice(at + lead, at + lead + count)
    .map(({ typed }) => typed.replace(/['’]s$/, ''))
    .join(' ')
  return { tags: [filterTag('customerName', 'Contains', value)], length: lead + count, cost: COST }
}

/** How many words from a position are no words of the vocabulary, and written like a name where that is needed. */
const countUnknown = (tokens: readonly Token[], at: number, lexicon: Lexicon, isCapital: boolean): number => {
  let count = 0
  while (count < LONGEST) {
    const token = tokens[at + count]
    const isPlain =
      token !== undefined && WORD.test(token.typed) && lexicon.find(normalizePhrase(token.typed)).length === 0
    if (!isPlain || (isCapital && !CAPITAL.test(token.typed)) || (count > 0 && token.isApart)) break
    count += 1
  }
  return count
}

/** "Pinop Nir" is a wine that somebody misspelled, and nobody's name. */
const isSlip = (text: string, { nameWords }: Lexicon): boolean =>
  findCorrections(text, nameWords, 1).some(({ distance }) => distance <= SLIP)

const SLIP = 1.3

/** "customers named Smith", "what did Jane Doe buy": a name that customers are found by. */
export const readPerson = (tokens: readonly Token[], at: number, lexicon: Lexicon): Reading[] => {
  const lead = matchLength(tokens, at, NAMED)
  const afterLead = lead === 0 ? 0 : countUnknown(tokens, at + lead, lexicon, false)
  if (afterLead > 0) return [named(tokens, at, lead, afterLead)]
  const role = matchLength(tokens, at, ROLES)
  const afterRole = role === 0 ? 0 : countUnknown(tokens, at + role, lexicon, true)
  if (afterRole > 0) return [named(tokens, at, role, afterRole)]
  const own = countUnknown(tokens, at, lexicon, true)
  if (own < 2) return []
  return tokens.slice(at, at + own).every(({ text }) => isSlip(text, lexicon)) ? [] : [named(tokens, at, 0, own)]
}
