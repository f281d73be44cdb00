import { ORPCError } from '@orpc/client'
import type { ErrorBody, ErrorItem } from '#contract/errors.ts'

const UNEXPECTED = 'An unexpected error occurred'

const isErrorBody = (value: unknown): value is ErrorBody =>
  typeof value === 'object' && value !== null && 'errors' in value && Array.isArray(value.errors)

/** Creates the error of a failed call: its data is the response body, its message that of the first item. */
export const errorFromBody = (body: unknown, status: number): ORPCError<string, unknown> => {
  const first = isErrorBody(body) ? body.errors[0] : undefined
  // ORPCError requires a status of at least 400; an unexpected redirect counts as a server error.
  return new ORPCError(first?.code ?? 'server.unexpected', {
    status: status >= 400 ? status : 500,
    message: first?.message ?? UNEXPECTED,
    data: body,
  })
}

/** The `errors` list of a failed call; empty for a network failure or an unknown response body. */
export const errorItems = (error: unknown): readonly ErrorItem[] =>
  error instanceof ORPCError && isErrorBody(error.data) ? error.data.errors : []

/** The response body of a failed call; null when there was no response. */
export const errorBody = (error: unknown): unknown => (error instanceof ORPCError ? error.data : null)

/** The HTTP status of a failed call, or null when there was no response. */
export const errorStatus = (error: unknown): number | null => (error instanceof ORPCError ? error.status : null)

/** The first message of the response's errors list, else `fallback`. */
export const firstMessage = (error: unknown, fallback: string = UNEXPECTED): string =>
  errorItems(error)[0]?.message ?? fallback

/** Messages by field, for a form; items without a field are omitted. */
export const fieldMessages = (error: unknown): Record<string, string> =>
  Object.fromEntries(errorItems(error).flatMap(({ field, message }) => (field ? [[field, message]] : [])))

/** The first message of an error that no field of a form shows; null without an error, or if a field shows it. */
export const generalMessage = (error: unknown): string | null =>
  error === null || Object.keys(fieldMessages(error)).length > 0 ? null : firstMessage(error)

/** The same by field of the body: `condition.value` for `body.condition.value`. */
export const bodyMessages = (error: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(fieldMessages(error)).map(([field, message]) => [field.replace(/^body\./, ''), message]),
  )
