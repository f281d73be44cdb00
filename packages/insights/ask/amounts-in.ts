import { amountOf } from './read/numbers.ts'
import { tokensOf } from './read/token.ts'

/** Every amount that a question holds, in digits or as a word; a percentage as a fraction of 1. */
export const amountsIn = (question: string): number[] =>
  tokensOf(question).flatMap(({ text }) => amountOf(text)?.value ?? [])
