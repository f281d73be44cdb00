import type { AnySchema, InferSchemaOutput, SchemaIssue } from '@orpc/contract'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Failure, fail, failFields, fieldPath } from '#contract/errors.ts'

type Key = PropertyKey | { readonly key: PropertyKey }

/** The issue of a union schema: the issues of each alternative, with paths relative to the union. */
const UnionIssue = z.object({
  code: z.literal('invalid_union'),
  errors: z.array(
    z.array(z.looseObject({ code: z.string(), message: z.string(), path: z.array(z.union([z.string(), z.number()])) })),
  ),
})

type Alternative = z.output<typeof UnionIssue>['errors'][number]

const toPropertyKey = (part: Key): PropertyKey => (typeof part === 'object' ? part.key : part)

const depthOf = (issues: readonly SchemaIssue[]): number => Math.max(0, ...issues.map(({ path }) => path?.length ?? 0))

/** An alternative with unknown fields is not the intended one. */
const isForeign = (alternative: Alternative): boolean => alternative.some(({ code }) => code === 'unrecognized_keys')

/** Null when two alternatives are equally likely. */
const likeliestAlternative = (alternatives: readonly (readonly SchemaIssue[])[]): readonly SchemaIssue[] | null => {
  const [first, second] = alternatives.toSorted((a, b) => depthOf(b) - depthOf(a) || a.length - b.length)
  if (first === undefined) return null
  const isTie = second !== undefined && depthOf(first) === depthOf(second) && first.length === second.length
  return isTie ? null : first
}

/**
 * Replaces a union issue by the issues of the best-matching alternative: the one that fails at the deepest path.
 * Issues of other schemas, and of unions whose alternatives tie, stay unchanged.
 */
const intendedIssues = (issue: SchemaIssue): readonly SchemaIssue[] => {
  const unionIssue = UnionIssue.safeParse(issue)
  if (!unionIssue.success) return [issue]
  const path = (issue.path ?? []).map(toPropertyKey)
  const alternatives = unionIssue.data.errors
    .filter((alternative) => !isForeign(alternative))
    .map((alternative) => alternative.flatMap(intendedIssues))
  const intended = likeliestAlternative(alternatives)
  return intended === null ? [issue] : intended.map((one) => ({ ...one, path: [...path, ...(one.path ?? [])] }))
}

const NO_INPUT: AnySchema = z.unknown().transform(() => undefined)

/**
 * Validates client input against a contract schema. Without a schema, the input is ignored.
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

/** Path prefixes of a detailed input that are not part of the client's field name. No endpoint has a nested field so named. */
const STRUCTURE = new Set(['params', 'query', 'body', 'headers'])

/** One entry per field: the first message of each. */
export const invalidInput = (issues: readonly SchemaIssue[]): Failure => {
  const byField = new Map<string, string>()
  for (const issue of issues.flatMap(intendedIssues)) {
    const field = fieldName(issue)
    if (!byField.has(field)) byField.set(field, issue.message)
  }
  return failFields(
    'request.invalid',
    [...byField].map(([field, message]) => ({ field, message })),
  )
}

const fieldName = (issue: SchemaIssue): string => {
  const path = (issue.path ?? []).map(toPropertyKey)
  const isWrapped = path.length > 1 && STRUCTURE.has(String(path[0]))
  return fieldPath(isWrapped ? path.slice(1) : path)
}

/**
 * The input of a call as the contract's schema expects it: path, query and JSON body merged into one object (the path wins),
 * or kept separate where the contract says `detailed`. The body is the one that Fastify parsed.
 */
export const readInput = (request: FastifyRequest, isDetailed: boolean): unknown => {
  const params = record(request.params)
  const query = record(request.query)
  if (isDetailed) return { params, query, headers: request.headers, body: request.body ?? {} }
  return { ...query, ...readBody(request), ...params }
}

/** The input of a call whose handler reads the body itself. */
export const readAddress = (request: FastifyRequest): unknown => ({
  ...record(request.query),
  ...record(request.params),
})

const readBody = ({ method, body }: FastifyRequest): Record<string, unknown> => {
  if (method === 'GET' || body === undefined || body === null) return {}
  if (typeof body !== 'object' || Array.isArray(body)) throw fail('request.malformed')
  return record(body)
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
