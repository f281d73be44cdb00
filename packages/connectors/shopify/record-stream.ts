import { z } from 'zod'
import type { CanonicalRow, QuarantinedRecord, StreamState, SyncPage } from '../kit/connector.ts'
import { createPageGuard, highWater, readFrom } from '../kit/page-guard.ts'
import { MalformedResponse } from '../kit/platform-problems.ts'
import { awaitExport, type ExportTools, isExportAlive, startExport } from './bulk-export.ts'
import { type ExportedRecord, exportRecords } from './export-records.ts'
import { ShopifyInstant } from './fields.ts'
import { createPager, type PagedList } from './pager.ts'

/** State of reading changes page by page. */
const Changes = z.object({
  mode: z.literal('changes'),
  /** latest change read, epoch milliseconds; null: none yet */
  mark: z.number().nullable(),
  /** during a read: the start of its change filter, and the position in the list */
  page: z.object({ since: z.number().nullable(), after: z.string() }).nullable(),
})
type Changes = z.infer<typeof Changes>

/** State of reading an export of everything. */
const Export = z.object({
  mode: z.literal('export'),
  operation: z.string(),
  /** records of the file read so far */
  done: z.int().min(0),
})
type Export = z.infer<typeof Export>

const State = z.discriminatedUnion('mode', [Changes, Export])

/** Parses the stored state of a stream; null stays null. */
const readState = (state: StreamState | null): Changes | Export | null => {
  if (state === null) return null
  const parsed = State.safeParse(state)
  if (!parsed.success) throw new MalformedResponse('The saved sync state can’t be read. Run a full sync.')
  return parsed.data
}

/** Changes of the last day are read again each time, because clocks differ and lists change while they are read. */
const OVERLAP_MS = 86_400_000
const EXPORT_CHUNK = 200
/** Up to this number of records, everything is read page by page: an export takes a while even for little data. */
const FEW_RECORDS = 1000

/** Records as rows. */
export interface Converted {
  readonly rows: readonly CanonicalRow[]
  readonly quarantined: readonly QuarantinedRecord[]
}

/** How one kind of record is exported and read. */
export interface ExportSource {
  /** name in messages, such as `orders` */
  readonly name: string
  /** bulk query of all records */
  readonly exportQuery: string
  /** converts an exported record to the form of a page */
  readonly assemble: (exported: ExportedRecord) => unknown
  readonly convert: (records: readonly unknown[]) => Promise<Converted>
  /** date of the oldest order that Shopify can show, epoch milliseconds; null: no limit */
  readonly reachesBackTo: number | null
}

/** The same records page by page. */
export interface RecordSource extends ExportSource, PagedList {
  readonly count: () => Promise<number>
}

const Changed = z.object({ updatedAt: ShopifyInstant })

const updatedAt = (record: unknown): number | null => Changed.safeParse(record).data?.updatedAt ?? null

const sinceFilter = (since: number | null): string | null =>
  since === null ? null : `updated_at:>='${new Date(since).toISOString()}'`

const changesFrom = (mark: number | null): Changes => ({ mode: 'changes', mark, page: null })

const convertPage = (
  source: ExportSource,
  records: readonly unknown[],
  converted: Converted,
  rest: { readonly total: number | null; readonly next: StreamState; readonly isFull: boolean },
): SyncPage => ({
  read: records.length,
  rows: converted.rows,
  removed: [],
  quarantined: converted.quarantined,
  total: rest.total,
  ...(rest.isFull && source.reachesBackTo !== null ? { historyStart: source.reachesBackTo } : {}),
  next: rest.next,
})

async function* readChanges(
  tools: ExportTools,
  source: RecordSource,
  state: Changes,
  total: number | null,
): AsyncGenerator<SyncPage> {
  const fetch = createPager(tools.api, source)
  const guard = createPageGuard(source.name)
  const since = state.page?.since ?? readFrom(state.mark, OVERLAP_MS)
  let { mark } = state
  for (let after = state.page?.after ?? null, isLast = false; !isLast; ) {
    const { nodes, pageInfo } = await fetch(
      { after, query: sinceFilter(since) },
      `Page ${guard.number + 1} of ${source.name}`,
    )
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null
    isLast = !pageInfo.hasNextPage
    if (!isLast && after === null)
      throw new MalformedResponse(`Page ${guard.number + 1} of ${source.name} does not say what follows`)
    guard.enter(after ?? 'the end')
    mark = highWater(mark, nodes.map(updatedAt), tools.now())
    const next: Changes = { mode: 'changes', mark, page: after === null ? null : { since, after } }
    const converted = await source.convert(nodes)
    yield convertPage(source, nodes, converted, { total, next, isFull: since === null })
  }
}

const emptyPage = (source: ExportSource, next: StreamState): SyncPage =>
  convertPage(source, [], { rows: [], quarantined: [] }, { total: null, next, isFull: true })

/** Records of an export in chunks. */
async function* chunks(records: AsyncIterable<ExportedRecord>): AsyncGenerator<readonly ExportedRecord[]> {
  let chunk: ExportedRecord[] = []
  for await (const record of records) {
    chunk.push(record)
    if (chunk.length < EXPORT_CHUNK) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}

async function* readExport(tools: ExportTools, source: ExportSource, state: Export): AsyncGenerator<SyncPage> {
  const file = await awaitExport(tools, state.operation)
  const end = changesFrom(Math.min(file.asOf, tools.now()))
  let { done } = state
  for await (const chunk of chunks(exportRecords(tools.client, file, done))) {
    const records = chunk.map(source.assemble)
    const converted = await source.convert(records)
    done += chunk.length
    const next = done < file.records ? { ...state, done } : end
    yield convertPage(source, records, converted, { total: file.records, next, isFull: true })
  }
  if (done < file.records) throw new MalformedResponse(`The export holds ${done} of its ${file.records} ${source.name}`)
  if (done === state.done) yield emptyPage(source, end)
}

async function* newExport(tools: ExportTools, source: ExportSource): AsyncGenerator<SyncPage> {
  const state: Export = { mode: 'export', operation: await startExport(tools, source.exportQuery), done: 0 }
  // A run that is killed while Shopify writes the file finds it again.
  yield emptyPage(source, state)
  yield* readExport(tools, source, state)
}

/** Exports everything every time, without tracking changes. */
export async function* readWhole(
  tools: ExportTools,
  source: ExportSource,
  state: StreamState | null,
): AsyncGenerator<SyncPage> {
  const known = readState(state)
  if (known?.mode === 'export' && (await isExportAlive(tools, known.operation))) yield* readExport(tools, source, known)
  else yield* newExport(tools, source)
}

/** Exports everything first, then reads changes. */
export async function* readRecordsOf(
  tools: ExportTools,
  source: RecordSource,
  state: StreamState | null,
): AsyncGenerator<SyncPage> {
  const known = readState(state)
  if (known?.mode === 'changes') return yield* readChanges(tools, source, known, null)
  if (known !== null) return yield* readWhole(tools, source, state)
  const count = await source.count()
  if (count > FEW_RECORDS) yield* newExport(tools, source)
  else yield* readChanges(tools, source, changesFrom(null), count)
}
