import type { AnySchema, InferSchemaOutput, SchemaIssue } from '@orpc/contract'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Failure, fail, failFields } from '#contract/errors.ts'

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
const meantIssues = (issue: SchemaIssue): readonly SchemaIssue[] => {
  const refused = Refused.safeParse(issue)
  if (!refused.success) return [issue]
  const path = (issue.path ?? []).map(keyOf)
  const alternatives = refused.data.errors
    .filter((alternative) => !isForeign(alternative))
    .map((alternative) => alternative.flatMap(meantIssues))
  const meant = likeliest(alternatives)
  return meant === null ? [issue] : meant.map((one) => ({ ...one, path: [...path, ...(one.path ?? [])] }))
}

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

/**
 * The input of a call as the contract's schema expects it: path, query and JSON body merged into one object (the path wins),
 * or kept apart where the contract says `detailed`. The body is what Fastify parsed, nothing else is ever read.
 */
export const readInput = (request: FastifyRequest, isDetailed: boolean): unknown => {
  const params = record(request.params)
  const query = record(request.query)
  if (isDetailed) return { params, query, headers: request.headers, body: request.body ?? {} }
  return { ...query, ...bodyOf(request), ...params }
}

/** The input of a call whose handler reads the body itself. */
export const readAddress = (request: FastifyRequest): unknown => ({
  ...record(request.query),
  ...record(request.params),
})

const bodyOf = ({ method, body }: FastifyRequest): Record<string, unknown> => {
  if (method === 'GET' || body === undefined || body === null) return {}
  if (typeof body !== 'object' || Array.isArray(body)) throw fail('request.malformed')
  return record(body)
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
