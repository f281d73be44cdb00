import { findCorrections, findSplits } from './spelling.ts'
import { phraseList, type Token } from './token.ts'

/** A typed word and the word that it is taken for. */
export interface Correction {
  readonly typed: string
  readonly read: string
}

/** A question with some of its words replaced. */
export interface ReadAs {
  readonly tokens: readonly Token[]
  readonly corrections: readonly Correction[]
  readonly cost: number
}

export interface KnownWords {
  readonly words: ReadonlySet<string>
  /** those that a misspelled word may be taken for: all but names of people and wines */
  readonly correctable: ReadonlySet<string>
  /** whether a word is one of everyday English, whether questions have it or not */
  readonly isEnglish: (word: string) => boolean
  /** those that most questions are made of, which even a badly misspelled word may be */
  readonly common: readonly string[]
  /** whether a word alone means something, even if it is no word of the vocabulary: a number, a date */
  readonly isKnown: (token: Token) => boolean
  /** whether a word is in many questions */
  readonly isCommon: (word: string) => boolean
  /** how unlikely a word is to be typed at all; below zero for those of most questions */
  readonly costOf: (word: string) => number
  /** whether a known word alone means nothing */
  readonly isFiller: (word: string) => boolean
}

/** A question with more unknown words is no misspelled one. */
const MAX_CORRECTED = 8
const MAX_CORRECTIONS = 6
/** Readings that are tried, and the words in all of them: a long question has fewer readings. */
const MAX_READINGS = 36
const MAX_READ_WORDS = 250

interface Replacement {
  readonly texts: readonly string[]
  readonly cost: number
}

/** A name is taken for another word only where one letter is missing, doubled or swapped. */
const MAX_NAME_DISTANCE = 0.9
const MAX_LONG_NAME_DISTANCE = 1
const MAX_DAY_DISTANCE = 1.3
const MAX_LONG_DAY_DISTANCE = 1.7

/** Only a slip of one key makes a word one that says nothing; a name is none. */
const MAX_FILLER_DISTANCE = 1.2
/** A longer word may also begin with a wrong letter. */
const MAX_LONG_FILLER_DISTANCE = 1.3
const LONG = 5
/** How much less likely such a word is than one that means something. */
const FILLER_COST = 0.4

/** What one or two letters are taken for. */
const SHORT = new Set(
  phraseList('the, to, of, in, on, by, we, do, did, how, who, per, our, for, and, vs, is, at, us, day'),
)

const isName = ({ typed }: Token, isFirst: boolean): boolean => !isFirst && /^\p{Lu}\p{Ll}/u.test(typed)

const costOf = (
  { word, distance }: { readonly word: string; readonly distance: number },
  { costOf: ownCost, isFiller }: KnownWords,
): number => distance + (isFiller(word) ? FILLER_COST : 0) + ownCost(word)

/** A word with two edits is taken for a common one only if none other is nearly as near. */
const FAR = 0.9
const FAR_MARGIN = 0.4

const farReplacement = (text: string, { common }: KnownWords): Replacement[] => {
  const [nearest, next] = findCorrections(text, common, 2, FAR)
  if (text.length < 4 || nearest === undefined || nearest.distance > text.length * 0.5) return []
  if (next !== undefined && next.distance - nearest.distance < FAR_MARGIN) return []
  return [{ texts: [nearest.word], cost: nearest.distance }]
}

/** Months, weekdays and holidays are written like names. */
const nameReach = (word: string, { isCommon }: KnownWords): number => {
  if (isCommon(word) && word.length > LONG) return word.length > LONG + 2 ? MAX_LONG_DAY_DISTANCE : MAX_DAY_DISTANCE
  return word.length > LONG ? MAX_LONG_NAME_DISTANCE : MAX_NAME_DISTANCE
}

/** "qo" may be any word of two letters. */
const MAX_SHORT_DISTANCE = 1.1

const fillerReach = (word: string): number => {
  if (word.length < 3) return MAX_SHORT_DISTANCE
  return word.length < LONG ? MAX_FILLER_DISTANCE : MAX_LONG_FILLER_DISTANCE
}

/** An English word is taken for another only where one key slipped, and never for a word that says nothing unless letters changed places, or one is missing. */
const MAX_ENGLISH = 1.1
const MISSING = 0.9

/** "sales nt in California": what may be a negation is taken for no other word. */
const mayDeny = (text: string): boolean =>
  text.length < 3 && findCorrections(text, DENIALS, 1).some(({ distance }) => distance <= MAX_SHORT_DISTANCE)

const DENIALS = new Set(['no', 'not'])

const replacementsOf = (token: Token, isFirst: boolean, known: KnownWords): Replacement[] => {
  const { text } = token
  if (known.isEnglish(text))
    return findCorrections(text, known.correctable, 4 * MAX_CORRECTIONS)
      .filter(
        ({ word, distance }) => distance <= (known.isFiller(word) ? MISSING : MAX_ENGLISH) && known.costOf(word) < -0.4,
      )
      .map((one) => ({ texts: [one.word], cost: costOf(one, known) + FILLER_COST }))
  const { correctable, isFiller } = known
  const corrected = findCorrections(text, correctable, 2 * MAX_CORRECTIONS)
    .filter((one) => !isName(token, isFirst) || one.distance <= nameReach(one.word, known))
    .filter(({ word, distance }) => !isFiller(word) || (distance <= fillerReach(word) && !isName(token, isFirst)))
    .filter(({ word }) => (text.length > 2 && word.length > 2) || SHORT.has(word))
    .filter(({ word }) => DENIALS.has(word) || !mayDeny(text))
    .map((one) => ({ texts: [one.word], cost: costOf(one, known) }))
  const split = findSplits(text, correctable).map((texts) => ({ texts, cost: 0.6 }))
  const [, quarter] = /^.?(q[1-4]).?$/.exec(text) ?? []
  if (quarter !== undefined && quarter !== text) return [{ texts: [quarter], cost: 0.5 }]
  if (corrected.length === 0 && split.length === 0 && !isName(token, isFirst)) return farReplacement(text, known)
  return [...corrected, ...split].sort((a, b) => a.cost - b.cost).slice(0, MAX_CORRECTIONS)
}

const replaced = (token: Token, { texts }: Replacement): Token[] =>
  texts.map((text, at) => ({ text, typed: text, isApart: at === 0 && token.isApart }))

const SPACE_COST = 0.6
const NUMBER = /^(\d+|q[1-4])$/

/** "sale sby", "tast ing": a space in the wrong place, where both words are known with it in another. */
const moveSpaces = (
  tokens: readonly Token[],
  { isKnown, words }: KnownWords,
): Pick<ReadAs, 'tokens' | 'corrections'> => {
  const read: Token[] = []
  const corrections: Correction[] = []
  for (const token of tokens) {
    const before = read.at(-1)
    const isOff = before !== undefined && !token.isApart && !(isKnown(before) && isKnown(token))
    const found = isOff
      ? [
          [`${before.text}${token.text}`],
          [`${before.text}${token.text.slice(0, 1)}`, token.text.slice(1)],
          [before.text.slice(0, -1), `${before.text.slice(-1)}${token.text}`],
        ].find((texts) => texts.every((text) => words.has(text) || NUMBER.test(text)))
      : undefined
    if (before === undefined || found === undefined) {
      read.push(token)
      continue
    }
    read.pop()
    read.push(...found.map((text, at) => ({ text, typed: text, isApart: at === 0 && before.isApart })))
    corrections.push({ typed: `${before.typed} ${token.typed}`, read: found.join(' ') })
  }
  return { tokens: read, corrections }
}

/**
 * The question as typed, if every word is known; else with each unknown word replaced by known ones near it, the likeliest first. A
 * known word is never replaced: "last" stays "last".
 */
export const readAs = (typed: readonly Token[], known: KnownWords): ReadAs[] => {
  const { tokens, corrections: moved } = moveSpaces(typed, known)
  if (tokens.filter((token) => !known.isKnown(token)).length > MAX_CORRECTED) return []
  const most = Math.min(MAX_READINGS, Math.ceil(MAX_READ_WORDS / Math.max(tokens.length, 1)))
  let readings: ReadAs[] = [{ tokens: [], corrections: moved, cost: moved.length * SPACE_COST }]
  for (const token of tokens) {
    const options = known.isKnown(token) ? [] : replacementsOf(token, token === tokens[0], known)
    readings =
      options.length === 0
        ? readings.map((one) => ({ ...one, tokens: [...one.tokens, token] }))
        : readings
            .flatMap((one) =>
              options.map((option) => ({
                tokens: [...one.tokens, ...replaced(token, option)],
                corrections: [...one.corrections, { typed: token.typed, read: option.texts.join(' ') }],
                cost: one.cost + option.cost,
              })),
            )
            .sort((a, b) => a.cost - b.cost)
            .slice(0, most)
  }
  return readings
}
