import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { ERRORS } from '#contract/errors.ts'

interface Answer {
  readonly statusCode: number
  readonly body: string
  readonly headers: Readonly<Record<string, unknown>>
}

const ErrorBody = z.object({
  errors: z.array(z.object({ code: z.string(), message: z.string().min(1), field: z.string().optional() })).min(1),
})

/** Errors of 500 and above that requests may cause: another system fails, or the account's time zone is just being changed. */
const DOCUMENTED: readonly string[] = ['service.platform_failed', 'warehouse.busy']

/** What a validation library says by itself, instead of the product. */
const FOREIGN_TEXT =
  /^Invalid (?!email or password$)|^Too (big|small)|^Unrecognized|expected (string|number|int|boolean|object|array|record|one of|nonoptional)|received (undefined|null|string|NaN|object)/

/** How engines, the driver and the runtime word their errors. */
const INTERNAL_TEXT =
  /node_modules|\n\s+at |(Binder|Parser|Catalog|Conversion|Constraint|Internal|Out of Range|Invalid Input) Error|syntax error at|violates |relation "|SQLSTATE|Cannot read propert|is not a function|is not iterable|kysely|duckdb|Unexpected token/i

const OWN_PATHS = [fileURLToPath(new URL('../../..', import.meta.url)), `${tmpdir()}/cuvee`]

/** What is wrong with an answer, whatever was asked; null if nothing is. */
export const answerProblem = ({ statusCode, body, headers }: Answer): string | null => {
  if (OWN_PATHS.some((path) => body.includes(path))) return 'contains a path of the machine'
  if (statusCode < 400 || body === '') return null
  const error = parseError(body)
  if (error === null) return 'is no error of the product'
  const [first] = error.errors
  if (statusCode >= 500 && !DOCUMENTED.includes(first?.code ?? '')) return `is an unexpected ${statusCode}`
  if (statusCode === 405 && !headers.allow) return 'names no allowed methods'
  return error.errors.map((item) => itemProblem(item, statusCode)).find((problem) => problem !== null) ?? null
}

const parseError = (body: string): z.output<typeof ErrorBody> | null => {
  try {
    return ErrorBody.parse(JSON.parse(body))
  } catch {
    return null
  }
}

const isKnown = (code: string): code is keyof typeof ERRORS => Object.hasOwn(ERRORS, code)

const itemProblem = (
  { code, message, field = '' }: z.output<typeof ErrorBody>['errors'][number],
  statusCode: number,
): string | null => {
  if (!isKnown(code) || ERRORS[code][0] !== statusCode) return `has the code ${code} with the status ${statusCode}`
  if (FOREIGN_TEXT.test(message)) return 'has a text of the validation library'
  if (INTERNAL_TEXT.test(message)) return 'reveals internals'
  return /\.\d+(\.|$)/.test(field) ? 'names a list’s entry without brackets' : null
}
