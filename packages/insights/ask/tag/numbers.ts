import { lookupTable } from '#domain/lookup-table.ts'
import { DAY_WORDS } from '../language/days.ts'
import { tokenize } from '../text/token.ts'

const NUMBER_WORDS: Readonly<Record<string, number>> = DAY_WORDS.numbers

/** A whole number in digits or as a word; null for anything else. */
export const wholeNumber = (text: string): number | null => {
  if (Object.hasOwn(NUMBER_WORDS, text)) return NUMBER_WORDS[text] ?? null
  return /^\d{1,6}$/.test(text) ? Number(text) : null
}

/** A phrase that ends in a year of two digits with the year in full: "spring 26". */
export const withFullYear = (phrase: string): string => phrase.replace(/(^| )(\d\d)$/, '$120$2')

export interface Amount {
  /** a percentage is a fraction of 1 */
  readonly value: number
  readonly isMoney: boolean
  readonly isPercent: boolean
}

const UNITS: Readonly<Record<string, number>> = lookupTable({ k: 1000, m: 1_000_000, '%': 0.01 })

/** `$1,000`, `2.5k`, `500`, `10%`. */
export const parseAmount = (text: string): Amount | null => {
  const [, sign, digits, rest, unit] = /^([$€£]?)(\d[\d,]*)(\.\d+)?(%|k|m)?$/.exec(text) ?? []
  if (digits === undefined) {
    const word = wholeNumber(text)
    return word === null ? null : { value: word, isMoney: false, isPercent: false }
  }
  const number = Number(`${digits.replaceAll(',', '')}${rest ?? ''}`)
  const value = number * (UNITS[unit ?? ''] ?? 1)
  return { value, isMoney: sign !== '', isPercent: unit === '%' }
}

/** Every amount in a question, in digits or as a word; a percentage as a fraction of 1. */
export const amountsIn = (question: string): number[] =>
  tokenize(question).flatMap(({ text }) => parseAmount(text)?.value ?? [])
