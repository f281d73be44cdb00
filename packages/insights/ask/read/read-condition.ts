import type { Comparison } from '#domain/report-terms.ts'
import type { Meaning, Reading } from './meaning.ts'
import { amountOf } from './numbers.ts'
import type { Token } from './token.ts'

const COMPARISON_WORDS: readonly (readonly [words: string, comparison: Comparison])[] = [
  ['more than', 'GreaterThan'],
  ['greater than', 'GreaterThan'],
  ['higher than', 'GreaterThan'],
  ['larger than', 'GreaterThan'],
  ['bigger than', 'GreaterThan'],
  ['over', 'GreaterThan'],
  ['above', 'GreaterThan'],
  ['exceeding', 'GreaterThan'],
  ['exceed', 'GreaterThan'],
  ['longer than', 'GreaterThan'],
  ['at least', 'GreaterThanOrEqual'],
  ['no less than', 'GreaterThanOrEqual'],
  ['no fewer than', 'GreaterThanOrEqual'],
  ['less than', 'LessThan'],
  ['fewer than', 'LessThan'],
  ['lower than', 'LessThan'],
  ['smaller than', 'LessThan'],
  ['under', 'LessThan'],
  ['below', 'LessThan'],
  ['shorter than', 'LessThan'],
  ['at most', 'LessThanOrEqual'],
  ['no more than', 'LessThanOrEqual'],
  ['up to', 'LessThanOrEqual'],
  ['exactly', 'Equal'],
]

const MONEY_WORDS = ['dollars', 'dollar', 'usd', 'bucks', 'euros', 'eur']

const startsWith = (tokens: readonly Token[], at: number, phrase: string): number => {
  const words = phrase.split(' ')
  return words.every((word, place) => tokens[at + place]?.text === word) ? words.length : 0
}

const amountAt = (
  tokens: readonly Token[],
  at: number,
): { readonly value: number; readonly isMoney: boolean; readonly length: number } | null => {
  const token = tokens[at]
  const amount = token ? amountOf(token.text) : null
  if (amount === null) return null
  const next = tokens[at + 1]?.text ?? ''
  const isMoney = MONEY_WORDS.includes(next)
  return { value: amount.value, isMoney: amount.isMoney || isMoney, length: isMoney ? 2 : 1 }
}

const condition = (comparison: Comparison, value: number, isMoney: boolean): Meaning => ({
  kind: 'condition',
  comparison,
  value,
  isMoney,
})

/** "between 100 and 200 dollars": both are in. */
const readBetween = (tokens: readonly Token[], at: number): Reading | null => {
  if (tokens[at]?.text !== 'between') return null
  const low = amountAt(tokens, at + 1)
  if (low === null || tokens[at + 1 + low.length]?.text !== 'and') return null
  const high = amountAt(tokens, at + 2 + low.length)
  if (high === null || low.value > high.value) return null
  const isMoney = low.isMoney || high.isMoney
  return {
    meanings: [condition('GreaterThanOrEqual', low.value, isMoney), condition('LessThanOrEqual', high.value, isMoney)],
    length: 2 + low.length + high.length,
  }
}

/** A limit to a number: "over $1,000", "at least 12", "3 or more", "> 5". */
export const readCondition = (tokens: readonly Token[], at: number): Reading | null => {
  const symbol = { '>': 'GreaterThan', '<': 'LessThan' }[tokens[at]?.text ?? '']
  const words = COMPARISON_WORDS.map(([phrase, comparison]) => ({ comparison, length: startsWith(tokens, at, phrase) }))
    .filter(({ length }) => length > 0)
    .sort((a, b) => b.length - a.length)[0]
  const found = symbol === undefined ? words : { comparison: symbol as Comparison, length: 1 }
  if (found !== undefined) {
    const amount = amountAt(tokens, at + found.length)
    if (amount === null) return null
    return {
      meanings: [condition(found.comparison, amount.value, amount.isMoney)],
      length: found.length + amount.length,
    }
  }
  const amount = amountAt(tokens, at)
  if (amount === null) return readBetween(tokens, at)
  const after = at + amount.length
  if (tokens[after]?.text !== 'or') return null
  const side = ({ more: 'GreaterThanOrEqual', less: 'LessThanOrEqual', fewer: 'LessThanOrEqual' } as const)[
    tokens[after + 1]?.text ?? ''
  ]
  return side === undefined
    ? null
    : { meanings: [condition(side, amount.value, amount.isMoney)], length: amount.length + 2 }
}
