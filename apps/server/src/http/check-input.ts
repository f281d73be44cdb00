import type { AnySchema, InferSchemaOutput, SchemaIssue } from '@orpc/contract'
import { z } from 'zod'
import { type Failure, failFields } from '#contract/errors.ts'
import { meantIssues } from './meant-issues.ts'

const NO_INPUT: AnySchema = z.unknown().transform(() => undefined)

/**
 * Checks foreign input against a contract schema. A call without a schema takes none.
 *
 * @throws Failure `request.invalid` with one entry per field
 */
export const checkInput = async <Schema extends AnySchema>(
  schema: Schema | undefined,
  input: unknown,
): Promise<InferSchemaOutput<Schema>> => {
  const result = await (schema ?? NO_INPUT)['~standard'].validate(input)
  if (result.issues) throw invalidInput(result.issues)
  return result.value
}

/** What of a detailed input's path is no part of the field's name for the client. No call has a nested field of such a name. */
const STRUCTURE = new Set(['params', 'query', 'body', 'headers'])

/** One entry per field: the first message of each, under its dotted name. */
export const invalidInput = (issues: readonly SchemaIssue[]): Failure => {
  const byField = new Map<string, string>()
  for (const issue of issues.flatMap(meantIssues)) {
    const field = fieldName(issue)
    if (!byField.has(field)) byField.set(field, issue.message)
  }
  return failFields(
    'request.invalid',
    [...byField].map(([field, message]) => ({ field, message })),
  )
}

const fieldName = (issue: SchemaIssue): string => {
  const path = (issue.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part))
  const isWrapped = path.length > 1 && STRUCTURE.has(path[0] ?? '')
  return (isWrapped ? path.slice(1) : path).join('.')
}
