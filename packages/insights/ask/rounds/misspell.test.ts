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

/** One sample of 800 differs from another by up to 2 in 100; this many take a minute or two. */
const COUNT = 1600

test('most questions with two random edits are answered as without them, and few otherwise', () => {
  const outcomes = Array.from({ length: COUNT }, (_, at) => {
    const asked = ANSWERED[(at * 7 + 31) % ANSWERED.length]
    if (asked === undefined) throw new RangeError('no questions')
    const answer = ask(misspell(asked.question, 1000 + at), FIXTURE)
    if (!('definition' in answer)) return 'unanswered'
    return isSameMeaning(canonicalMeaning(answer, FIXTURE.calendar), asked.meaning) ? 'same' : 'other'
  })
  const share = (of: string): number => outcomes.filter((one) => one === of).length / COUNT
  expect(share('same')).toBeGreaterThanOrEqual(0.84)
  expect(share('other')).toBeLessThanOrEqual(0.03)
})
