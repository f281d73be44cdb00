import { z } from 'zod'
import { DAY_MS } from '#domain/clock.ts'
import type { Connection, SyncStream } from '../kit/connector.ts'
import { Instant, parseJsonOrNull } from '../kit/fields.ts'
import type { Page } from '../kit/paging.ts'
import { MalformedResponse, PlatformUnavailable, RequestRejected } from '../kit/platform-problems.ts'
import { highWater, type Progress, readFrom, wholeList } from '../kit/progress.ts'
import { readEnvelope } from '../kit/read-records.ts'
import { type AdminApi, listPages } from './admin-api.ts'
import { formatInstant } from './fields.ts'
import { exportQuery, operation } from './graphql.ts'

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
  createdAt: Instant,
  completedAt: Instant.nullable(),
  /** lines of the file: records and their nested records */
  objectCount: Count,
  rootObjectCount: Count,
  /** null: there was nothing to export */
  url: z.string().nullable(),
})
type BulkOperation = z.output<typeof BulkOperation>

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
const startExport = (tools: ExportTools, bulkQuery: string): Promise<string> =>
  poll(tools, 'Shopify is still working on another export', async () => {
    const { bulkOperation, userErrors } = (await tools.api(START, { bulkQuery })).bulkOperationRunQuery
    if (bulkOperation !== null && userErrors.length === 0) return bulkOperation.id
    if (userErrors.some(({ code }) => BUSY.includes(code ?? ''))) return undefined
    throw new RequestRejected('Shopify rejected an export')
  })

/** Waits until the operation has ended; null: Shopify no longer knows it. */
const awaitExport = (tools: ExportTools, id: string): Promise<BulkOperation | null> =>
  poll(tools, 'Shopify is preparing an export', async () => {
    const { node } = await tools.api(STATE, { id })
    return WORKING.includes(node?.status ?? '') ? undefined : node
  })

/** A record of a file with its nested lines, in file order. */
export interface ExportedRecord {
  readonly record: Readonly<Record<string, unknown>>
  readonly children: unknown[]
}

const Line = z.looseObject({ __parentId: z.string().nullish() })

/** The records of a file. */
async function* exportRecords(
  { client }: ExportTools,
  { url, objectCount }: BulkOperation,
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

/** Reading changes page by page. */
const Changes = z.object({
  mode: z.literal('changes'),
  /** latest change read, epoch milliseconds; null: none yet */
  mark: z.number().nullable(),
  /** during a read: the start of its change filter, and the position in the list */
  page: z.object({ since: z.number().nullable(), after: z.string() }).nullable(),
})
type Changes = z.output<typeof Changes>

/** Reading an export of everything. */
const Export = z.object({
  mode: z.literal('export'),
  operation: z.string(),
  /** records of the file read so far */
  done: z.int().min(0),
})
type Export = z.output<typeof Export>

/** After a read by an app that may not see the records: everything is read once it may. */
export const HIDDEN = { mode: 'hidden' } as const

const ReadState = z.discriminatedUnion('mode', [Changes, Export, z.object({ mode: z.literal(HIDDEN.mode) })])
export type ReadState = z.output<typeof ReadState>

/** The state is where the list or the export was left. */
export const readProgress = (reads: SyncStream['reads']): Progress<ReadState> => ({ ...wholeList(ReadState), reads })

/** Changes of the last day are read again each time, because clocks differ and lists change while they are read. */
const OVERLAP_MS = DAY_MS
const EXPORT_CHUNK = 200
/** Up to this number of records, everything is read page by page: an export takes a while even for little data. */
const FEW_RECORDS = 1000

/** Records of one kind, and how the shop lists them. */
export interface RecordKind {
  readonly list: 'orders' | 'customers' | 'productVariants'
  readonly record: z.ZodType
  /** names of fields that the app may not read */
  readonly hidden?: ReadonlySet<string>
  /** an exported record in the form of a page; default: it has no children */
  assemble?(exported: ExportedRecord): unknown
}

/** Those of which the shop lists changes. */
interface ChangingKind extends RecordKind {
  readonly list: 'orders' | 'customers'
  readonly type: 'Order' | 'Customer'
  readonly pageSize: number
}

const Changed = z.object({ updatedAt: Instant })

const updatedAt = (record: unknown): number | null => Changed.safeParse(record).data?.updatedAt ?? null

const changesFrom = (mark: number | null): Changes => ({ mode: 'changes', mark, page: null })

/** Pages of changed records, oldest change first. */
async function* changePages(
  { api, now }: ExportTools,
  kind: ChangingKind,
  { mark: before, page }: Changes,
  total: number | null,
): AsyncGenerator<Page<ReadState>> {
  const since = page ? page.since : readFrom(before, OVERLAP_MS)
  const query = since === null ? null : `updated_at:>=${formatInstant(since)}`
  const list = { ...kind, name: `${kind.type}Page`, args: ', query: $query, sortKey: UPDATED_AT' }
  let mark = before
  for await (const { records, next: after } of listPages(api, list, { query }, page?.after)) {
    mark = highWater(mark, records.map(updatedAt), now())
    yield { records, total, next: { mode: 'changes', mark, page: after === null ? null : { since, after } } }
  }
}

/** Everything in one export, of which an unfinished one is continued. */
export async function* exportPages(
  tools: ExportTools,
  { list, record, hidden, assemble = (exported) => exported.record }: RecordKind,
  state: ReadState | null,
): AsyncGenerator<Page<ReadState>> {
  const earlier = state?.mode === 'export' ? await awaitExport(tools, state.operation) : null
  const isAvailable =
    earlier?.status === 'COMPLETED' && tools.now() - (earlier.completedAt ?? earlier.createdAt) <= AVAILABLE_MS
  const isResumed = state?.mode === 'export' && isAvailable
  const query = exportQuery(z.object({ [list]: z.object({ nodes: z.array(record) }) }), hidden)
  const begun: Export = isResumed ? state : { mode: 'export', operation: await startExport(tools, query), done: 0 }
  // A run that is killed while Shopify writes the file finds it again.
  if (!isResumed) yield { records: [], total: null, next: begun }
  const file = isResumed ? earlier : await awaitExport(tools, begun.operation)
  if (file?.errorCode === 'ACCESS_DENIED')
    throw new RequestRejected('The app doesn’t have a required permission in Shopify')
  if (file?.status !== 'COMPLETED') throw new PlatformUnavailable('Shopify canceled an export')
  const total = file.rootObjectCount
  const end = changesFrom(Math.min(file.createdAt, tools.now()))
  let done = 0
  let chunk: unknown[] = []
  for await (const exported of exportRecords(tools, file)) {
    done += 1
    if (done <= begun.done) continue
    chunk.push(assemble(exported))
    if (chunk.length < EXPORT_CHUNK && done < total) continue
    yield { records: chunk, total, next: done < total ? { ...begun, done } : end }
    chunk = []
  }
  if (done < total) throw new MalformedResponse(`The export holds ${done} of its ${total} ${list}`)
  if (done <= begun.done) yield { records: [], total: null, next: end }
}

/** The number of records, up to 2,000. */
const countRecords = async (api: AdminApi, { list, type }: ChangingKind): Promise<number> => {
  const key = `${list}Count`
  const answer = z.object({ [key]: z.object({ count: z.int() }) })
  const counted = await api(operation(`${type}Count`, { args: { [key]: '(limit: 2000)' }, answer }))
  return counted[key]?.count ?? 0
}

/** Everything first, in an export if it is much, and then the changes. */
export async function* recordPages(
  tools: ExportTools,
  kind: ChangingKind,
  state: ReadState | null,
): AsyncGenerator<Page<ReadState>> {
  if (state?.mode === 'changes') return yield* changePages(tools, kind, state, null)
  const count = state?.mode === 'export' ? null : await countRecords(tools.api, kind)
  if (count !== null && count <= FEW_RECORDS) yield* changePages(tools, kind, changesFrom(null), count)
  else yield* exportPages(tools, kind, state)
}
