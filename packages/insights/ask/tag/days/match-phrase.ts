import { DAY_WORDS } from '../../language/days.ts'
import { normalizePhrase, phraseList, type Token } from '../../text/token.ts'

type Phrases = readonly (readonly string[])[]

/** The phrases of a text as words, longest first. */
const compile = (text: string): Phrases =>
  phraseList(text)
    .map((phrase) => normalizePhrase(phrase).split(' '))
    .sort((a, b) => b.length - a.length)

const compiled = new Map<string, Phrases>()

const phrasesOf = (text: string): Phrases => {
  const known = compiled.get(text) ?? compile(text)
  compiled.set(text, known)
  return known
}

/** Number of words of the longest of the phrases at a position; 0: none. */
export const matchLength = (tokens: readonly Token[], at: number, text: string): number =>
  phrasesOf(text).find((words) => words.every((word, index) => tokens[at + index]?.text === word))?.length ?? 0

export interface Match<T> {
  readonly value: T
  readonly length: number
}

/** The longest match among texts of phrases by key. */
export const matchOne = <T>(
  tokens: readonly Token[],
  at: number,
  texts: Iterable<readonly [T, string]>,
): Match<T> | null => {
  let best: Match<T> | null = null
  for (const [value, text] of texts) {
    const length = matchLength(tokens, at, text)
    if (length > (best?.length ?? 0)) best = { value, length }
  }
  return best
}

/** Every word for days, so that spelling can be checked against them. */
export const dayVocabulary = (): Set<string> => {
  const words = new Set<string>()
  const add = (value: unknown): void => {
    if (typeof value === 'string')
      for (const phrase of phraseList(value)) for (const word of normalizePhrase(phrase).split(' ')) words.add(word)
    else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) add(one)
  }
  for (const value of Object.values(DAY_WORDS)) add(value)
  for (const word of Object.keys(DAY_WORDS.numbers)) words.add(word)
  return words
}
