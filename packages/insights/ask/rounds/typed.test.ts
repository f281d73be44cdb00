import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sample, volume } from '#testkit/lane.ts'
import { FIXTURE } from '../questions/question-core.fixture.ts'
import { readRound } from './read-round.ts'
import { typeQuestion } from './type-question.ts'

const ROUNDS = ['round-1', 'round-2', 'round-3', 'round-4', 'round-5']

/** Questions that somebody asked, from all rounds. */
const QUESTIONS = ROUNDS.flatMap((round) => readRound(readFileSync(new URL(`${round}.txt`, import.meta.url), 'utf8')))

test('typed letter by letter, strangers’ questions can be made of what the box offers', () => {
  const chosen = sample(QUESTIONS, volume({ normal: 60, full: QUESTIONS.length }))
  const outcomes = chosen.flatMap((question) => typeQuestion(question, FIXTURE) ?? [])
  const ofChips = outcomes.filter(({ outcome }) => outcome !== 'noChips')
  const missed = ofChips.flatMap((one) => (one.outcome === 'right' ? [] : [one.at]))
  expect(ofChips.length / outcomes.length, 'can be said by chips').toBeGreaterThan(0.9)
  expect(missed.length / ofChips.length, missed.join('\n')).toBeLessThanOrEqual(0.05)
})
