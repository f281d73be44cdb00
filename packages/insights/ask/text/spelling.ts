/** Keys next to each other on a keyboard. */
const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']

const keyPosition = (letter: string): readonly [number, number] | null => {
  const row = ROWS.findIndex((keys) => keys.includes(letter))
  return row < 0 ? null : [row, (ROWS[row] ?? '').indexOf(letter) + row * 0.5]
}

const isNeighbor = (a: string, b: string): boolean => {
  const [one, two] = [keyPosition(a), keyPosition(b)]
  return one !== null && two !== null && Math.abs(one[0] - two[0]) <= 1 && Math.abs(one[1] - two[1]) <= 1
}

const VOWELS = new Set('aeiouy')

const replacing = (a: string, b: string): number => {
  if (a === b) return 0
  if (isNeighbor(a, b)) return 0.7
  return VOWELS.has(a) && VOWELS.has(b) ? 0.7 : 1
}

const INSERTED = 0.9
const DOUBLED = 0.5
const SWAPPED = 0.7
/** A word rarely begins with a wrong letter. */
const FIRST_LETTER = 0.2

/**
 * How far a typed word is from another: a letter too many or too few, a neighboring key, two letters in the wrong order. A doubled
 * letter costs less, a wrong first letter more. At least `limit` once it is reached.
 */
const typingDistance = (typed: string, word: string, limit = Number.POSITIVE_INFINITY): number => {
  if (Math.abs(typed.length - word.length) * DOUBLED > limit) return limit
  let [before, row]: [number[], number[]] = [[], Array.from({ length: word.length + 1 }, (_, at) => at * INSERTED)]
  for (let i = 1; i <= typed.length; i += 1) {
    const next = [i * INSERTED]
    const [letter = '', previous = ''] = [typed[i - 1], typed[i - 2]]
    for (let j = 1; j <= word.length; j += 1) {
      const [wanted = '', earlier = ''] = [word[j - 1], word[j - 2]]
      const missing = (next[j - 1] ?? 0) + (wanted === earlier ? DOUBLED : INSERTED)
      const extra = (row[j] ?? 0) + (letter === previous ? DOUBLED : INSERTED)
      const replaced = (row[j - 1] ?? 0) + replacing(letter, wanted)
      const isSwapped = i > 1 && j > 1 && letter === earlier && previous === wanted
      const swapped = isSwapped ? (before[j - 2] ?? 0) + SWAPPED : Number.POSITIVE_INFINITY
      next.push(Math.min(missing, extra, replaced, swapped))
    }
    if (Math.min(...next) > limit) return limit
    before = row
    row = next
  }
  const distance = row[word.length] ?? 0
  return distance + (typed[0] === word[0] ? 0 : FIRST_LETTER)
}

/** The largest distance at which a word of this length is taken for another. */
const reach = (length: number): number => {
  if (length < 3) return 1.2
  if (length < 5) return 1.2
  if (length === 5) return 1.6
  return length < 8 ? 2 : 2.6
}

export interface Correction {
  readonly word: string
  readonly distance: number
}

const MAX_LENGTH = 30

const masks = new Map<string, number>()
const MOST_MASKS = 20_000

/** The letters of a word as bits. */
const maskOf = (word: string): number => {
  const known = masks.get(word)
  if (known !== undefined) return known
  let mask = 0
  for (let at = 0; at < word.length; at += 1) mask |= 1 << (word.charCodeAt(at) & 31)
  if (masks.size < MOST_MASKS) masks.set(word, mask)
  return mask
}

const countBits = (mask: number): number => {
  let count = 0
  for (let rest = mask; rest !== 0; rest &= rest - 1) count += 1
  return count
}

/** Whether so many letters are in one of two words only that they are further apart than a limit: each costs a keystroke. */
const areFarApart = (one: number, other: number, limit: number): boolean =>
  countBits(one & ~other) * SWAPPED > limit || countBits(other & ~one) * SWAPPED > limit

/** The known words closest to one that is unknown, closest first; of equals the longer. `further`: than usual. */
export const findCorrections = (typed: string, known: Iterable<string>, most: number, further = 0): Correction[] => {
  if (typed.length > MAX_LENGTH || /\d/.test(typed)) return []
  const found: Correction[] = []
  const own = maskOf(typed)
  for (const word of known) {
    const limit = reach(Math.max(typed.length, word.length)) + further
    if (Math.abs(typed.length - word.length) * DOUBLED > limit || areFarApart(own, maskOf(word), limit)) continue
    if (word.length < 2 || /\d/.test(word)) continue
    const distance = typingDistance(typed, word, limit + 0.01)
    if (distance > 0 && distance <= limit) found.push({ word, distance })
  }
  return found
    .sort((a, b) => a.distance - b.distance || b.word.length - a.word.length || (a.word < b.word ? -1 : 1))
    .slice(0, most)
}

const MIN_PART = 2

/** "salesby": two known words without the space between them. */
export const findSplits = (typed: string, known: ReadonlySet<string>): (readonly [string, string])[] => {
  const found: (readonly [string, string])[] = []
  for (let at = MIN_PART; at <= typed.length - MIN_PART; at += 1) {
    const [left, right] = [typed.slice(0, at), typed.slice(at)]
    const isKnown = (part: string) =>
      known.has(part) && (part.length > 2 || ['by', 'in', 'to', 'of', 'we', 'is', 'my', 'on', 'at'].includes(part))
    if (isKnown(left) && isKnown(right)) found.push([left, right])
  }
  return found
}
