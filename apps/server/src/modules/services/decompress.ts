import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { fail } from '#contract/errors.ts'

const isGzip = (chunk: Uint8Array): boolean => chunk[0] === 0x1f && chunk[1] === 0x8b

/** Bytes that an upload may still unpack to. */
export interface ByteBudget {
  left: number
}

/** Throws `service.file_too_large` when the budget is used up. */
export const spend = (budget: ByteBudget, bytes: number): void => {
  budget.left -= bytes
  if (budget.left < 0) throw fail('service.file_too_large')
}

/**
 * The bytes of an upload, decompressed if gzip. Throws `service.file_too_large` at the first byte beyond `budget` and
 * `service.file_invalid` when the gzip is damaged.
 */
export async function* decompress(source: Readable, budget: ByteBudget): AsyncGenerator<Uint8Array> {
  // The caller still drains the rest of a rejected body, so returning early must not destroy it.
  const arriving = source.iterator({ destroyOnReturn: false })
  try {
    const first = await nextBytes(arriving)
    if (first === null) return
    const all = remainingChunks(first, arriving)
    for await (const chunk of isGzip(first) ? gunzipChunks(all) : all) {
      spend(budget, chunk.length)
      yield chunk
    }
  } finally {
    // Releases the source, because the rest cannot be read while an iterator is open.
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

async function* remainingChunks(first: Uint8Array, chunks: AsyncIterator<unknown>): AsyncGenerator<Uint8Array> {
  for (let chunk: Uint8Array | null = first; chunk !== null; chunk = await nextBytes(chunks)) yield chunk
}

async function* gunzipChunks(packed: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip()
  // An error of the source surfaces in the loop below through the gunzip stream.
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
