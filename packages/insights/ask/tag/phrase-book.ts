import { normalizePhrase, phraseList } from '../text/token.ts'
import type { Tag } from './tag.ts'

/** A way to read a phrase. */
export interface PhraseReading {
  readonly tags: readonly Tag[]
  /** how unlikely it is compared with other readings of the same words */
  readonly cost: number
}

const singular = (word: string): string => {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}

const toSingular = (phrase: string): string => phrase.split(' ').map(singular).join(' ')

const OTHER_NUMBER = 0.6

/** Phrases with their readings, found in the singular or plural. */
export class PhraseBook {
  readonly #exact = new Map<string, PhraseReading[]>()
  readonly #singular = new Map<string, PhraseReading[]>()
  longest = 1
  readonly words = new Set<string>()

  /** `inexact`: whether the phrase is also found in another number. */
  add(text: string, tags: readonly Tag[], cost = 0, inexact = true): void {
    const phrase = normalizePhrase(text)
    if (phrase === '') return
    const reading = { tags, cost }
    append(this.#exact, phrase, reading)
    if (inexact) append(this.#singular, toSingular(phrase), reading)
    const words = phrase.split(' ')
    this.longest = Math.max(this.longest, words.length)
    for (const word of words) this.words.add(word)
  }

  addAll(texts: string, tags: readonly Tag[], cost = 0): void {
    for (const text of phraseList(texts)) this.add(text, tags, cost)
  }

  has(phrase: string): boolean {
    return this.#exact.has(phrase)
  }

  find(phrase: string): readonly PhraseReading[] {
    return this.#exact.get(phrase) ?? this.#singular.get(toSingular(phrase)) ?? []
  }

  /** In either number, where "reds" may be of "Estate Reds" and of "Red Wine". */
  findInAnyNumber(phrase: string): readonly PhraseReading[] {
    const exact = this.#exact.get(phrase) ?? []
    const others = (this.#singular.get(toSingular(phrase)) ?? []).filter(
      ({ tags }) => !exact.some((one) => JSON.stringify(one.tags) === JSON.stringify(tags)),
    )
    return exact.length === 0 ? others : [...exact, ...others.map((one) => ({ ...one, cost: one.cost + OTHER_NUMBER }))]
  }
}

const append = (map: Map<string, PhraseReading[]>, key: string, reading: PhraseReading): void => {
  const known = map.get(key) ?? []
  const isKnown = known.some((one) => JSON.stringify(one.tags) === JSON.stringify(reading.tags))
  if (!isKnown) map.set(key, [...known, reading])
}
