export interface NearWords {
  readonly word: string
  readonly near: readonly string[]
}

const MAX_SUGGESTIONS = 3
const MAX_LENGTH = 30

/** How many letters have to be added, left out or exchanged. */
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

const nearTo = (word: string, known: Iterable<string>): string[] => {
  const most = word.length < 5 ? 1 : 2
  const found: { readonly word: string; readonly away: number }[] = []
  for (const one of known) {
    if (one.length < 3 || Math.abs(one.length - word.length) > most) continue
    const away = distance(word, one)
    if (away > 0 && away <= most) found.push({ word: one, away })
  }
  return found
    .sort((a, b) => a.away - b.away || (a.word < b.word ? -1 : 1))
    .slice(0, MAX_SUGGESTIONS)
    .map((one) => one.word)
}

/** Known words that look much like those not understood, the nearest first. */
export const nearWords = (unknown: readonly string[], known: Iterable<string>): NearWords[] => {
  const words = [...known]
  return [...new Set(unknown)].flatMap((word) => {
    if (word.length < 3 || word.length > MAX_LENGTH) return []
    const near = nearTo(word.toLowerCase(), words)
    return near.length === 0 ? [] : [{ word, near }]
  })
}
