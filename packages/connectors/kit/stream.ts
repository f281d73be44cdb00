import { z } from 'zod'
import type { CanonicalTable } from '#domain/canonical/tables.ts'
import { localeWarnings, type Sample, type SampledList, sampleList } from './connection-samples.ts'
import type {
  CanonicalRow,
  ListedRecord,
  PlatformFacts,
  QuarantinedRecord,
  Removal,
  Span,
  StreamListing,
  StreamState,
  SyncPage,
  SyncStream,
} from './connector.ts'
import { CurrencyCode, knownTimeZone } from './fields.ts'
import type { ListPage, Page } from './paging.ts'
import { explainMissing } from './platform-problems.ts'
import { type Progress, whole } from './progress.ts'
import { type RecordReader, readRecordId, readRecords, toRemovals } from './read-records.ts'

/** Records of a page as rows. */
export interface ConvertedRecords extends Pick<SyncPage, 'historyStart'> {
  /** records of the platform that were read, and that there are; default: those of the page */
  readonly read?: number
  readonly total?: number | null
  readonly rows: readonly CanonicalRow[]
  readonly quarantined: readonly QuarantinedRecord[]
  readonly removed?: readonly Removal[]
}

/** Records that were asked for by ID. */
export interface FetchedRecords {
  readonly records: readonly unknown[]
  /** IDs that the platform doesn't have */
  readonly gone: readonly string[]
}

/** A stream that is named like its only table, or names its tables. */
type StreamTables =
  | { readonly name: CanonicalTable; readonly tables?: undefined }
  | { readonly name: string; readonly tables: SyncStream['tables'] }

/** Records as their list names them, which `toListed` reads, or as `list` makes them. */
type DeclaredListing<Listed extends z.ZodType> = Omit<StreamListing, 'list'> &
  (
    | { readonly list: StreamListing['list'] }
    | (ListedAs<Listed> & { pages(span: Span | null): AsyncIterable<Pick<ListPage, 'records'>>; readonly list?: never })
  )

interface StreamParts<Position, Shape extends z.ZodType, Context, Listed extends z.ZodType>
  extends Partial<Pick<SyncStream, 'title' | 'partial' | 'removals'>>,
    Partial<Pick<RecordReader<Shape>, 'schema' | 'idOf'>> {
  /** a strategy of progress.ts; default: everything is read each time, from the beginning */
  readonly progress?: Progress<Position>
  /** Pages by a strategy of paging.ts. `since`: see `ReadProgress`. Default: `convert` looks everything up at once. */
  pages?(since: () => number | null, from: Position | null): AsyncIterable<Page<Position>>
  /** what the rows of a page need besides its records, such as a catalog */
  context?(): Promise<Context>
  rows?(record: z.output<Shape>, context: Context): readonly CanonicalRow[]
  /** instead of `rows`, where the records of a page are converted together */
  convert?(records: readonly unknown[]): ConvertedRecords | Promise<ConvertedRecords>
  /** IDs of rows that were deleted since a time, which are removed before changes are read */
  deleted?(since: number): AsyncIterable<readonly string[]>
  fetch?(ids: readonly string[]): Promise<FetchedRecords>
  readonly listing?: DeclaredListing<Listed>
  /** for the connection test; default for `label`: the title */
  readonly sample?:
    | (() => Promise<Sample>)
    | (Omit<SampledList<Shape>, 'schema' | 'label'> & { readonly label?: string })
  /** Throws `PermissionMissing` where the credentials may not read the list, if that is known before. */
  assertAllowed?(): Promise<void>
  /** A sentence if an error means that this business has no such list; null: it means something else. */
  absent?(error: unknown): string | null
  /** a missing permission ends the run */
  readonly isRequired?: true
}

/** A stream as data: the kit makes its reads, resumption, comparison and connection test of it. Default for `title`: its name. */
type StreamDeclaration<Position, Shape extends z.ZodType, Context, Listed extends z.ZodType> = StreamTables &
  StreamParts<Position, Shape, Context, Listed>

/** A stream, with what the connection test needs of it. */
export interface DeclaredStream extends SyncStream {
  sample?(): Promise<Sample>
  /** Why the stream can't be read, as a sentence; null: the error is no such reason. */
  explain(error: unknown): string | null
}

/**
 * The only page of a stream that the credentials may not read. Rows loaded earlier stay: a quarantined record without an ID may be any
 * of them.
 */
export const notAllowedPage = (reason: string, next: StreamState = {}): SyncPage => ({
  read: 1,
  rows: [],
  removed: [],
  quarantined: [{ sourceId: null, field: null, reason }],
  total: null,
  next,
})

const NOTHING = { read: 0, rows: [], removed: [], quarantined: [] }

/** The page of a stream whose `convert` needs no list, such as of a catalog that other streams need too. */
async function* atOnce(): AsyncGenerator<Page<never>> {
  yield { records: [], total: null, next: null }
}

export const declareStream = <
  Position,
  Shape extends z.ZodType = z.ZodUnknown,
  Context = undefined,
  Listed extends z.ZodType = z.ZodUnknown,
>(
  declared: StreamDeclaration<Position, Shape, Context, Listed>,
): DeclaredStream => {
  const { name, partial, listing, sample, idOf, pages = atOnce } = declared
  const title = declared.title ?? name.charAt(0).toUpperCase() + name.slice(1)
  const tables = declared.tables === undefined ? [declared.name] : declared.tables
  const progress = declared.progress ?? (whole as Progress<Position>)
  const [table] = tables
  const schema = declared.schema ?? (z.unknown() as unknown as Shape)
  const convert = async (records: readonly unknown[]): Promise<ConvertedRecords> => {
    if (declared.convert) return declared.convert(records)
    const context = (await declared.context?.()) as Context
    return readRecords(records, { schema, idOf, rows: (record) => declared.rows?.(record, context) ?? [] })
  }
  const absent = (error: unknown): string | null => declared.absent?.(error) ?? null
  const isExpected = (error: unknown): boolean =>
    absent(error) !== null || (explainMissing(error) !== null && !declared.isRequired)

  async function* read(state: Parameters<SyncStream['read']>[0]): ReturnType<SyncStream['read']> {
    const { start, from, since, after } = progress.begin(state)
    const changedFrom = from === null ? since() : null
    try {
      await declared.assertAllowed?.()
      if (table && declared.deleted && changedFrom !== null) {
        for await (const ids of declared.deleted(changedFrom))
          yield { ...NOTHING, removed: toRemovals(table, ids), total: null, next: start }
      }
      for await (const page of pages(since, from)) {
        const converted = await convert(page.records)
        // The count of a list says nothing about the rest of it.
        const total = from === null ? page.total : null
        yield { read: page.records.length, removed: [], total, ...converted, next: after(page) }
      }
    } catch (error) {
      if (!isExpected(error)) throw error
      const reason = explainMissing(error)
      if (reason === null) yield { ...NOTHING, total: 0, next: start }
      else if (state === null || progress.reads === 'whole') yield notAllowedPage(reason, start)
    }
  }

  const fetch: SyncStream['fetch'] = async (ids, state) => {
    const { records, gone } = (await declared.fetch?.(ids)) ?? { records: [], gone: [] }
    const { rows, quarantined, removed = [] } = await convert(records)
    const all = [...removed, ...(table ? toRemovals(table, gone) : [])]
    return { read: records.length, rows, removed: all, quarantined, total: null, next: { ...state } }
  }

  const readListedId = (record: unknown): string | null => [(idOf ?? readRecordId)(record)].flat()[0] ?? null

  async function* list(...[span]: Parameters<StreamListing['list']>): ReturnType<StreamListing['list']> {
    try {
      await declared.assertAllowed?.()
      if (listing?.list) yield* listing.list(span)
      else if (listing) yield* listedRecords(listing.pages(span), { idOf: readListedId, ...listing })
    } catch (error) {
      if (!isExpected(error)) throw error
    }
  }

  const sampled = (given: NonNullable<typeof sample>) => async (): Promise<Sample> => {
    await declared.assertAllowed?.()
    return typeof given === 'function' ? given() : sampleList({ label: title, schema, ...given })
  }

  return {
    name,
    title,
    tables,
    ...(partial ? { partial } : {}),
    reads: progress.reads,
    removals: declared.removals ?? 'fullRead',
    read,
    ...(declared.fetch ? { fetch } : {}),
    ...(listing ? { listing: { ...listing, list } } : {}),
    ...(sample ? { sample: sampled(sample) } : {}),
    explain: (error) => absent(error) ?? explainMissing(error),
  }
}

/** Records of a list of IDs: those that it leaves out are gone. `idOf`: one or several; default: the record's `id` */
export const fetchedByIds = (
  ids: readonly string[],
  records: readonly unknown[],
  idOf: (record: unknown) => string | null | readonly (string | null)[] = readRecordId,
): FetchedRecords => {
  const found = new Set(records.flatMap(idOf))
  return { records, gone: ids.filter((id) => !found.has(id)) }
}

export interface ListedAs<Shape extends z.ZodType> {
  readonly schema: Shape
  /** default: the record’s `id` */
  readonly idOf?: (record: unknown) => string | null
  /** null: it is no record of the table */
  toListed(record: z.output<Shape>): ListedRecord | null
}

/** Records as a listing names them. One that can't be read still exists. */
export async function* listedRecords<Shape extends z.ZodType>(
  pages: AsyncIterable<Pick<ListPage, 'records'>>,
  { schema, idOf = readRecordId, toListed }: ListedAs<Shape>,
): AsyncGenerator<readonly ListedRecord[]> {
  const listed = (record: unknown): ListedRecord | null => {
    const { success, data } = schema.safeParse(record)
    if (success) return toListed(data)
    const sourceId = idOf(record)
    return sourceId === null ? null : { sourceId, ordered: null, updated: null }
  }
  for await (const { records } of pages) yield records.flatMap((record) => listed(record) ?? [])
}

/** Samples the lists that streams read, or why they can’t be read. */
const sampleStreams = (streams: readonly Pick<DeclaredStream, 'sample' | 'explain'>[]) =>
  Array.fromAsync(streams, async (stream): Promise<Sample | string | undefined> => {
    try {
      return await stream.sample?.()
    } catch (error) {
      const reason = stream.explain(error)
      if (reason === null) throw error
      return reason
    }
  })

interface TestedConnection {
  readonly platform: string
  /** null: the platform says nothing, or the credentials may not read it */
  readonly business: Pick<PlatformFacts, 'name' | 'timeZone' | 'currency'> | null
  /** of all its locations */
  readonly timeZones?: readonly (string | null)[]
  readonly samples?: readonly Sample[]
  readonly streams: Parameters<typeof sampleStreams>[0]
  readonly warnings?: readonly string[]
}

/** What a connection test shows: the business, as the platform writes it, and a record of each stream. */
export const describeConnection = async (tested: TestedConnection): Promise<PlatformFacts> => {
  const { platform, business, timeZones = [], warnings = [] } = tested
  const { name, timeZone, currency } = business ?? { name: null, timeZone: null, currency: null }
  const sampled = [...(tested.samples ?? []), ...(await sampleStreams(tested.streams))]
  const samples = sampled.filter((sample) => typeof sample === 'object')
  const locale = business === null ? [] : localeWarnings({ platform, timeZone, currency, timeZones })
  const unread = sampled.filter((sample) => typeof sample === 'string')
  return {
    name,
    timeZone: knownTimeZone(timeZone),
    currency: CurrencyCode.safeParse(currency).data ?? null,
    samples: samples.map(({ label, value }) => ({ label, value })),
    warnings: [...new Set([...locale, ...warnings, ...samples.flatMap((sample) => sample.warnings), ...unread])],
  }
}

const SavedStates = z.record(z.string(), z.record(z.string(), z.unknown())).catch({})

/** Reads several streams as one, in turn. Its state has the state of each by its name. */
export const readInTurn = (parts: Readonly<Record<string, SyncStream>>): SyncStream['read'] =>
  async function* (state) {
    let next = SavedStates.parse(state ?? {})
    for (const [name, { read }] of Object.entries(parts)) {
      for await (const page of read(next[name] ?? null)) {
        next = { ...next, [name]: page.next }
        yield { ...page, next }
      }
    }
  }
