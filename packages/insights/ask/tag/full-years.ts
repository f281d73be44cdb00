import { DAY_WORDS } from '../language/days.ts'
import type { Token } from '../text/token.ts'
import { matchLength } from './match-phrase.ts'
import { withFullYear } from './numbers.ts'

const SHORT_YEAR = /^(?:1[5-9]|[23]\d)$/

/** "in December 24 and December 25": after "in" the number is a year, where "on December 24" is a day. */
export const fullYears = (tokens: readonly Token[]): readonly Token[] => {
  const isMonth = (at: number): boolean => DAY_WORDS.months.some((names) => matchLength(tokens, at, names) === 1)
  const full = new Set<number>()
  tokens.forEach((_, at) => {
    const isYear = isMonth(at - 1) && SHORT_YEAR.test(tokens[at]?.text ?? '')
    const lead = tokens[at - 2]?.text
    if (isYear && (lead === 'in' || (lead === 'and' && full.has(at - 3)))) full.add(at)
  })
  return tokens.map((token, at) => (full.has(at) ? { ...token, text: withFullYear(token.text) } : token))
}
