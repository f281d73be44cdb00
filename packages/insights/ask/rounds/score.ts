import { type AskContext, ask } from '../ask.ts'
import { expectedAsked } from './expected.ts'
import { type Asked, canonicalMeaning, isSameMeaning } from './meaning.ts'

/** A question with the answers that are right: definitions in short, `asks` or `refuses`. */
export interface RoundQuestion {
  readonly category: string
  readonly question: string
  readonly expected: readonly (string | Asked)[]
}

const OUTCOMES = ['right', 'asked', 'refused', 'wrong'] as const
type Outcome = (typeof OUTCOMES)[number]

export interface Scored {
  readonly question: RoundQuestion
  /** `asked` and `refused`: although there was an answer */
  readonly outcome: Outcome
  readonly actual: unknown
}

/** Asking back about something that cannot be answered, or not answering what is ambiguous, is as good. */
const isUnanswered = (expected: string | Asked): boolean =>
  typeof expected === 'string' && (expected === 'asks' || expected === 'refuses' || expected.startsWith('?'))

/** Compares the answer of a question with the expected ones by meaning. */
export const scoreQuestion = (question: RoundQuestion, context: AskContext): Scored => {
  const answer = ask(question.question, context)
  const { expected: wanted } = question
  if ('definition' in answer) {
    const actual = canonicalMeaning(answer, context.calendar)
    const isRight = wanted.some(
      (one) =>
        !isUnanswered(one) &&
        isSameMeaning(actual, canonicalMeaning(typeof one === 'string' ? expectedAsked(one) : one, context.calendar)),
    )
    return { question, outcome: isRight ? 'right' : 'wrong', actual }
  }
  if (wanted.some(isUnanswered)) return { question, outcome: 'right', actual: null }
  return 'choices' in answer
    ? { question, outcome: 'asked', actual: answer.choices.map(({ explanation }) => explanation) }
    : { question, outcome: 'refused', actual: answer.notUnderstood }
}

/** A table of outcomes by category, and every question that was not answered right. */
export const scoreTable = (scored: readonly Scored[]): string => {
  const row = (name: string, all: readonly Scored[]): string => {
    const counts = OUTCOMES.map((outcome) => all.filter((one) => one.outcome === outcome).length)
    const percent = ((100 * (counts[0] ?? 0)) / Math.max(all.length, 1)).toFixed(0)
    return [
      name.padEnd(14),
      String(all.length).padStart(5),
      ...counts.map((count) => String(count).padStart(8)),
      `${percent}%`.padStart(6),
    ].join(' ')
  }
  const categories = [...new Set(scored.map(({ question }) => question.category))]
  const head = [
    'category'.padEnd(14),
    'all'.padStart(5),
    ...OUTCOMES.map((name) => name.padStart(8)),
    'right'.padStart(6),
  ].join(' ')
  return [
    head,
    ...categories.map((name) =>
      row(
        name,
        scored.filter(({ question }) => question.category === name),
      ),
    ),
    row('all', scored),
  ].join('\n')
}
