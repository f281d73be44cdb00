import type { Cell, Passport } from '#contract/reports.ts'
import type { Comparison } from '#domain/report-terms.ts'

const WORDS: Readonly<Record<Comparison, string>> = {
  Equal: 'is',
  NotEqual: 'is not',
  GreaterThan: 'is more than',
  LessThan: 'is less than',
  GreaterThanOrEqual: 'is at least',
  LessThanOrEqual: 'is at most',
  Contains: 'contains',
  NotContains: 'does not contain',
  StartsWith: 'begins with',
  EndsWith: 'ends with',
  IsNull: 'is empty',
  IsNotNull: 'is not empty',
  IsFalse: 'is no',
  IsTrue: 'is yes',
}

const NEEDS_NO_VALUE: ReadonlySet<Comparison> = new Set(['IsNull', 'IsNotNull', 'IsFalse', 'IsTrue'])

type Condition = Passport['filters'][number]

const valueWords = (value: Cell): string => (value === null || value === '' ? 'empty' : String(value))

const inWords = ({ label, comparison, value }: Condition): string =>
  NEEDS_NO_VALUE.has(comparison)
    ? `${label} ${WORDS[comparison]}`
    : `${label} ${WORDS[comparison]} ${valueWords(value)}`

/** The conditions of a report in one line: `Sales channel is web; State is CA or State is OR`. */
export const filterWords = (conditions: readonly Condition[]): string => {
  const needed = conditions.filter(({ isAlternative }) => !isAlternative).map(inWords)
  const alternatives = conditions.filter(({ isAlternative }) => isAlternative).map(inWords)
  const all = alternatives.length === 0 ? needed : [...needed, alternatives.join(' or ')]
  return all.length === 0 ? 'None' : all.join('; ')
}
