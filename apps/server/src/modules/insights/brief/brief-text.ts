import { figureText, periodText, type Reader } from '#insights/language/format.ts'
import type { Slot } from '#insights/language/insight-text.ts'
import { renderTemplate } from '../words/words-of.ts'
import type { BriefFigures } from './brief-figures.ts'

const valueIn = ({ figures }: BriefFigures, id: string): number =>
  figures.find((figure) => figure.id === id)?.value ?? 0

const templatesOf = (brief: BriefFigures): string[] => {
  const change = brief.figures.find(({ id }) => id === 'change')?.value
  const way = (change ?? 0) < 0 ? 'less' : 'more'
  const isCompared = change !== undefined && valueIn(brief, 'lastYear.netSales') > 0
  return [
    'Net sales on {yesterday} came to {yesterday.netSales}, with {yesterday.orderCount} orders.',
    isCompared
      ? `Over {month} they came to {month.netSales}, {change} ${way} than over {lastYear} ({lastYear.netSales}).`
      : 'Over {month} they came to {month.netSales}.',
  ]
}

/** The sentences of a brief for a reader. Throws `UnsourcedNumberError`, `MissingSlotError`. */
export const briefText = (brief: BriefFigures, reader: Reader): string[] => {
  const date = (range: BriefFigures['month']): Slot => ({ text: periodText(range, reader), part: 'date' })
  const slots = new Map<string, Slot>([
    ['yesterday', date(brief.yesterday)],
    ['month', date(brief.month)],
    ['lastYear', date(brief.lastYear)],
    ...brief.figures.map((figure): [string, Slot] => [figure.id, { text: figureText(figure, reader), part: 'figure' }]),
  ])
  return templatesOf(brief).map((template) => renderTemplate(template, slots))
}
