import type { Multipart } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { type ErrorCode, fail } from '#contract/errors.ts'

/** Allowance for the other parts of the form. */
const FORM_BYTES = 1_048_576

/** Rejects an upload by its `Content-Length`; the reader counts the bytes when the header is too low. */
export const assertSize = (request: FastifyRequest, maxBytes: number, code: ErrorCode): void => {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes + FORM_BYTES) throw fail(code)
}

/** The parts of a form as they arrive. */
export async function* readParts(request: FastifyRequest): AsyncGenerator<Multipart> {
  if (!request.isMultipart()) throw fail('request.unsupported_type')
  yield* request.parts()
}
