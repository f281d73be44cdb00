import type { InsightFigure, InsightPerson } from '#contract/insights.ts'
import { figureOf } from './receipt-words.ts'

/** The kinds of figures that people have, by label, in the order in which they come. */
export const peopleColumns = (
  people: readonly InsightPerson[],
  figures: readonly InsightFigure[],
): readonly InsightFigure[] => {
  const byLabel = new Map<string, InsightFigure>()
  for (const id of people.flatMap((person) => person.figures)) {
    const figure = figureOf(figures, id)
    if (figure !== null && !byLabel.has(figure.label)) byLabel.set(figure.label, figure)
  }
  return [...byLabel.values()]
}

/** What a person has under a label; null where they have none of it. */
export const personFigure = (
  person: Pick<InsightPerson, 'figures'>,
  label: string,
  figures: readonly InsightFigure[],
): InsightFigure | null =>
  person.figures.map((id) => figureOf(figures, id)).find((figure) => figure?.label === label) ?? null
