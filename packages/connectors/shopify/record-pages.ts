import { z } from 'zod'
import { DAY_MS } from '#domain/clock.ts'
import type { SyncStream } from '../kit/connector.ts'
import { highWater, readFrom } from '../kit/page-guard.ts'
import type { Page } from '../kit/paging.ts'
import { MalformedResponse, PlatformUnavailable } from '../kit/platform-problems.ts'
import { type Progress, wholeList } from '../kit/progress.ts'
import { type AdminApi, listPages } from './admin-api.ts'
import { awaitExport, type ExportedRecord, type ExportTools, exportRecords, startExport } from './exports.ts'
import { formatInstant, ShopifyInstant } from './fields.ts'
import { exportQuery, operation } from './graphql.ts'

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

const Changed = z.object({ updatedAt: ShopifyInstant })

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
  const resumed = state?.mode === 'export' ? await awaitExport(tools, state.operation) : null
  const query = exportQuery(z.object({ [list]: z.object({ nodes: z.array(record) }) }), hidden)
  const begun: Export =
    resumed && state?.mode === 'export'
      ? state
      : { mode: 'export', operation: await startExport(tools, query), done: 0 }
  // A run that is killed while Shopify writes the file finds it again.
  if (!resumed) yield { records: [], total: null, next: begun }
  const file = resumed ?? (await awaitExport(tools, begun.operation))
  if (!file) throw new PlatformUnavailable('Shopify canceled an export')
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
