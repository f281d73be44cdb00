import { normalizePhrase, phraseList, type Token, tokenize } from './token.ts'

/** A language whose phrases stand for those of the English vocabulary, so that all of them fill the same slots. */
export interface Translation {
  readonly code: string
  readonly name: string
  /** English phrase → phrases separated by commas; an empty English phrase means nothing */
  readonly phrases: Readonly<Record<string, string>>
}

interface Table {
  /** English words by phrase */
  readonly byPhrase: ReadonlyMap<string, readonly string[]>
  readonly longest: number
}

const tables = new Map<string, Table>()

const build = ({ phrases }: Translation): Table => {
  const byPhrase = new Map<string, readonly string[]>()
  for (const [english, texts] of Object.entries(phrases)) {
    const words = tokenize(english).map(({ text }) => text)
    for (const text of phraseList(texts))
      if (!byPhrase.has(normalizePhrase(text))) byPhrase.set(normalizePhrase(text), words)
  }
  return { byPhrase, longest: Math.max(...[...byPhrase.keys()].map((phrase) => phrase.split(' ').length)) }
}

const tableOf = (translation: Translation): Table => {
  const known = tables.get(translation.code) ?? build(translation)
  tables.set(translation.code, known)
  return known
}

const matchAt = (tokens: readonly Token[], at: number, { byPhrase, longest }: Table) => {
  for (let length = Math.min(longest, tokens.length - at); length > 0; length -= 1) {
    const stretch = tokens.slice(at, at + length)
    const words = byPhrase.get(stretch.map(({ text }) => text).join(' '))
    if (words !== undefined) return { words, stretch }
  }
  return null
}

/** Part of the words that a question must have in a language to be one of it; names and numbers are none of them. */
const ENOUGH = 0.5

/**
 * The question in the words of the English vocabulary; the words of names stay. Null if too few of its words are of the language. Elided
 * articles are words of their own: "l'annee" is "l annee".
 */
export const translate = (question: string, translation: Translation): Token[] | null => {
  const tokens = tokenize(question.replace(/['’]/g, ' '))
  const table = tableOf(translation)
  const translated: Token[] = []
  let known = 0
  for (let at = 0; at < tokens.length; ) {
    const found = matchAt(tokens, at, table)
    const token = tokens[at]
    if (token === undefined) break
    const typed = found?.stretch.map((one) => one.typed).join(' ') ?? token.typed
    const words = found?.words ?? [token.text]
    words.forEach((text, index) => {
      translated.push({ text, typed: index === 0 ? typed : '', isApart: index === 0 && token.isApart })
    })
    known += found === null ? 0 : found.stretch.length
    at += found?.stretch.length ?? 1
  }
  return known >= tokens.length * ENOUGH ? translated : null
}
