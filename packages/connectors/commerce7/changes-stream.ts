import { z } from 'zod'
import type { CanonicalTable } from '#domain/canonical/tables.ts'
import type { CanonicalRow, Removal, StreamListing, StreamState, SyncPage, SyncStream } from '../kit/connector.ts'
import { highWater, readFrom } from '../kit/page-guard.ts'
import { RequestRejected } from '../kit/platform-problems.ts'
import { type RecordReader, readRecords } from '../kit/read-records.ts'
import { type Commerce7Api, type CursorPage, type ListSpec, utcDay } from './commerce7-api.ts'

// Filters take days, not instants, and clocks differ, so the last days are read again.
const OVERLAP_MS = 3 * 86_400_000

/** State that a stream keeps from page to page in addition to its position, as JSON. */
type CarriedState = Readonly<Record<string, unknown>>

/** `mark`: the latest change of all earlier reads; `cursor` and `seen`: of a read in progress. */
const State = z.object({
  mark: z.number().nullable().default(null),
  cursor: z.string().nullable().default(null),
  seen: z.number().nullable().default(null),
  carried: z.record(z.string(), z.unknown()).default({}),
})

const NOTHING_READ: z.output<typeof State> = { mark: null, cursor: null, seen: null, carried: {} }

/** Rows besides those of the single records. */
interface PageExtras {
  readonly rows: readonly CanonicalRow[]
  readonly removed: readonly Removal[]
  readonly carried: CarriedState
}

export interface ChangesSpec<Shape extends z.ZodType<{ readonly updatedAt: number | null }>> {
  readonly name: string
  readonly title: string
  readonly tables: readonly CanonicalTable[]
  readonly partial?: readonly CanonicalTable[]
  readonly list: ListSpec
  readonly api: Commerce7Api
  /** epoch milliseconds */
  readonly now: () => number
  /** fetched once for each read, before its first record */
  readonly reader: () => Promise<RecordReader<Shape>>
  readonly extras?: (records: readonly z.output<Shape>[], carried: CarriedState) => PageExtras
  /** tables that lose the record when it is deleted; default: it can't be fetched by ID */
  readonly fetched?: readonly CanonicalTable[]
  readonly listing?: StreamListing
}

const latest = (seen: number | null, records: readonly { readonly updatedAt: number | null }[], now: number) =>
  highWater(
    seen,
    records.map(({ updatedAt }) => updatedAt),
    now,
  )

// The filter is documented for orders, products and reservations only. Where it is rejected, everything is read again.
async function* pagesSince(
  { api, list }: Pick<ChangesSpec<z.ZodType<{ readonly updatedAt: number | null }>>, 'api' | 'list'>,
  from: number | null,
  cursor: string | null,
): AsyncIterable<CursorPage> {
  if (from === null) return yield* api.byCursor(list, {}, cursor)
  let hasPages = false
  try {
    for await (const page of api.byCursor(list, { updatedAt: `gte:${utcDay(from)}` }, cursor)) {
      hasPages = true
      yield page
    }
  } catch (error) {
    if (hasPages || !(error instanceof RequestRejected)) throw error
    yield* api.byCursor(list, {}, null)
  }
}

/** A list with cursors that is asked only for changes since the last read. */
export const changesStream = <Shape extends z.ZodType<{ readonly updatedAt: number | null }>>(
  spec: ChangesSpec<Shape>,
): SyncStream => {
  const { name, title, tables, partial, list, api, now } = spec

  async function* read(state: StreamState | null): AsyncIterable<SyncPage> {
    const start = state === null ? NOTHING_READ : State.parse(state)
    const { mark, cursor } = start
    const from = readFrom(mark, OVERLAP_MS)
    const reader = await spec.reader()
    let { seen, carried } = start
    for await (const page of pagesSince(spec, from, cursor)) {
      const { records, rows, quarantined } = readRecords(page.records, reader)
      const extras = spec.extras?.(records, carried) ?? { rows: [], removed: [], carried }
      seen = latest(seen, records, now())
      carried = extras.carried
      const next =
        page.cursor === null
          ? { mark: highWater(mark, [seen], now()), carried }
          : { mark, cursor: page.cursor, seen, carried }
      yield {
        read: page.records.length,
        rows: [...extras.rows, ...rows],
        removed: extras.removed,
        quarantined,
        total: null,
        next,
      }
    }
  }

  const fetch = async (ids: readonly string[], state: StreamState | null): Promise<SyncPage> => {
    const start = state === null ? NOTHING_READ : State.parse(state)
    const found = await api.byId(list, ids)
    const { records, rows, quarantined } = readRecords(found.records, await spec.reader())
    const extras = spec.extras?.(records, start.carried) ?? { rows: [], removed: [], carried: start.carried }
    const gone = (spec.fetched ?? []).map((table) => ({ table, sourceIds: found.gone }))
    return {
      read: found.records.length,
      rows: [...extras.rows, ...rows],
      removed: [...extras.removed, ...(found.gone.length > 0 ? gone : [])],
      quarantined,
      total: null,
      next: { ...start, carried: extras.carried },
    }
  }

  return {
    name,
    title,
    tables,
    ...(partial ? { partial } : {}),
    reads: 'changes',
    removals: 'reported',
    read,
    ...(spec.fetched ? { fetch } : {}),
    ...(spec.listing ? { listing: spec.listing } : {}),
  }
}
