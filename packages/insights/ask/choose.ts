import type { AnswerChange } from '#domain/report-terms.ts'
import type { Answerable } from './definition/answerable.ts'
import type { Correction } from './text/read-as.ts'

/** An answered question. */
export interface Understood extends Answerable {
  /** how the question was interpreted, in full */
  readonly explanation: string
  /** words that were taken for others */
  readonly corrections: readonly Correction[]
  /** set where the question was read as a change of the answer before it: what it changed */
  readonly changes?: readonly AnswerChange[]
}

/** An answer and how unlikely it is that it was asked for. */
export interface Priced {
  readonly answer: Understood
  readonly cost: number
}

/** How much less likely every other reading must be for one to be answered without asking. */
const MARGIN = 0.35
/** The same where only the spelling decides: the correction is shown, and can be undone. */
const SPELLING_MARGIN = 0.15
const MAX_CHOICES = 3

const serializeMeaning = ({ definition, compare, forecast }: Understood): string => {
  const history = (definition.history ?? []).map((one) => JSON.stringify(one)).toSorted()
  return JSON.stringify([{ ...definition, name: '', history }, compare, forecast])
}

const isSpelledAlike = (a: Understood, b: Understood): boolean =>
  JSON.stringify(a.corrections) === JSON.stringify(b.corrections)

/** The readings between which the words do not decide, likeliest first: one, where it is clear. Empty without any. */
export const chooseAmong = (priced: readonly Priced[]): readonly Understood[] => {
  const sorted = priced.toSorted((a, b) => a.cost - b.cost)
  const meanings = sorted.map(({ answer }) => serializeMeaning(answer))
  const distinct = sorted.filter((_, at) => meanings.indexOf(meanings[at] ?? '') === at)
  const [best] = distinct
  if (best === undefined) return []
  const marginOf = ({ answer }: Priced): number => (isSpelledAlike(answer, best.answer) ? MARGIN : SPELLING_MARGIN)
  return distinct
    .filter((one) => one.cost <= best.cost + marginOf(one))
    .slice(0, MAX_CHOICES)
    .map(({ answer }) => answer)
}
