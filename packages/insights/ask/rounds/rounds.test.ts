import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FIXTURE } from '../questions/question-core.fixture.ts'
import { readRound } from './read-round.ts'
import { type RoundQuestion, scoreQuestion } from './score.ts'

const ROUNDS = ['round-1', 'round-2', 'round-3', 'round-4']

const questionsOf = (round: string): RoundQuestion[] =>
  readRound(readFileSync(new URL(`${round}.txt`, import.meta.url), 'utf8'))

test.each(ROUNDS)('%s: nine of ten strangers’ questions are answered right, and few wrongly', (round) => {
  const outcomes = questionsOf(round).map((question) => scoreQuestion(question, FIXTURE).outcome)
  const share = (of: string): number => outcomes.filter((one) => one === of).length / outcomes.length
  expect(outcomes.length).toBeGreaterThanOrEqual(80)
  expect(share('right')).toBeGreaterThanOrEqual(0.9)
  expect(share('wrong')).toBeLessThanOrEqual(0.02)
})
