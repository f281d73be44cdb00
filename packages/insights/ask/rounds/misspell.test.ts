import { expect, test } from 'vitest'
import { ask } from '../ask.ts'
import { ALL_QUESTIONS } from '../questions/all.questions.ts'
import { FIXTURE } from '../questions/question-core.fixture.ts'
import { canonicalMeaning, isSameMeaning } from './meaning.ts'
import { misspell } from './misspell.ts'

const ANSWERED = ALL_QUESTIONS.flatMap(([question]) => {
  const answer = ask(question, FIXTURE)
  return 'definition' in answer ? [{ question, meaning: canonicalMeaning(answer, FIXTURE.calendar) }] : []
})

/** Of each question; the second sample differs from the first by less than 1 in 100. */
const TIMES = 2

test('most questions with two random edits are answered as without them, and few otherwise', () => {
  const outcomes = ANSWERED.flatMap(({ question, meaning }) =>
    Array.from({ length: TIMES }, (_, at) => {
      const answer = ask(misspell(question, at), FIXTURE)
      if (!('definition' in answer)) return 'unanswered'
      return isSameMeaning(canonicalMeaning(answer, FIXTURE.calendar), meaning) ? 'same' : 'other'
    }),
  )
  const share = (of: string): number => outcomes.filter((one) => one === of).length / outcomes.length
  expect(share('same')).toBeGreaterThanOrEqual(0.84)
  expect(share('other')).toBeLessThanOrEqual(0.03)
})
