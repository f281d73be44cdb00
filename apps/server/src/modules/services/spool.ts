import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Writes bytes to a file. */
export const spool = (bytes: AsyncIterable<Uint8Array>, path: string, signal?: AbortSignal): Promise<void> =>
  pipeline(Readable.from(bytes), createWriteStream(path, { mode: 0o600 }), signal ? { signal } : {})
