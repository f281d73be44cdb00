import type { InsightDetail, InsightFigure, InsightPerson } from '#contract/insights.ts'
import { lowerFirst } from '#domain/text.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { peopleTitle } from '../insight-kinds.tsx'
import classes from './detail.module.css'
import { ExactNumber, PageLink, ScrollingTable, Section } from './exact-number.tsx'
import { findFigure, provenanceText } from './provenance-text.ts'

interface PeopleColumn {
  /** end of the ids of its figures */
  readonly key: string
  readonly title: string
  /** one of its figures, which shows how all of them are calculated */
  readonly sample: InsightFigure
}

/** What a figure is, of whomever it is. */
const nameOf = ({ label }: InsightFigure): string => lowerFirst(label.split(': ').at(-1) ?? label)

type Person = Pick<InsightPerson, 'name' | 'figures'>

/** The part of a figure's id after the person: `person3.chance` is a `chance`. */
const personKey = (id: string): string => id.slice(id.indexOf('.') + 1)

const personTitle = ({ label }: InsightFigure, { name }: Person): string => {
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
      const sample = findFigure(figures, id)
      const key = personKey(id)
      if (sample !== null && !columns.has(key)) columns.set(key, { key, title: personTitle(sample, person), sample })
    }
  }
  return [...columns.values()]
}

/** The figure of a person in a column; null when there is none. */
export const personFigure = (
  person: Person,
  { key }: Pick<PeopleColumn, 'key'>,
  figures: readonly InsightFigure[],
): InsightFigure | null => findFigure(figures, person.figures.find((id) => personKey(id) === key) ?? '')

/** The people that the insight names, with the reasons. */
export const PeopleSection = ({ insight }: { insight: InsightDetail }) => {
  const { kind, people, figures } = insight
  const formats = useFormats()
  if (people.length === 0) return null
  const columns = peopleColumns(people, figures)
  const title = peopleTitle(kind)
  const hasReasons = people.some(({ reasons }) => reasons.length > 0)
  return (
    <Section title={title}>
      <ScrollingTable label={`${title}, table`}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            {columns.map(({ key, title: name }) => (
              <th key={key} scope="col" data-numeric>
                {name}
              </th>
            ))}
            {hasReasons && (
              <th scope="col" className={classes.howHead}>
                Why
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <tr key={person.id}>
              <th scope="row">
                {person.address === null ? person.name : <PageLink address={person.address}>{person.name}</PageLink>}
                {person.detail !== null && <span className={classes.personDetail}>{person.detail}</span>}
              </th>
              {columns.map((column) => (
                <td key={column.key} data-numeric>
                  <ExactNumber figure={personFigure(person, column, figures)} />
                </td>
              ))}
              {hasReasons && <td className={classes.how}>{person.reasons.join(', ')}</td>}
            </tr>
          ))}
        </tbody>
      </ScrollingTable>
      <ul className={`bare-list ${classes.notes}`}>
        {columns.map(({ key, title: name, sample }) => (
          <li key={key}>
            {name}: {provenanceText(sample, figures, formats, nameOf)}
          </li>
        ))}
      </ul>
    </Section>
  )
}
