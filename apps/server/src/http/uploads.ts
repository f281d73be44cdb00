import type { Multipart } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { type ErrorCode, fail } from '#contract/errors.ts'

/** Allowance for the other parts of the form. */
const FORM_BYTES = 1_048_576
/** How long the rest of a rejected upload is read. */
const DRAIN_MS = 60_000

/** Keeps reading a rejected upload for a while: a client that is cut off does not see the response. */
const drain = ({ raw }: FastifyRequest): void => {
  raw.unpipe()
  raw.resume()
  setTimeout(() => raw.destroy(), DRAIN_MS).unref()
}

/** Rejects an upload by its `Content-Length`; the reader counts the bytes when the header is too low. */
export const assertSize = (request: FastifyRequest, maxBytes: number, code: ErrorCode): void => {
  if (Number(request.headers['content-length'] ?? 0) <= maxBytes + FORM_BYTES) return
  drain(request)
  throw fail(code)
}

/** Receives an upload; when it fails, drains the rest so that the client can read the error. */
export const receiving = async <T>(request: FastifyRequest, receive: () => Promise<T>): Promise<T> => {
  try {
    return await receive()
  } catch (error) {
    drain(request)
    throw error
  }
}

/** The parts of a form as they arrive. */
export async function* partsOf(request: FastifyRequest): AsyncGenerator<Multipart> {
  if (!request.isMultipart()) throw fail('request.unsupported_type')
  yield* request.parts()
}
