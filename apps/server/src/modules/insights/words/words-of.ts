import { strayNumbers } from '#insights/language/digit-checker.ts'
import { fillIn, type Slots } from '#insights/language/slot.ts'
import { tellInsight } from '#insights/language/tell-insight.ts'
import type { Told } from '#insights/language/told.ts'
import type { InsightFacts, RephrasedTemplates } from '../insight-facts.ts'
import { slotsOf } from './slots-of.ts'

/** An insight as one reader reads it: every place is filled. */
export interface Words extends Told {
  readonly isRephrased: boolean
}

/** A text with a number that is no figure of the insight, no date of it and in no name: it is shown to nobody. */
export class StrayNumber extends Error {
  override readonly name = 'StrayNumber'
}

const checked = (template: string, slots: Slots): string => {
  const text = fillIn(template, slots)
  const phrases = [...slots.values()].map((slot) => slot.text)
  const stray = strayNumbers(text, phrases)
  if (stray.length > 0) throw new StrayNumber(`${stray.join(' ')} in: ${template}`)
  return text
}

const inOwnWords = ({ sentences, ...told }: Told, slots: Slots, isRephrased: boolean): Words => ({
  ...told,
  title: checked(told.title, slots),
  sentences: sentences.map((sentence) => checked(sentence, slots)),
  unusual: told.unusual === null ? null : checked(told.unusual, slots),
  advice: told.advice.map((line) => checked(line, slots)),
  isRephrased,
})

/** Written for a reader of `culture`; a model's sentences stand in for ours only while they pass the same check. */
export const wordsOf = (facts: InsightFacts, culture: string, rephrased: RephrasedTemplates | null = null): Words => {
  const slots = slotsOf(facts, culture)
  const told = tellInsight(facts.insight)
  if (rephrased === null) return inOwnWords(told, slots, false)
  try {
    return inOwnWords({ ...told, sentences: rephrased.sentences }, slots, true)
  } catch {
    return inOwnWords(told, slots, false)
  }
}
