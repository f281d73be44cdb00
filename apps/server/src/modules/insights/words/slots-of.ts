import type { Subject } from '#insights/account/subject.ts'
import { subjectKey } from '#insights/account/subject.ts'
import type { Insight } from '#insights/insight/insight.ts'
import { metricName, ofSubject } from '#insights/language/metric-words.ts'
import { figureText, periodText, type Reader } from '#insights/language/reader.ts'
import type { Slot, SlotPart } from '#insights/language/slot.ts'
import { fillIn } from '#insights/language/slot.ts'
import type { InsightFacts } from '../insight-facts.ts'

const PART: Readonly<Record<Subject['kind'], SlotPart>> = {
  account: 'word',
  channel: 'word',
  product: 'product',
  club: 'club',
  teamMember: 'teamMember',
  service: 'word',
}

const named = (subject: Subject, { names }: InsightFacts): Slot => ({
  text: names[subjectKey(subject)] ?? (subject.kind === 'account' ? 'all sales' : subject.value),
  part: PART[subject.kind],
})

const dates = (insight: Insight, reader: Reader): [string, Slot][] => {
  const date = (text: string): Slot => ({ text, part: 'date' })
  const slots: [string, Slot][] = [['period', date(periodText(insight.period, reader))]]
  if (insight.kind === 'driver' || insight.kind === 'conversionShift')
    slots.push(['comparedWith', date(periodText(insight.comparedWith, reader))])
  if (insight.kind === 'releaseOutlook') slots.push(['next', date(periodText(insight.period, reader))])
  const first = insight.kind === 'forecast' ? insight.figures[0]?.recipe : undefined
  if (first?.kind === 'foretold') slots.push(['next', date(periodText(first.range, reader))])
  return slots
}

const subjects = (facts: InsightFacts): [string, Slot][] => {
  const { insight } = facts
  const slots: [string, Slot][] = [['subject', named(insight.subject, facts)]]
  if (insight.kind === 'anomaly')
    insight.also.forEach(({ metric, subject }, at) => {
      const other = named(subject, facts)
      const text = fillIn(`${metricName(metric, subject)}${ofSubject(subject)}`, new Map([['subject', other]]))
      slots.push([`also${at + 1}`, { text, part: other.part }])
    })
  if (insight.kind === 'driver')
    insight.leading.forEach((value, at) => {
      slots.push([`group${at + 1}.name`, named({ kind: insight.dimension, value }, facts)])
    })
  return slots
}

/** What the places of an insight's templates hold for a reader. */
export const slotsOf = (facts: InsightFacts, culture: string): Map<string, Slot> => {
  const reader: Reader = { culture, currency: facts.currency }
  const figures = [...facts.insight.figures, ...facts.extra].map((figure): [string, Slot] => [
    figure.id,
    { text: figureText(figure, reader), part: 'figure' },
  ])
  return new Map([...dates(facts.insight, reader), ...subjects(facts), ...figures])
}
