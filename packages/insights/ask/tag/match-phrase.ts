import { normalizePhrase, phraseList, type Token } from '../text/token.ts'

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
