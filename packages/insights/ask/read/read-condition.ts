import type { Comparison } from '#domain/report-terms.ts'
import type { Meaning, Reading } from './meaning.ts'
import { parseAmount } from './numbers.ts'
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

const DAY_WORDS = ['day', 'days']
const MONEY_WORDS = ['dollars', 'dollar', 'usd', 'bucks', 'euros', 'eur']

const SYMBOLS = new Map<string, Comparison>([
  ['>', 'GreaterThan'],
  ['<', 'LessThan'],
])
/** after "or" */
const SIDES = new Map<string, Comparison>([
  ['more', 'GreaterThanOrEqual'],
  ['less', 'LessThanOrEqual'],
  ['fewer', 'LessThanOrEqual'],
])

const startsWith = (tokens: readonly Token[], at: number, phrase: string): number => {
  const words = phrase.split(' ')
  return words.every((word, place) => tokens[at + place]?.text === word) ? words.length : 0
}

interface AmountRead {
  readonly value: number
  readonly isMoney: boolean
  readonly inDays: boolean
  readonly length: number
}

const amountAt = (tokens: readonly Token[], at: number): AmountRead | null => {
  const token = tokens[at]
  const amount = token ? parseAmount(token.text) : null
  if (amount === null) return null
  const next = tokens[at + 1]?.text ?? ''
  const [isMoney, inDays] = [MONEY_WORDS.includes(next), !amount.isMoney && DAY_WORDS.includes(next)]
  return { value: amount.value, isMoney: amount.isMoney || isMoney, inDays, length: isMoney || inDays ? 2 : 1 }
}

const condition = (
  comparison: Comparison,
  { value, isMoney, inDays }: Pick<AmountRead, 'value' | 'isMoney' | 'inDays'>,
): Meaning => ({ kind: 'condition', comparison, value, isMoney, inDays })

/** "between 100 and 200 dollars": both ends inclusive. */
const readBetween = (tokens: readonly Token[], at: number): Reading | null => {
  if (tokens[at]?.text !== 'between') return null
  const low = amountAt(tokens, at + 1)
  if (low === null || tokens[at + 1 + low.length]?.text !== 'and') return null
  const high = amountAt(tokens, at + 2 + low.length)
  if (high === null || low.value > high.value) return null
  const [isMoney, inDays] = [low.isMoney || high.isMoney, low.inDays || high.inDays]
  return {
    meanings: [
      condition('GreaterThanOrEqual', { value: low.value, isMoney, inDays }),
      condition('LessThanOrEqual', { value: high.value, isMoney, inDays }),
    ],
    length: 2 + low.length + high.length,
  }
}

/** A limit to a number: "over $1,000", "at least 12", "3 or more", "> 5". */
export const readCondition = (tokens: readonly Token[], at: number): Reading | null => {
  const symbol = SYMBOLS.get(tokens[at]?.text ?? '')
  const words = COMPARISON_WORDS.map(([phrase, comparison]) => ({ comparison, length: startsWith(tokens, at, phrase) }))
    .filter(({ length }) => length > 0)
    .sort((a, b) => b.length - a.length)[0]
  const found = symbol === undefined ? words : { comparison: symbol, length: 1 }
  if (found !== undefined) {
    const amount = amountAt(tokens, at + found.length)
    if (amount === null) return null
    return {
      meanings: [condition(found.comparison, amount)],
      length: found.length + amount.length,
    }
  }
  const amount = amountAt(tokens, at)
  if (amount === null) return readBetween(tokens, at)
  const after = at + amount.length
  if (tokens[after]?.text !== 'or') return null
  const side = SIDES.get(tokens[after + 1]?.text ?? '')
  return side === undefined ? null : { meanings: [condition(side, amount)], length: amount.length + 2 }
}
