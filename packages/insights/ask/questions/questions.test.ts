import { describe, expect, test } from 'vitest'
import { ask } from '../ask.ts'
import { FIXTURE } from './account.fixture.ts'
import { CLUB_QUESTIONS } from './clubs.questions.ts'
import { CUSTOMER_QUESTIONS } from './customers.questions.ts'
import { DATE_QUESTIONS } from './dates.questions.ts'
import { HELD_OUT_QUESTIONS } from './held-out.questions.ts'
import { ORDER_QUESTIONS } from './orders.questions.ts'
import { PRODUCT_QUESTIONS } from './products.questions.ts'
import type { Question } from './question.ts'
import { REFUSED_QUESTIONS } from './refused.questions.ts'
import { SALES_QUESTIONS } from './sales.questions.ts'
import { TASTING_QUESTIONS } from './tastings.questions.ts'
import { answeredCore, wantedCore } from './wanted-core.fixture.ts'

const THEMES: Readonly<Record<string, readonly Question[]>> = {
  sales: SALES_QUESTIONS,
  orders: ORDER_QUESTIONS,
  products: PRODUCT_QUESTIONS,
  customers: CUSTOMER_QUESTIONS,
  clubs: CLUB_QUESTIONS,
  tastings: TASTING_QUESTIONS,
  dates: DATE_QUESTIONS,
  refused: REFUSED_QUESTIONS,
  'held out': HELD_OUT_QUESTIONS,
}

type Verdict = 'exact' | 'not understood' | 'another definition' | 'answered without an answer'

const judge = ([question, wanted]: Question): Verdict => {
  const answer = ask(question, FIXTURE)
  const isRefused = 'notUnderstood' in answer
  if (wanted.startsWith('?')) return isRefused ? 'exact' : 'answered without an answer'
  if (isRefused) return 'not understood'
  return JSON.stringify(answeredCore(answer)) === JSON.stringify(wantedCore(wanted)) ? 'exact' : 'another definition'
}

const shareOf = (questions: readonly Question[]): number =>
  questions.filter((one) => judge(one) === 'exact').length / questions.length

const all = Object.values(THEMES).flat()

describe.each(Object.entries(THEMES))('%s', (theme, questions) => {
  test('what is not answered exactly says that it was not understood, and is never another answer', () => {
    const wrong = questions.filter((one) => !['exact', 'not understood'].includes(judge(one)))
    for (const [question, wanted] of questions.filter((one) => judge(one) !== 'exact')) {
      const answer = ask(question, FIXTURE)
      if (process.env.ASK_SHOW)
        process.stdout.write(
          `${question}\n  wanted ${wanted}\n  ${'definition' in answer ? `${JSON.stringify(answeredCore(answer))} ${wanted.startsWith('?') ? '' : JSON.stringify(wantedCore(wanted))}` : JSON.stringify(answer.notUnderstood)}\n`,
        )
    }
    process.stdout.write(`ask: ${theme}: ${(shareOf(questions) * 100).toFixed(1)} % of ${questions.length} exactly\n`)
    expect(wrong).toEqual([])
  })
})

test('of three hundred questions at least nine of ten are answered exactly', () => {
  process.stdout.write(`ask: all: ${(shareOf(all) * 100).toFixed(1)} % of ${all.length} exactly\n`)
  expect(all.length).toBeGreaterThanOrEqual(300)
  expect(new Set(all.map(([question]) => question.toLowerCase())).size).toBe(all.length)
  expect(shareOf(all)).toBeGreaterThanOrEqual(0.9)
})
