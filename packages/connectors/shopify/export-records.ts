import { z } from 'zod'
import type { PlatformClient } from '../kit/platform-client.ts'
import { BadPage, PlatformDown } from '../kit/platform-problems.ts'
import { readEnvelope } from '../kit/read-records.ts'
import type { ExportFile } from './bulk-export.ts'

const TRIES = 5
const PAUSE_MS = 2000

/** A record of a file with the lines below it, in the file's order. */
export interface ExportedRecord {
  readonly record: Readonly<Record<string, unknown>>
  readonly children: readonly unknown[]
}

const Line = z.looseObject({ __parentId: z.string().optional() })

const parseLine = (text: string, number: number): z.infer<typeof Line> => {
  const page = `Line ${number} of the export`
  try {
    return readEnvelope(JSON.parse(text), Line, page)
  } catch (error) {
    if (error instanceof BadPage) throw error
    throw new BadPage(`${page} is not JSON`)
  }
}

interface Reading {
  /** records handed on */
  done: number
}

async function* recordsOnce(
  lines: AsyncIterable<string>,
  file: ExportFile,
  skip: number,
): AsyncGenerator<ExportedRecord> {
  let read = 0
  let records = 0
  let open: { record: Record<string, unknown>; children: unknown[] } | null = null
  for await (const text of lines) {
    if (text === '') continue
    read += 1
    const { __parentId: parentId, ...line } = parseLine(text, read)
    if (parentId === undefined) {
      if (open !== null && records > skip) yield open
      open = { record: line, children: [] }
      records += 1
    } else if (open === null) throw new BadPage(`Line ${read} of the export belongs to no record`)
    else open.children.push(line)
  }
  if (read !== file.lines) throw new BadPage(`The export holds ${read} of its ${file.lines} lines`)
  if (open !== null && records > skip) yield open
}

const isBroken = (error: unknown): boolean => error instanceof PlatformDown

/**
 * The records of a file from `skip` on. A download that breaks off is begun again and goes on where it was; a file that ends
 * before its end is a `BadPage`, and its last record is not handed on.
 */
export async function* exportRecords(
  client: PlatformClient,
  file: ExportFile,
  skip: number,
): AsyncGenerator<ExportedRecord> {
  const { url } = file
  if (url === null) return
  const reading: Reading = { done: skip }
  for (let tried = 1; ; tried += 1) {
    try {
      for await (const record of recordsOnce(client.lines(url), file, reading.done)) {
        reading.done += 1
        yield record
      }
      return
    } catch (error) {
      if (!isBroken(error) || tried === TRIES) throw error
      await client.wait(PAUSE_MS * tried, 'The download of an export broke off')
    }
  }
}
