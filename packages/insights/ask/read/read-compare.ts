import type { CompareMode } from '#domain/ranges/comparison-range.ts'
import type { Reading } from './meaning.ts'
import type { Token } from './token.ts'

/** Complete phrases for comparisons. */
const MODES: Readonly<Record<string, CompareMode>> = {
  'year over year': 'previousYear',
  'year on year': 'previousYear',
  yoy: 'previousYear',
  'vs the previous year': 'previousYear',
  'vs previous year': 'previousYear',
  'vs prior year': 'previousYear',
  'vs the prior year': 'previousYear',
  'vs the year before': 'previousYear',
  'vs a year ago': 'previousYear',
  'vs a year earlier': 'previousYear',
  'vs the same period last year': 'previousYear',
  'vs same period last year': 'previousYear',
  'vs the same time last year': 'previousYear',
  'vs the same period a year ago': 'previousYear',
  'vs the same month last year': 'previousYear',
  'vs same month last year': 'previousYear',
  'vs the same quarter last year': 'previousYear',
  'vs the same week last year': 'previousYear',
  'vs the same days last year': 'previousYear',
  'vs the same dates last year': 'previousYear',
  'vs this time last year': 'previousYear',
  'vs same time last year': 'previousYear',
  'vs previous period': 'previousPeriod',
  'vs the previous period': 'previousPeriod',
  'vs prior period': 'previousPeriod',
  'vs the prior period': 'previousPeriod',
  'vs the period before': 'previousPeriod',
  'vs the month before': 'previousPeriod',
  'vs the week before': 'previousPeriod',
  'vs the quarter before': 'previousPeriod',
  'vs the previous month': 'previousPeriod',
  'vs the previous week': 'previousPeriod',
  'vs the previous quarter': 'previousPeriod',
  'vs the days before': 'previousPeriod',
}

/** Synonyms of "vs". */
const LEADS = [
  'vs',
  'versus',
  'compared with',
  'compared to',
  'compare with',
  'compare to',
  'comparing with',
  'comparing to',
  'against',
  'relative to',
  'in comparison with',
  'in comparison to',
  'and compare it with',
  'and compare with',
  'and compare to',
  'compare that with',
]

const matches = (tokens: readonly Token[], at: number, words: readonly string[]): boolean =>
  words.every((word, place) => tokens[at + place]?.text === word)

/** A named comparison, or only the word for it, with days that follow. */
export const readCompare = (tokens: readonly Token[], at: number): Reading | null => {
  for (const lead of LEADS) {
    const leadWords = lead.split(' ')
    if (!matches(tokens, at, leadWords)) continue
    const following = Object.entries(MODES)
      .filter(([phrase]) => phrase.startsWith('vs '))
      .map(([phrase, mode]) => ({ mode, words: phrase.split(' ').slice(1) }))
      .filter(({ words }) => matches(tokens, at + leadWords.length, words))
      .sort((a, b) => b.words.length - a.words.length)[0]
    return {
      meanings: [{ kind: 'compare', mode: following?.mode ?? null }],
      length: leadWords.length + (following?.words.length ?? 0),
    }
  }
  const named = Object.entries(MODES).find(
    ([phrase]) => !phrase.startsWith('vs ') && matches(tokens, at, phrase.split(' ')),
  )
  return named ? { meanings: [{ kind: 'compare', mode: named[1] }], length: named[0].split(' ').length } : null
}
