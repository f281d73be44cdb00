import { z } from 'zod'
import { DAY_MS } from '#domain/clock.ts'
import { INTERRUPTED, isTruncatedJson } from '../kit/http-call.ts'
import { parseJsonOrNull } from '../kit/json-answer.ts'
import type { PlatformClient } from '../kit/platform-client.ts'
import { MalformedResponse, PlatformUnavailable, RequestRejected } from '../kit/platform-problems.ts'
import { readEnvelope } from '../kit/read-records.ts'
import type { AdminApi } from './admin-api.ts'
import { ShopifyInstant } from './fields.ts'
import { EXPORT_START, EXPORT_STATE } from './queries.ts'

const POLL_MS = 2000
const LONGEST_POLL_MS = 15_000
/** Milliseconds; Shopify gives up after ten days, a sync earlier. */
const LONGEST_WAIT_MS = 2 * 3_600_000
/** Files expire after seven days. */
const AVAILABLE_MS = 6 * DAY_MS

const Count = z.union([z.string().regex(/^\d+$/), z.int()]).transform(Number)

const BulkOperation = z.object({
  status: z.string(),
  errorCode: z.string().nullable(),
  /** time of the request, epoch milliseconds by Shopify's clock */
  createdAt: ShopifyInstant,
  completedAt: ShopifyInstant.nullable(),
  /** lines of the file: records and their nested records */
  objectCount: Count,
  rootObjectCount: Count,
  /** null: there was nothing to export */
  url: z.string().nullable(),
})
/** Of a completed export: its file. */
export type BulkOperation = z.output<typeof BulkOperation>

const Node = z.object({ node: BulkOperation.nullable() })

const Started = z.object({
  bulkOperationRunQuery: z.object({
    bulkOperation: z.object({ id: z.string() }).nullable(),
    userErrors: z.array(z.object({ code: z.string().nullable(), message: z.string() })),
  }),
})

const BUSY = ['OPERATION_IN_PROGRESS', 'LIMIT_REACHED']
const WORKING = ['CREATED', 'RUNNING']

export interface ExportTools {
  readonly api: AdminApi
  readonly client: PlatformClient
  readonly now: () => number
}

interface Polling {
  /** shown to the user meanwhile */
  readonly reason: string
  /** the error when it takes too long */
  readonly failure: string
}

/** Asks with growing pauses until there is an answer. */
const poll = async <T>(
  client: PlatformClient,
  { reason, failure }: Polling,
  ask: () => Promise<T | null>,
): Promise<T> => {
  let waited = 0
  for (let pause = POLL_MS; waited < LONGEST_WAIT_MS; pause = Math.min(pause * 2, LONGEST_POLL_MS)) {
    const answer = await ask()
    if (answer !== null) return answer
    waited += pause
    await client.wait(pause, reason)
  }
  throw new PlatformUnavailable(failure)
}

/** Requests a file and returns the operation's id. Waits while the app has the maximum number in progress. */
export const startExport = ({ api, client }: ExportTools, query: string): Promise<string> => {
  const polling = {
    reason: 'Shopify is still working on another export',
    failure: 'Another export in Shopify didn’t finish in time',
  }
  return poll(client, polling, async () => {
    const { bulkOperationRunQuery } = await api.ask(EXPORT_START, { query }, Started, 'The start of an export')
    const { bulkOperation, userErrors } = bulkOperationRunQuery
    if (bulkOperation !== null && userErrors.length === 0) return bulkOperation.id
    if (userErrors.some(({ code }) => BUSY.includes(code ?? ''))) return null
    throw new RequestRejected('Shopify rejected an export')
  })
}

const readOperation = async ({ api }: ExportTools, id: string): Promise<BulkOperation | null> =>
  (await api.ask(EXPORT_STATE, { id }, Node, 'The state of an export')).node

/** Whether a file that was requested earlier is still available. */
export const isExportAlive = async (tools: ExportTools, id: string): Promise<boolean> => {
  const operation = await readOperation(tools, id)
  if (operation?.status !== 'COMPLETED') return WORKING.includes(operation?.status ?? '')
  return tools.now() - (operation.completedAt ?? operation.createdAt) <= AVAILABLE_MS
}

/** Waits until the file is complete. */
export const awaitExport = (tools: ExportTools, id: string): Promise<BulkOperation> => {
  const polling = { reason: 'Shopify is preparing an export', failure: 'An export in Shopify didn’t finish in time' }
  return poll(tools.client, polling, async () => {
    const operation = await readOperation(tools, id)
    if (operation?.status === 'COMPLETED') return operation
    if (operation?.errorCode === 'ACCESS_DENIED')
      throw new RequestRejected('The app doesn’t have a required permission in Shopify')
    if (!WORKING.includes(operation?.status ?? '')) throw new PlatformUnavailable('Shopify canceled an export')
    return null
  })
}

const TRIES = 5
const PAUSE_MS = 2000

/** A record of a file with its nested lines, in file order. */
export interface ExportedRecord {
  readonly record: Readonly<Record<string, unknown>>
  readonly children: unknown[]
}

const Line = z.looseObject({ __parentId: z.string().nullish() })

const parseLine = (text: string, number: number): z.output<typeof Line> => {
  const value = parseJsonOrNull(text)
  if (value === undefined && isTruncatedJson(text)) throw new PlatformUnavailable(INTERRUPTED)
  const name = `Line ${number} of the export`
  if (value === undefined) throw new MalformedResponse(`${name} is not JSON`)
  return readEnvelope(value, Line, name)
}

async function* recordsOnce(
  lines: AsyncIterable<string>,
  { objectCount }: BulkOperation,
  skip: number,
): AsyncGenerator<ExportedRecord> {
  let read = 0
  let records = 0
  let open: ExportedRecord | null = null
  for await (const text of lines) {
    if (text === '') continue
    read += 1
    const { __parentId: parentId, ...fields } = parseLine(text, read)
    if (parentId == null) {
      if (open !== null && records > skip) yield open
      open = { record: fields, children: [] }
      records += 1
    } else if (open === null) throw new MalformedResponse(`Line ${read} of the export doesn’t belong to a record`)
    else open.children.push(fields)
  }
  if (read < objectCount) throw new PlatformUnavailable(`The export holds ${read} of its ${objectCount} lines`)
  if (read > objectCount) throw new MalformedResponse(`The export holds ${read} lines instead of ${objectCount}`)
  if (open !== null && records > skip) yield open
}

/**
 * The records of a file from `skip` on. A download that breaks off or ends early is restarted and continues where it was; the
 * last record of a truncated file is not returned.
 */
export async function* exportRecords(
  client: PlatformClient,
  file: BulkOperation,
  skip: number,
): AsyncGenerator<ExportedRecord> {
  if (file.url === null) return
  let done = skip
  for (let tried = 1; ; tried += 1) {
    try {
      for await (const record of recordsOnce(client.lines(file.url), file, done)) {
        done += 1
        yield record
      }
      return
    } catch (error) {
      if (!(error instanceof PlatformUnavailable) || tried === TRIES) throw error
      await client.wait(PAUSE_MS * tried, 'The download of an export was interrupted')
    }
  }
}
