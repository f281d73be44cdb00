import type { PeriodGrain } from '#domain/ranges/relative-range.ts'
import type { Days } from './meaning.ts'
import { phraseList, type Token } from './token.ts'

/** Days named by words, and the number of words. */
export interface Found {
  readonly days: Days
  readonly length: number
}

const MONTHS = phraseList(`
  january, february, march, april, may, june, july, august, september, october, november, december`)
export const GRAINS: Readonly<Record<string, PeriodGrain>> = {
  day: 'day',
  days: 'day',
  week: 'week',
  weeks: 'week',
  month: 'month',
  months: 'month',
  quarter: 'quarter',
  quarters: 'quarter',
  year: 'year',
  years: 'year',
}

export const textAt = (tokens: readonly Token[], at: number): string => tokens[at]?.text ?? ''

export const isOneOf = (tokens: readonly Token[], at: number, words: readonly string[]): boolean =>
  words.includes(textAt(tokens, at))

/** 1 to 12; 0: none. */
export const monthAt = (tokens: readonly Token[], at: number): number => {
  const text = textAt(tokens, at)
  // "may" and "march" are also ordinary words, which are not capitalized
  if ((text === 'may' || text === 'march') && tokens[at]?.typed.charAt(0) === text.charAt(0))
    return isAfterIn(tokens, at) ? MONTHS.indexOf(text) + 1 : 0
  return (
    MONTHS.findIndex((name) => name === text || (text.length >= 3 && text.length <= 4 && name.startsWith(text))) + 1
  )
}

const isAfterIn = (tokens: readonly Token[], at: number): boolean =>
  phraseList(
    'in, for, during, since, of, last, this, to, and, from, through, until, between, before, by, vs, versus',
  ).includes(textAt(tokens, at - 1))
