import type { Multipart } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { type ErrorCode, fail } from '#contract/errors.ts'

/** Allowance for the other parts of the form. */
const FORM_BYTES = 1_048_576
/** How long the rest of a refused upload is read. */
const DRAIN_MS = 60_000

/** A refused upload is still read for a while: a sender that is cut off does not see the answer. */
const drain = ({ raw }: FastifyRequest): void => {
  raw.unpipe()
  raw.resume()
  setTimeout(() => raw.destroy(), DRAIN_MS).unref()
}

/** What already says that it is too large is not read at all; what says too little is counted by who reads it. */
export const assertSize = (request: FastifyRequest, maxBytes: number, code: ErrorCode): void => {
  if (Number(request.headers['content-length'] ?? 0) <= maxBytes + FORM_BYTES) return
  drain(request)
  throw fail(code)
}

/** Takes an upload; when that fails its sender can still read why. */
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
