export interface Suggestion {
  readonly word: string
  readonly near: readonly string[]
}

const MAX_SUGGESTIONS = 3
const MAX_LENGTH = 30

/** Levenshtein distance. */
const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, place) => place)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}

const findSimilar = (word: string, known: Iterable<string>): string[] => {
  const most = word.length < 5 ? 1 : 2
  const found: { readonly word: string; readonly edits: number }[] = []
  for (const one of known) {
    if (one.length < 3 || Math.abs(one.length - word.length) > most) continue
    const edits = distance(word, one)
    if (edits > 0 && edits <= most) found.push({ word: one, edits })
  }
  return found
    .sort((a, b) => a.edits - b.edits || (a.word < b.word ? -1 : 1))
    .slice(0, MAX_SUGGESTIONS)
    .map((one) => one.word)
}

/** Known words similar to those not understood, most similar first. */
export const suggestSimilarWords = (unknown: readonly string[], known: Iterable<string>): Suggestion[] => {
  const words = [...known]
  return [...new Set(unknown)].flatMap((word) => {
    if (word.length < 3 || word.length > MAX_LENGTH) return []
    const near = findSimilar(word.toLowerCase(), words)
    return near.length === 0 ? [] : [{ word, near }]
  })
}
