import { tokenize } from './token.ts'

const NUMBER_WORDS: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  fifty: 50,
  sixty: 60,
  ninety: 90,
  hundred: 100,
  thousand: 1000,
}

/** A whole number in digits or as a word; null for anything else. */
export const wholeNumber = (text: string): number | null => {
  if (Object.hasOwn(NUMBER_WORDS, text)) return NUMBER_WORDS[text] ?? null
  return /^\d{1,6}$/.test(text) ? Number(text) : null
}

export interface Amount {
  /** a percentage is a fraction of 1 */
  readonly value: number
  readonly isMoney: boolean
}

/** `$1,000`, `2.5k`, `500`, `10%`. */
export const parseAmount = (text: string): Amount | null => {
  const [, sign, digits, rest, unit] = /^([$€£]?)(\d[\d,]*)(\.\d+)?(%|k)?$/.exec(text) ?? []
  if (digits === undefined) {
    const word = wholeNumber(text)
    return word === null ? null : { value: word, isMoney: false }
  }
  const number = Number(`${digits.replaceAll(',', '')}${rest ?? ''}`)
  const value = unit === 'k' ? number * 1000 : unit === '%' ? number / 100 : number
  return { value, isMoney: sign !== '' }
}

/** Every amount in a question, in digits or as a word; a percentage as a fraction of 1. */
export const amountsIn = (question: string): number[] =>
  tokenize(question).flatMap(({ text }) => parseAmount(text)?.value ?? [])
