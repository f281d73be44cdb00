import { INTERRUPTED, isTruncatedJson } from '../kit/http-call.ts'
import type { PlatformClient } from '../kit/platform-client.ts'
import { MalformedResponse, PlatformUnavailable } from '../kit/platform-problems.ts'
import type { ExportFile } from './bulk-export.ts'

const TRIES = 5
const PAUSE_MS = 2000

/** A record of a file with its nested lines, in file order. */
export interface ExportedRecord {
  readonly record: Readonly<Record<string, unknown>>
  readonly children: readonly unknown[]
}

interface Line {
  readonly parentId: string | null
  readonly fields: Record<string, unknown>
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const parseJson = (text: string, page: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw isTruncatedJson(text) ? new PlatformUnavailable(INTERRUPTED) : new MalformedResponse(`${page} is not JSON`)
  }
}

const parseLine = (text: string, number: number): Line => {
  const page = `Line ${number} of the export`
  const value = parseJson(text, page)
  if (!isObject(value)) throw new MalformedResponse(`${page} is no record`)
  const { __parentId: parentId = null, ...fields } = value
  if (parentId !== null && typeof parentId !== 'string')
    throw new MalformedResponse(`${page}: __parentId must be a string`)
  return { parentId, fields }
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
    const { parentId, fields } = parseLine(text, read)
    if (parentId === null) {
      if (open !== null && records > skip) yield open
      open = { record: fields, children: [] }
      records += 1
    } else if (open === null) throw new MalformedResponse(`Line ${read} of the export doesn’t belong to a record`)
    else open.children.push(fields)
  }
  if (read < file.lines) throw new PlatformUnavailable(`The export holds ${read} of its ${file.lines} lines`)
  if (read > file.lines) throw new MalformedResponse(`The export holds ${read} lines instead of ${file.lines}`)
  if (open !== null && records > skip) yield open
}

const isBroken = (error: unknown): boolean => error instanceof PlatformUnavailable

/**
 * The records of a file from `skip` on. A download that breaks off or ends early is restarted and continues where it was; the
 * last record of a truncated file is not returned.
 */
export async function* exportRecords(
  client: PlatformClient,
  file: ExportFile,
  skip: number,
): AsyncGenerator<ExportedRecord> {
  const { url } = file
  if (url === null) return
  let done = skip
  for (let tried = 1; ; tried += 1) {
    try {
      for await (const record of recordsOnce(client.lines(url), file, done)) {
        done += 1
        yield record
      }
      return
    } catch (error) {
      if (!isBroken(error) || tried === TRIES) throw error
      await client.wait(PAUSE_MS * tried, 'The download of an export was interrupted')
    }
  }
}
