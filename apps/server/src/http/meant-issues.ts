import type { SchemaIssue } from '@orpc/contract'
import { z } from 'zod'

type Key = PropertyKey | { readonly key: PropertyKey }

/** What a schema of alternatives says: the issues of each of them, with paths below its own. */
const Refused = z.object({
  code: z.literal('invalid_union'),
  errors: z.array(
    z.array(z.looseObject({ code: z.string(), message: z.string(), path: z.array(z.union([z.string(), z.number()])) })),
  ),
})

type Alternative = z.output<typeof Refused>['errors'][number]

const keyOf = (part: Key): PropertyKey => (typeof part === 'object' ? part.key : part)

const depthOf = (issues: readonly SchemaIssue[]): number => Math.max(0, ...issues.map(({ path }) => path?.length ?? 0))

/** Fields that an alternative does not know: something else was meant. */
const isForeign = (alternative: Alternative): boolean => alternative.some(({ code }) => code === 'unrecognized_keys')

/** Null where two alternatives are as likely. */
const likeliest = (alternatives: readonly (readonly SchemaIssue[])[]): readonly SchemaIssue[] | null => {
  const [first, second] = alternatives.toSorted((a, b) => depthOf(b) - depthOf(a) || a.length - b.length)
  if (first === undefined) return null
  const isTie = second !== undefined && depthOf(first) === depthOf(second) && first.length === second.length
  return isTie ? null : first
}

/**
 * The issues of the alternative that was meant, in the place of the one word that none of them fits: what fails deepest
 * fitted longest. Issues of other schemas, and of alternatives that nothing tells apart, stay as they are.
 */
export const meantIssues = (issue: SchemaIssue): readonly SchemaIssue[] => {
  const refused = Refused.safeParse(issue)
  if (!refused.success) return [issue]
  const path = (issue.path ?? []).map(keyOf)
  const alternatives = refused.data.errors
    .filter((alternative) => !isForeign(alternative))
    .map((alternative) => alternative.flatMap(meantIssues))
  const meant = likeliest(alternatives)
  return meant === null ? [issue] : meant.map((one) => ({ ...one, path: [...path, ...(one.path ?? [])] }))
}
