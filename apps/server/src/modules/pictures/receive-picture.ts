import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { fail, failFields } from '#contract/errors.ts'
import { REQUIRED } from '#contract/fields.ts'
import { MAX_PICTURE_BYTES } from '#domain/field-rules.ts'
import { assertSize, partsOf, receiving } from '#server/http/uploads.ts'

const PART = 'photo'

/**
 * Reads the form part `photo` into memory; its name and type are ignored.
 *
 * @throws Failure `picture.too_large` as soon as it is known, `request.unsupported_type`, `request.invalid` without the part
 */
export const receivePicture = async (request: FastifyRequest): Promise<Buffer> => {
  assertSize(request, MAX_PICTURE_BYTES, 'picture.too_large')
  return receiving(request, async () => {
    let picture: Buffer | null = null
    for await (const part of partsOf(request)) {
      if (part.type === 'field') continue
      if (part.fieldname === PART && picture === null) picture = await readPicture(part.file)
      else part.file.resume()
    }
    if (picture === null) throw failFields('request.invalid', [{ field: PART, message: REQUIRED }])
    return picture
  })
}

/** Reads a picture. Throws `picture.too_large` at the first excess byte. */
export const readPicture = async (content: Readable): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of content) {
    const piece = Buffer.from(chunk)
    bytes += piece.length
    if (bytes > MAX_PICTURE_BYTES) throw fail('picture.too_large')
    chunks.push(piece)
  }
  return Buffer.concat(chunks)
}
