import { ENGLISH } from '../language/english.ts'
import { ENGLISH_DAYS } from '../language/english-days.ts'
import type { KnownWords } from '../text/read-as.ts'
import { phraseList, phraseOf } from '../text/token.ts'
import { dayVocabulary } from './days/match-phrase.ts'
import type { Lexicon } from './lexicon.ts'
import { COMPARE_VOCABULARY } from './read-compare.ts'
import { LIMIT_VOCABULARY } from './read-limit.ts'
import { RANK_VOCABULARY } from './read-rank.ts'
import type { Tag } from './tag.ts'

/** values of yes-or-no fields */
const YES_NO = ['yes', 'no', 'true', 'false']

const GRAMMAR_WORDS: ReadonlySet<string> = new Set([
  ...YES_NO,
  ...dayVocabulary(ENGLISH_DAYS),
  ...[COMPARE_VOCABULARY, LIMIT_VOCABULARY, RANK_VOCABULARY].flatMap((text) =>
    phraseList(text).flatMap((phrase) => phraseOf(phrase).split(' ')),
  ),
])

/** Words that most questions are made of, and which a misspelled one is therefore likelier to be. */
const COMMON = new Set(
  phraseList(
    'sales, orders, order, customers, customer, members, member, guests, bottles, wine, wines, club, revenue, month, by, per, how, many, which, who, list, show, most, top, best, online, tasting, room, year, week, last, this, what, have, sold, show, average, product, channel, release, since, versus',
  ),
)

const ORDINARY = new Set(phraseList(ENGLISH.ordinaryWords))

const NOT_A_WORD = /[^\p{L}]/u

const isFillerKey = (tag: Tag): boolean => tag.kind === 'key' && tag.key !== 'average'

/** A word that says nothing, so that reading another as it would drop what was asked. */
const isFiller = (lexicon: Lexicon, word: string): boolean => {
  if (GRAMMAR_WORDS.has(word)) return false
  const readings = lexicon.find(word)
  return (
    readings.length > 0 &&
    readings.every(({ tags }) => tags.every((tag) => tag.kind === 'stop' || tag.kind === 'verb' || isFillerKey(tag)))
  )
}

const knownByLexicon = new WeakMap<Lexicon, KnownWords>()

/** The words that a question may be made of: those of the grammar, of the vocabulary and of the account's names. */
export const knownWords = (lexicon: Lexicon): KnownWords => {
  const known = knownByLexicon.get(lexicon) ?? collectWords(lexicon)
  knownByLexicon.set(lexicon, known)
  return known
}

const collectWords = (lexicon: Lexicon): KnownWords => {
  const words = new Set([...GRAMMAR_WORDS, ...lexicon.words].filter((word) => !NOT_A_WORD.test(word)))
  return {
    words,
    common: [...COMMON],
    isCommon: (word) => GRAMMAR_WORDS.has(word) || COMMON.has(word),
    isFiller: (word) => isFiller(lexicon, word),
    isKnown: ({ text }) =>
      NOT_A_WORD.test(text) || words.has(text) || ORDINARY.has(text) || lexicon.find(text).length > 0,
  }
}
