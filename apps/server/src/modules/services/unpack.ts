import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { fail } from '#contract/errors.ts'

const isGzip = (chunk: Uint8Array): boolean => chunk[0] === 0x1f && chunk[1] === 0x8b

/**
 * The bytes of an upload, unpacked when they are gzip. Ends with `service.file_too_large` at the first byte beyond `limit`
 * and with `service.file_invalid` when the gzip is damaged.
 */
export async function* unpacked(source: Readable, limit: number): AsyncGenerator<Uint8Array> {
  // The rest of a refused body is still to be read by the caller, so leaving early must not destroy it.
  const arriving = source.iterator({ destroyOnReturn: false })
  try {
    const first = await nextBytes(arriving)
    if (first === null) return
    const all = rest(first, arriving)
    let size = 0
    for await (const chunk of isGzip(first) ? gunzipped(all) : all) {
      size += chunk.length
      if (size > limit) throw fail('service.file_too_large')
      yield chunk
    }
  } finally {
    // Lets go of the source: as long as somebody iterates over it, nobody else can read the rest.
    await arriving.return?.(undefined)
  }
}

const nextBytes = async (chunks: AsyncIterator<unknown>): Promise<Uint8Array | null> => {
  for (;;) {
    const { done, value } = await chunks.next()
    if (done) return null
    if (value instanceof Uint8Array && value.length > 0) return value
  }
}

async function* rest(first: Uint8Array, chunks: AsyncIterator<unknown>): AsyncGenerator<Uint8Array> {
  for (let chunk: Uint8Array | null = first; chunk !== null; chunk = await nextBytes(chunks)) yield chunk
}

async function* gunzipped(packed: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip()
  // A failure of the source reaches the loop below through the gunzip stream.
  const piping = pipeline(Readable.from(packed), gunzip).catch(() => undefined)
  try {
    for await (const chunk of gunzip) if (chunk instanceof Uint8Array) yield chunk
  } catch (cause) {
    const isDamaged = cause instanceof Error && 'code' in cause && String(cause.code).startsWith('Z_')
    if (isDamaged)
      throw fail('service.file_invalid', { values: { message: 'The gzip file is damaged or cut short' }, cause })
    throw cause
  } finally {
    gunzip.destroy()
    await piping
  }
}
