import { randomUUID } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CsvRequest, CsvRows, Statement } from '../engine.ts'
import type { CallOptions, ClickHouse, NamedParams } from './connect.ts'
import { csvLines } from './csv-lines.ts'

const QUOTE = '"'.charCodeAt(0)
const LINE_END = '\n'.charCodeAt(0)

/** Counts the lines of a file that arrives in chunks; a line break within quotes is text. */
class LineCounter {
  lines = 0
  #isText = false

  // Each byte is looked at on the thread that answers requests: fields would take ten times as long as variables.
  add(chunk: Uint8Array): void {
    let isText = this.#isText
    let lines = 0
    for (let index = 0; index < chunk.length; index += 1) {
      const byte = chunk[index]
      if (byte === QUOTE) isText = !isText
      else if (byte === LINE_END && !isText) lines += 1
    }
    this.#isText = isText
    this.lines += lines
  }
}

/** Small enough to be sent in a fraction of a millisecond, for which other requests wait. */
const CHUNK_BYTES = 64 * 1024

const fillFrom = (file: FileHandle) => {
  let position = 0
  return async (buffer: Buffer): Promise<number> => {
    const { bytesRead } = await file.read(buffer, 0, buffer.length, position)
    position += bytesRead
    return bytesRead
  }
}

const writeAll = async (file: FileHandle, content: AsyncIterable<Uint8Array>) => {
  const counter = new LineCounter()
  let bytes = 0
  for await (const chunk of content) {
    counter.add(chunk)
    const { bytesWritten } = await file.write(chunk, 0, chunk.length, bytes)
    bytes += bytesWritten
  }
  return { rows: counter.lines, bytes }
}

/**
 * All rows of a statement as a CSV file, which ClickHouse writes: an answer to parse would keep other requests waiting. The file is
 * unlinked once it is open, so that an aborted reader leaves none.
 */
export const writeCsv = async (
  clickHouse: ClickHouse,
  request: CsvRequest<Statement>,
  params: NamedParams,
  options: CallOptions,
): Promise<Omit<CsvRows, 'dataVersion'>> => {
  const { sql } = request.statement
  const described = await clickHouse.rows(`DESCRIBE TABLE (${sql})`, params, options)
  const lines = csvLines(
    sql,
    described.map(([, type]) => String(type)),
    request,
  )
  const path = join(tmpdir(), `cuvee-export-${randomUUID()}.csv`)
  const file = await open(path, 'wx+', 0o600)
  try {
    await rm(path)
    const written = await writeAll(file, clickHouse.text(lines, params, options))
    return {
      ...written,
      content: file.createReadStream({ start: 0, highWaterMark: CHUNK_BYTES }),
      fill: fillFrom(file),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}
