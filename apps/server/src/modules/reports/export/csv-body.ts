import { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { CsvRows } from '#warehouse/engine.ts'

/** Small enough to be sent in a fraction of a millisecond, for which other requests wait. */
const CHUNK_BYTES = 64 * 1024

export interface BodyParts {
  readonly head: string
  readonly rows: Pick<CsvRows, 'bytes' | 'content' | 'fill'>
  readonly tail: string
}

/** Each chunk is in the same buffer: it holds until the next one is asked for. */
const refilled = async function* (fill: NonNullable<CsvRows['fill']>): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES)
  for (let bytes = await fill(buffer); bytes > 0; bytes = await fill(buffer)) yield buffer.subarray(0, bytes)
}

const chunksOf = async function* ({ head, tail }: BodyParts, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield Buffer.from(head)
  yield* content
  yield Buffer.from(tail)
}

/** Resolves when the socket has taken the chunk; false if the reader has left. */
const written = (response: ServerResponse, chunk: Buffer): Promise<boolean> =>
  new Promise((resolve) => {
    response.write(chunk, (error) => resolve(!error))
  })

/**
 * The rows of a file between a head and a tail. A response gets them through one buffer, which is filled again once the socket
 * has taken it: with a new one for each chunk, V8 collects the whole heap twice a file, and all requests wait for that.
 */
export class CsvBody extends Readable {
  readonly #parts: BodyParts
  #chunks: AsyncGenerator<Buffer> | null = null

  constructor(parts: BodyParts) {
    super()
    this.#parts = parts
  }

  override pipe<Target extends NodeJS.WritableStream>(target: Target, options?: { end?: boolean }): Target {
    const { fill } = this.#parts.rows
    if (!(fill && target instanceof ServerResponse)) return super.pipe(target, options)
    this.#send(target, refilled(fill)).catch((error) => this.destroy(error))
    return target
  }

  override _read(): void {
    this.#chunks ??= chunksOf(this.#parts, this.#parts.rows.content)
    this.#chunks.next().then(
      ({ done, value }) => this.push(done ? null : value),
      (error) => this.destroy(error),
    )
  }

  // Also when it was never read.
  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#parts.rows.content.destroy()
    done(error)
  }

  async #send(response: ServerResponse, content: AsyncGenerator<Buffer>): Promise<void> {
    for await (const chunk of chunksOf(this.#parts, content))
      if (!(await written(response, chunk))) {
        this.destroy()
        return
      }
    response.end()
    this.push(null)
    this.resume()
  }
}
