import { describe, expect, test } from 'vitest'
import { ask } from '../ask.ts'
import { FIXTURE } from './account.fixture.ts'
import { ALL_QUESTIONS, QUESTIONS_BY_THEME } from './all.questions.ts'
import type { Question } from './question.ts'
import { answeredCore, wantedCore } from './wanted-core.fixture.ts'

type Verdict = 'exact' | 'not understood' | 'another definition' | 'answered without an answer'

const judge = ([question, wanted]: Question): Verdict => {
  const answer = ask(question, FIXTURE)
  const isRefused = 'notUnderstood' in answer
  if (wanted.startsWith('?')) return isRefused ? 'exact' : 'answered without an answer'
  if (isRefused) return 'not understood'
  return JSON.stringify(answeredCore(answer)) === JSON.stringify(wantedCore(wanted)) ? 'exact' : 'another definition'
}

/** Names the question at fault, what it was taken for and what it asks for. */
const told = ([question, wanted]: Question) => {
  const answer = ask(question, FIXTURE)
  return { question, wanted, taken: 'definition' in answer ? answeredCore(answer) : answer.notUnderstood }
}

const exactOf = (questions: readonly Question[]): number => questions.filter((one) => judge(one) === 'exact').length

const print = (theme: string, questions: readonly Question[]): void => {
  const exact = exactOf(questions)
  const percent = ((exact / questions.length) * 100).toFixed(1)
  process.stdout.write(`questions: ${theme}: ${exact} of ${questions.length} answered exactly (${percent} %)\n`)
}

describe.each(Object.entries(QUESTIONS_BY_THEME))('%s', (theme, questions) => {
  test('what is not answered exactly says that it was not understood, and is never another answer', () => {
    print(theme, questions)
    const wrong = questions.filter((one) => !['exact', 'not understood'].includes(judge(one)))
    expect(wrong.map(told)).toEqual([])
  })
})

test('of at least three hundred questions nine of ten are answered exactly', () => {
  print('all', ALL_QUESTIONS)
  expect(ALL_QUESTIONS.length).toBeGreaterThanOrEqual(300)
  expect(new Set(ALL_QUESTIONS.map(([question]) => question.toLowerCase())).size).toBe(ALL_QUESTIONS.length)
  expect(exactOf(ALL_QUESTIONS) / ALL_QUESTIONS.length).toBeGreaterThanOrEqual(0.9)
})
