import { inSentence, upperFirst } from '#domain/text.ts'
import { type Subject, subjectKey } from '#insights/account/metric.ts'
import { unsourcedNumbers } from '#insights/language/digit-checker.ts'
import { figureText, periodText, type Reader } from '#insights/language/format.ts'
import {
  fillTemplate,
  type InsightText,
  type Slot,
  type SlotPart,
  type Slots,
} from '#insights/language/insight-text.ts'
import { metricName, ofSubject } from '#insights/language/phrases.ts'
import { getInsightDefinition } from '#insights/registry.ts'
import type { InsightFacts, RephrasedTemplates } from '#server/db/column-types.ts'

/** The text of an insight for one reader, with every slot filled. */
export interface RenderedText extends InsightText {
  readonly isRephrased: boolean
}

/** A text contains a number that is not a figure, date or name of its insight. Such a text is never shown. */
class UnsourcedNumberError extends Error {
  override readonly name = 'UnsourcedNumberError'
}

const PARTS: Readonly<Record<Subject['kind'], SlotPart>> = {
  account: 'word',
  channel: 'word',
  product: 'product',
  club: 'club',
  teamMember: 'teamMember',
  service: 'word',
}

const subjectSlot = (subject: Subject, { names }: InsightFacts): Slot => {
  const name = names[subjectKey(subject)] ?? (subject.kind === 'account' ? 'all sales' : subject.value)
  return { text: subject.kind === 'channel' ? inSentence(name) : name, part: PARTS[subject.kind] }
}

const dateSlots = ({ insight }: InsightFacts, reader: Reader): [string, Slot][] =>
  Object.entries({ period: insight.period, ...getInsightDefinition(insight).dates?.(insight) }).map(([name, range]) => [
    name,
    { text: periodText(range, reader), part: 'date' },
  ])

const subjectSlots = (facts: InsightFacts): [string, Slot][] => {
  const { insight } = facts
  const related = (getInsightDefinition(insight).relatedSubjects?.(insight) ?? []).map(
    ({ slot, subject, metric }): [string, Slot] => {
      const named = subjectSlot(subject, facts)
      if (metric === undefined) return [slot, named]
      const text = fillTemplate(`${metricName(metric, subject)}${ofSubject(subject)}`, new Map([['subject', named]]))
      return [slot, { text, part: named.part }]
    },
  )
  return [['subject', subjectSlot(insight.subject, facts)], ...related]
}

/** The slot values of an insight's templates for a reader. */
export const formatSlots = (facts: InsightFacts, culture: string): Map<string, Slot> => {
  const reader: Reader = { culture, currency: facts.currency }
  const figures = [...facts.insight.figures, ...facts.extra].map((figure): [string, Slot] => [
    figure.id,
    { text: figureText(figure, reader), part: 'figure' },
  ])
  return new Map([...dateSlots(facts, reader), ...subjectSlots(facts), ...figures])
}

/** A template with its slots filled. Throws `UnsourcedNumberError`, `MissingSlotError`. */
export const renderTemplate = (template: string, slots: Slots): string => {
  const text = fillTemplate(template, slots)
  const phrases = [...slots.values()].map((slot) => slot.text)
  const unsourced = unsourcedNumbers(text, phrases)
  if (unsourced.length > 0) throw new UnsourcedNumberError(`${unsourced.join(' ')} in: ${template}`)
  return text
}

/** A title begins with a capital, but for a name, which is written as it is. */
const renderTitle = (template: string, slots: Slots): string => {
  const [, first = ''] = /^\{(\w+)\}/.exec(template) ?? []
  const title = renderTemplate(template, slots)
  return (slots.get(first)?.part ?? 'word') === 'word' ? upperFirst(title) : title
}

const render = ({ sentences, ...text }: InsightText, slots: Slots, isRephrased: boolean): RenderedText => ({
  ...text,
  title: renderTitle(text.title, slots),
  sentences: sentences.map((sentence) => renderTemplate(sentence, slots)),
  unusual: text.unusual === null ? null : renderTemplate(text.unusual, slots),
  advice: text.advice.map((line) => renderTemplate(line, slots)),
  isRephrased,
})

/** Renders an insight for a reader of `culture`; a model's sentences are used only while they pass the same check. */
export const renderInsight = (
  facts: InsightFacts,
  culture: string,
  rephrased: RephrasedTemplates | null = null,
): RenderedText => {
  const slots = formatSlots(facts, culture)
  const text = getInsightDefinition(facts.insight).describe(facts.insight)
  if (rephrased === null) return render(text, slots, false)
  try {
    return render({ ...text, sentences: rephrased.sentences }, slots, true)
  } catch {
    return render(text, slots, false)
  }
}

/** Title and first sentence of an insight, for an email. */
export const insightLine = ({ title, sentences }: InsightText, separator: '.' | ':'): string =>
  `${title}${separator} ${sentences[0] ?? ''}`
