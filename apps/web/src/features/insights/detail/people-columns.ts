import type { InsightFigure, InsightPerson } from '#contract/insights.ts'
import { figureOf } from './provenance-text.ts'

export interface PeopleColumn {
  /** end of the ids of its figures */
  readonly key: string
  readonly title: string
  /** one of its figures, which shows how all of them are calculated */
  readonly sample: InsightFigure
}

type Person = Pick<InsightPerson, 'name' | 'figures'>

/** The part of a figure's id after the person: `person3.chance` is a `chance`. */
const keyOf = (id: string): string => id.slice(id.indexOf('.') + 1)

const titleOf = ({ label }: InsightFigure, { name }: Person): string => {
  const owner = `${name}: `
  return label.startsWith(owner) ? label.slice(owner.length) : label
}

/** A column for each figure that at least one of the people has, in order of appearance. */
export const peopleColumns = (
  people: readonly Person[],
  figures: readonly InsightFigure[],
): readonly PeopleColumn[] => {
  const columns = new Map<string, PeopleColumn>()
  for (const person of people) {
    for (const id of person.figures) {
      const sample = figureOf(figures, id)
      const key = keyOf(id)
      if (sample !== null && !columns.has(key)) columns.set(key, { key, title: titleOf(sample, person), sample })
    }
  }
  return [...columns.values()]
}

/** The figure of a person in a column; null when there is none. */
export const personFigure = (
  person: Person,
  { key }: Pick<PeopleColumn, 'key'>,
  figures: readonly InsightFigure[],
): InsightFigure | null => figureOf(figures, person.figures.find((id) => keyOf(id) === key) ?? '')
