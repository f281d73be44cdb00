import { z } from 'zod'
import { DAY_MS } from '#domain/clock.ts'
import type { Connection } from '../kit/connector.ts'
import { parseJsonOrNull } from '../kit/json-answer.ts'
import { MalformedResponse, PlatformUnavailable, RequestRejected } from '../kit/platform-problems.ts'
import { readEnvelope } from '../kit/read-records.ts'
import type { AdminApi } from './admin-api.ts'
import { ShopifyInstant } from './fields.ts'
import { operation } from './graphql.ts'

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
type ExportFile = z.output<typeof BulkOperation>

const STATE = operation('ExportState', {
  args: { node: '(id: $id)' },
  answer: z.object({ node: BulkOperation.nullable() }),
  fields: z.object({ node: z.object({ '... on BulkOperation': BulkOperation }) }),
})

const START = operation('ExportStart', {
  kind: 'mutation',
  args: { bulkOperationRunQuery: '(query: $bulkQuery, groupObjects: true)' },
  answer: z.object({
    bulkOperationRunQuery: z.object({
      bulkOperation: z.object({ id: z.string() }).nullable(),
      userErrors: z.array(z.object({ code: z.string().nullable() })),
    }),
  }),
})

const BUSY = ['OPERATION_IN_PROGRESS', 'LIMIT_REACHED']
const WORKING = ['CREATED', 'RUNNING']

export interface ExportTools extends Pick<Connection, 'client' | 'now'> {
  readonly api: AdminApi
}

/** Asks with growing pauses until there is an answer; undefined: not yet. `reason`: shown to the user meanwhile. */
const poll = async <T>({ client }: ExportTools, reason: string, ask: () => Promise<T | undefined>): Promise<T> => {
  let waited = 0
  for (let pause = POLL_MS; waited < LONGEST_WAIT_MS; pause = Math.min(pause * 2, LONGEST_POLL_MS)) {
    const answer = await ask()
    if (answer !== undefined) return answer
    waited += pause
    await client.wait(pause, reason)
  }
  throw new PlatformUnavailable(`${reason}, and didn’t finish in time`)
}

/** Requests a file and returns the operation's id. Waits while the app has the maximum number in progress. */
export const startExport = (tools: ExportTools, bulkQuery: string): Promise<string> =>
  poll(tools, 'Shopify is still working on another export', async () => {
    const { bulkOperation, userErrors } = (await tools.api(START, { bulkQuery })).bulkOperationRunQuery
    if (bulkOperation !== null && userErrors.length === 0) return bulkOperation.id
    if (userErrors.some(({ code }) => BUSY.includes(code ?? ''))) return undefined
    throw new RequestRejected('Shopify rejected an export')
  })

/** Waits until the file is complete; null: Shopify canceled it, or it expired. */
export const awaitExport = (tools: ExportTools, id: string): Promise<ExportFile | null> =>
  poll(tools, 'Shopify is preparing an export', async () => {
    const { node } = await tools.api(STATE, { id })
    if (node?.status === 'COMPLETED')
      return tools.now() - (node.completedAt ?? node.createdAt) > AVAILABLE_MS ? null : node
    if (node?.errorCode === 'ACCESS_DENIED')
      throw new RequestRejected('The app doesn’t have a required permission in Shopify')
    return WORKING.includes(node?.status ?? '') ? undefined : null
  })

/** A record of a file with its nested lines, in file order. */
export interface ExportedRecord {
  readonly record: Readonly<Record<string, unknown>>
  readonly children: unknown[]
}

const Line = z.looseObject({ __parentId: z.string().nullish() })

/** The records of a file. */
export async function* exportRecords(
  { client }: ExportTools,
  { url, objectCount }: ExportFile,
): AsyncGenerator<ExportedRecord> {
  if (url === null) return
  let read = 0
  let open: ExportedRecord | null = null
  for await (const text of client.lines(url, objectCount)) {
    if (text === '') continue
    read += 1
    const name = `Line ${read} of the export`
    const value = parseJsonOrNull(text)
    if (value === undefined) throw new MalformedResponse(`${name} is not JSON`)
    const { __parentId: parentId, ...fields } = readEnvelope(value, Line, name)
    if (parentId == null) {
      if (open !== null) yield open
      open = { record: fields, children: [] }
    } else if (open === null) throw new MalformedResponse(`${name} doesn’t belong to a record`)
    else open.children.push(fields)
  }
  if (read > objectCount) throw new MalformedResponse(`The export holds ${read} lines instead of ${objectCount}`)
  if (open !== null) yield open
}
