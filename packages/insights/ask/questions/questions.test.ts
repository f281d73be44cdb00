import { describe, expect, test } from 'vitest'
import { comparisonRange } from '#domain/ranges/comparison-range.ts'
import { addDays } from '#domain/ranges/local-day.ts'
import { isRelativeRange, parseFixedRange } from '#domain/ranges/relative-range.ts'
import { resolveRange } from '#domain/ranges/resolve-range.ts'
import { unsourcedNumbers } from '../../language/digit-checker.ts'
import { ask } from '../ask.ts'
import type { Understood } from '../choose.ts'
import { type RoundQuestion, type Scored, scoreQuestion } from '../rounds/score.ts'
import { ALL_QUESTIONS, QUESTIONS_BY_THEME } from './all.questions.ts'
import type { Question } from './question-core.fixture.ts'
import { FIXTURE } from './question-core.fixture.ts'

const toRound = ([question, expected]: Question): RoundQuestion => ({ category: '', question, expected: [expected] })

const score = (question: Question): Scored => scoreQuestion(toRound(question), FIXTURE)

const exactOf = (questions: readonly Question[]): number =>
  questions.filter((one) => score(one).outcome === 'right').length

const print = (theme: string, questions: readonly Question[]): void => {
  const exact = exactOf(questions)
  const percent = ((exact / questions.length) * 100).toFixed(1)
  process.stdout.write(`questions: ${theme}: ${exact} of ${questions.length} answered exactly (${percent} %)\n`)
}

describe.each(Object.entries(QUESTIONS_BY_THEME))('%s', (theme, questions) => {
  test('never answers a question wrongly: a question it cannot parse exactly is reported as not understood', () => {
    print(theme, questions)
    expect(questions.map(score).filter(({ outcome }) => outcome === 'wrong')).toEqual([])
  })
})

test('answers at least 90 % of the 300 questions exactly', () => {
  print('all', ALL_QUESTIONS)
  expect(ALL_QUESTIONS.length).toBeGreaterThanOrEqual(300)
  expect(new Set(ALL_QUESTIONS.map(([question]) => question.toLowerCase())).size).toBe(ALL_QUESTIONS.length)
  expect(exactOf(ALL_QUESTIONS) / ALL_QUESTIONS.length).toBeGreaterThanOrEqual(0.9)
})

/** Day-of-month and year numbers that an explanation of the answer may contain. */
const numbersOfDays = (answer: Understood): string[] => {
  const { calendar } = FIXTURE
  const { compare, definition } = answer
  const named = definition.relativeDateFilter?.relativeRange ?? 'None'
  const choice = parseFixedRange(named) ?? (isRelativeRange(named) ? named : 'None')
  const range = resolveRange(choice, calendar)
  const compared = range !== null && compare !== undefined ? comparisonRange(choice, range, calendar, compare) : null
  const of = (definition.history ?? []).flatMap(({ dates }) => dates?.match(/\d{4}-\d\d-\d\d/g) ?? [])
  const limits = [...definition.filters.map(({ value }) => value), ...of].flatMap((value) =>
    typeof value === 'string' && /^\d{4}-/.test(value) ? [value] : [],
  )
  const ends = [range, compared, answer.forecast ?? null].flatMap((one) =>
    one === null ? [] : [one.from, addDays(one.until, -1)],
  )
  // a running period is compared up to today
  const days = [calendar.today, ...ends, ...limits, ...limits.map((day) => addDays(day, -1))]
  return days.flatMap((day) => [day.slice(0, 4), String(Number(day.slice(8)))])
}

test('every number in an explanation is a value of the definition or a day of its range', () => {
  const explained = ALL_QUESTIONS.flatMap(([question]) => {
    const answer = ask(question, FIXTURE)
    return 'definition' in answer ? [answer] : []
  })
  const stray = explained.flatMap((answer) => {
    const { filters, top, dimensionFilters, calculations } = answer.definition
    const names = [...dimensionFilters.flatMap(({ values }) => values), ...calculations.map((one) => one.displayName)]
    const values = [
      ...filters.map(({ value }) => String(value)),
      String(top),
      ...(answer.definition.history ?? []).map(({ count }) => String(count?.value)),
      ...names.flatMap((name) => String(name).match(/\d+/g) ?? []),
    ]
    const numbers = unsourcedNumbers(answer.explanation, [...values, ...numbersOfDays(answer)])
    return numbers.length > 0 ? [{ explanation: answer.explanation, numbers }] : []
  })
  expect(stray).toEqual([])
  expect(explained.filter(({ explanation }) => /\d/.test(explanation)).length).toBeGreaterThan(150)
})
