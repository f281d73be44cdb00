import { describe, expect, test } from 'vitest'
import { comparisonRange } from '#domain/ranges/comparison-range.ts'
import { addDays } from '#domain/ranges/local-day.ts'
import { RELATIVE_RANGES, type RelativeRange } from '#domain/ranges/relative-range.ts'
import { resolveRange } from '#domain/ranges/resolve-range.ts'
import { unsourcedNumbers } from '../../language/digit-checker.ts'
import { ask, type Understood } from '../ask.ts'
import { ALL_QUESTIONS, QUESTIONS_BY_THEME } from './all.questions.ts'
import type { Question } from './question-core.fixture.ts'
import { actualCore, expectedCore, FIXTURE } from './question-core.fixture.ts'

type Outcome = 'exact' | 'not understood' | 'wrong definition' | 'should not have been answered'

const evaluateQuestion = ([question, expected]: Question): Outcome => {
  const answer = ask(question, FIXTURE)
  const isRefused = 'notUnderstood' in answer
  if (expected.startsWith('?')) return isRefused ? 'exact' : 'should not have been answered'
  if (isRefused) return 'not understood'
  return JSON.stringify(actualCore(answer)) === JSON.stringify(expectedCore(expected)) ? 'exact' : 'wrong definition'
}

/** Describes a failure: the question, its interpretation and the expected one. */
const describeFailure = ([question, expected]: Question) => {
  const answer = ask(question, FIXTURE)
  return { question, expected, actual: 'definition' in answer ? actualCore(answer) : answer.notUnderstood }
}

const exactOf = (questions: readonly Question[]): number =>
  questions.filter((one) => evaluateQuestion(one) === 'exact').length

const print = (theme: string, questions: readonly Question[]): void => {
  const exact = exactOf(questions)
  const percent = ((exact / questions.length) * 100).toFixed(1)
  process.stdout.write(`questions: ${theme}: ${exact} of ${questions.length} answered exactly (${percent} %)\n`)
}

describe.each(Object.entries(QUESTIONS_BY_THEME))('%s', (theme, questions) => {
  test('never answers a question wrongly: a question it cannot parse exactly is reported as not understood', () => {
    print(theme, questions)
    const wrong = questions.filter((one) => !['exact', 'not understood'].includes(evaluateQuestion(one)))
    expect(wrong.map(describeFailure)).toEqual([])
  })
})

test('parses at least 90 % of the 300 questions exactly', () => {
  print('all', ALL_QUESTIONS)
  expect(ALL_QUESTIONS.length).toBeGreaterThanOrEqual(300)
  expect(new Set(ALL_QUESTIONS.map(([question]) => question.toLowerCase())).size).toBe(ALL_QUESTIONS.length)
  expect(exactOf(ALL_QUESTIONS) / ALL_QUESTIONS.length).toBeGreaterThanOrEqual(0.9)
})

const isRelativeRange = (name: string): name is RelativeRange => (RELATIVE_RANGES as readonly string[]).includes(name)

/** Day-of-month and year numbers that an explanation of the answer may contain. */
const numbersOfDays = (answer: Understood): string[] => {
  const { calendar } = FIXTURE
  const { from, until, compare, definition } = answer
  const named = definition.relativeDateFilter?.relativeRange ?? 'None'
  const choice = from !== undefined && until !== undefined ? { from, until } : isRelativeRange(named) ? named : 'None'
  const range = resolveRange(choice, calendar)
  const compared = range !== null && compare !== undefined ? comparisonRange(choice, range, calendar, compare) : null
  const limits = definition.filters.flatMap(({ value }) =>
    typeof value === 'string' && /^\d{4}-/.test(value) ? [value] : [],
  )
  const ends = [range, compared].flatMap((one) => (one === null ? [] : [one.from, addDays(one.until, -1)]))
  const days = [...ends, ...limits, ...limits.map((day) => addDays(day, -1))]
  return days.flatMap((day) => [day.slice(0, 4), String(Number(day.slice(8)))])
}

test('every number in an explanation is a value of the definition or a day of its range', () => {
  const explained = ALL_QUESTIONS.flatMap(([question]) => {
    const answer = ask(question, FIXTURE)
    return 'definition' in answer ? [answer] : []
  })
  const stray = explained.flatMap((answer) => {
    const { filters, top } = answer.definition
    const values = [...filters.map(({ value }) => String(value)), String(top)]
    const numbers = unsourcedNumbers(answer.explanation, [...values, ...numbersOfDays(answer)])
    return numbers.length > 0 ? [{ explanation: answer.explanation, numbers }] : []
  })
  expect(stray).toEqual([])
  expect(explained.filter(({ explanation }) => /\d/.test(explanation)).length).toBeGreaterThan(150)
})
