const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** Numbers from 0 to 1 that are the same for the same seed. */
const randomFrom = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

const edit = (text: string, random: () => number): string => {
  const letterIndexes = [...text].flatMap((letter, at) => (/[a-z]/i.test(letter) ? [at] : []))
  const at = letterIndexes[Math.floor(random() * letterIndexes.length)] ?? 0
  const letter = LETTERS[Math.floor(random() * LETTERS.length)] ?? ''
  const [before, typed, after] = [text.slice(0, at), text[at] ?? '', text.slice(at + 1)]
  const kind = Math.floor(random() * 4)
  if (kind === 0) return before + after
  if (kind === 1) return before + letter + typed + after
  if (kind === 2) return before + letter + after
  return before + (after[0] ?? '') + typed + after.slice(1)
}

const hashOf = (text: string): number =>
  [...text].reduce((hash, one) => (hash * 31 + one.charCodeAt(0)) % 1_000_000_007, 7)

/**
 * A question with two random edits: a letter missing, added, replaced or swapped with the next. `seed` tells the edits of a question
 * apart; those of others do not depend on it.
 */
export const misspell = (question: string, seed: number): string => {
  const random = randomFrom(hashOf(question) + seed)
  for (let warmup = 0; warmup < 5; warmup += 1) random()
  return edit(edit(question, random), random)
}
