import { failFields } from '#contract/errors.ts'
import { definitionProblems } from '#semantic/definitions/read-definitions.ts'

/**
 * Refuses choices that do not exist, and ways that a choice does not have.
 *
 * @throws Failure `request.invalid` naming `definitions.<choice>`
 */
export const checkDefinitions = (chosen: Readonly<Record<string, string>>): void => {
  const problems = definitionProblems(chosen)
  if (problems.length === 0) return
  throw failFields(
    'request.invalid',
    problems.map(({ choice, message }) => ({ field: `definitions.${choice}`, message })),
  )
}
