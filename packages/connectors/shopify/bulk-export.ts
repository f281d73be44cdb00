import { z } from 'zod'
import { DAY_MS } from '#domain/clock.ts'
import type { PlatformClient } from '../kit/platform-client.ts'
import { PlatformUnavailable, RequestRejected } from '../kit/platform-problems.ts'
import { readEnvelope } from '../kit/read-records.ts'
import type { AdminApi } from './admin-api.ts'
import { EXPORT_START, EXPORT_STATE } from './queries.ts'

const POLL_MS = 2000
const LONGEST_POLL_MS = 15_000
/** Milliseconds; Shopify gives up after ten days, a sync earlier. */
const LONGEST_WAIT_MS = 2 * 3_600_000
/** Files expire after seven days. */
const KEPT_MS = 6 * DAY_MS

/** A finished file, or null if there was nothing to export. */
export interface ExportFile {
  readonly url: string | null
  /** lines of the file: records and their nested records */
  readonly lines: number
  readonly records: number
  /** time of the request, epoch milliseconds by Shopify's clock */
  readonly asOf: number
}

const Count = z.union([z.string().regex(/^\d+$/), z.int()]).transform(Number)

const Operation = z.object({
  status: z.string(),
  errorCode: z.string().nullable(),
  createdAt: z.iso.datetime({ offset: true }).transform((text) => Date.parse(text)),
  completedAt: z.iso
    .datetime({ offset: true })
    .transform((text) => Date.parse(text))
    .nullable(),
  objectCount: Count,
  rootObjectCount: Count,
  url: z.string().nullable(),
})
type Operation = z.infer<typeof Operation>

const Node = z.object({ node: z.unknown() })

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

const nextPoll = (pause: number): number => Math.min(pause * 2, LONGEST_POLL_MS)

/** Requests a file and returns the operation's id. Waits while the app has the maximum number in progress. */
export const startExport = async ({ api, client }: ExportTools, query: string): Promise<string> => {
  let waited = 0
  for (let pause = POLL_MS; waited < LONGEST_WAIT_MS; pause = nextPoll(pause)) {
    const { bulkOperationRunQuery } = await api.ask(EXPORT_START, { query }, Started, 'The start of an export')
    const { bulkOperation, userErrors } = bulkOperationRunQuery
    if (bulkOperation !== null && userErrors.length === 0) return bulkOperation.id
    if (!userErrors.some(({ code }) => BUSY.includes(code ?? '')))
      throw new RequestRejected('Shopify rejected an export')
    waited += pause
    await client.wait(pause, 'Shopify is still working on another export')
  }
  throw new PlatformUnavailable('Another export in Shopify didn’t finish in time')
}

const readOperation = async ({ api }: ExportTools, id: string): Promise<Operation | null> => {
  const { node } = await api.ask(EXPORT_STATE, { id }, Node, 'The state of an export')
  return node === null ? null : readEnvelope(node, Operation, 'The state of an export')
}

const isGone = (operation: Operation | null, now: number): boolean => {
  if (operation === null) return true
  if (operation.status !== 'COMPLETED') return !WORKING.includes(operation.status)
  return now - (operation.completedAt ?? operation.createdAt) > KEPT_MS
}

/** Whether a file that was requested earlier is still available. */
export const isExportAlive = async (tools: ExportTools, id: string): Promise<boolean> =>
  !isGone(await readOperation(tools, id), tools.now())

/** Waits until the file is complete. */
export const awaitExport = async (tools: ExportTools, id: string): Promise<ExportFile> => {
  let waited = 0
  for (let pause = POLL_MS; waited < LONGEST_WAIT_MS; pause = nextPoll(pause)) {
    const operation = await readOperation(tools, id)
    if (operation?.status === 'COMPLETED') {
      const { url, objectCount, rootObjectCount, createdAt } = operation
      return { url, lines: objectCount, records: rootObjectCount, asOf: createdAt }
    }
    if (operation?.errorCode === 'ACCESS_DENIED')
      throw new RequestRejected('The app doesn’t have a required permission in Shopify')
    if (operation === null || !WORKING.includes(operation.status)) {
      throw new PlatformUnavailable('Shopify canceled an export')
    }
    waited += pause
    await tools.client.wait(pause, 'Shopify is preparing an export')
  }
  throw new PlatformUnavailable('An export in Shopify didn’t finish in time')
}
