import type { Choice } from './choice.ts'
import { CHOICES, type Definitions, STANDARD_DEFINITIONS } from './registry.ts'

type Chosen = Readonly<Record<string, string>>

export interface DefinitionProblem {
  /** id of the choice */
  readonly choice: string
  readonly message: string
}

const isWay = ({ ways }: Choice, way: string): boolean => Object.hasOwn(ways, way)

/** What is wrong with ways that somebody chose: choices that do not exist, and ways that a choice does not have. */
export const definitionProblems = (chosen: Chosen): DefinitionProblem[] =>
  Object.entries(chosen).flatMap(([id, way]) => {
    const choice = CHOICES.find((one) => one.id === id)
    if (!choice) return [{ choice: id, message: 'There is no such choice' }]
    const ways = Object.keys(choice.ways).join(', ')
    return isWay(choice, way) ? [] : [{ choice: id, message: `This must be one of: ${ways}` }]
  })

/** The way in force of every choice: the one chosen, or the standard one, also of what a release does not know any more. */
export const readDefinitions = (chosen: Chosen): Definitions => {
  const known = CHOICES.flatMap((choice) => {
    const way = Object.hasOwn(chosen, choice.id) ? chosen[choice.id] : undefined
    return way !== undefined && isWay(choice, way) ? [[choice.id, way]] : []
  })
  return { ...STANDARD_DEFINITIONS, ...Object.fromEntries(known) }
}

/** Choices whose way in force is not the standard one. */
export const changedChoices = (definitions: Definitions): Choice[] => {
  const ways: Chosen = definitions
  return CHOICES.filter(({ id, standard }) => ways[id] !== standard)
}
