import { z } from 'zod'
import type { StreamListing, StreamState, SyncPage, SyncStream } from '../kit/connector.ts'
import { readFrom } from '../kit/page-guard.ts'
import { MalformedResponse } from '../kit/platform-problems.ts'
import { toRemovals } from '../kit/removals.ts'
import { firstChange, readChanges } from './change-windows.ts'
import { type Search, searchOnce } from './search-pages.ts'
import type { XmlElement } from './soap/xml-element.ts'
import type { WineDirectClient } from './winedirect-client.ts'

/** Longer than any clock skew and than a change takes to become visible. */
const OVERLAP_MS = 86_400_000

const State = z.object({
  /** start of the last complete read, epoch milliseconds */
  mark: z.number().nullable(),
  /** where an unfinished read resumes */
  at: z.number().nullable(),
  /** start of the unfinished read */
  began: z.number().nullable(),
  memory: z.unknown().optional(),
})

export type PageRows = Pick<SyncPage, 'rows' | 'removed' | 'quarantined'>

/** Builds rows from the records of one read. */
export interface RecordsToRows {
  rows(records: readonly XmlElement[]): PageRows | Promise<PageRows>
  /** state for the next page or read, as JSON */
  memory(): unknown
}

export interface ReadStart {
  /** the last result of `memory()`; undefined before the first read */
  readonly memory: unknown
  /** now, epoch milliseconds */
  readonly at: number
  /** every record must be listed, even those known to be unchanged */
  readonly isWhole: boolean
}

export interface ChangesStreamSpec extends Pick<SyncStream, 'name' | 'title' | 'tables'> {
  readonly client: WineDirectClient
  readonly search: Search
  readonly now: () => number
  readonly begin: (read: ReadStart) => RecordsToRows
  /** the parameter that searches for one record */
  readonly idParameter: 'OrderID' | 'ContactID' | 'ClubMembershipID'
  /** stored IDs of a record that was deleted */
  readonly removedIds?: (id: string) => readonly string[]
  readonly listing: StreamListing
}

/** One search for each record; a search without a result means that the record was deleted. */
const fetchRecords = async (
  { client, search, now, begin, idParameter, removedIds = (id) => [id], listing }: ChangesStreamSpec,
  ids: readonly string[],
  state: StreamState | null,
): Promise<SyncPage> => {
  const found: XmlElement[] = []
  const gone: string[] = []
  for (const id of ids) {
    const records = await searchOnce(client, search, { [idParameter]: id, MaxRows: 1, Page: 1 })
    const own = records.filter((record) => search.idOf(record) === id)
    if (own.length === 0 && records.length > 0)
      throw new MalformedResponse(`${search.operation} ignores ${idParameter}`)
    if (own.length === 0) gone.push(...removedIds(id))
    found.push(...own)
  }
  const before = State.parse(state ?? { mark: null, at: null, began: null })
  const toRows = begin({ memory: before.memory, at: now(), isWhole: true })
  const { rows, removed, quarantined } = await toRows.rows(found)
  const lost = toRemovals(listing.table, gone)
  const next = { ...before, memory: toRows.memory() }
  return { read: found.length, rows, removed: [...removed, ...lost], quarantined, total: null, next }
}

/** A stream of records searched by their time of change. */
export const changesStream = (spec: ChangesStreamSpec): SyncStream => ({
  name: spec.name,
  title: spec.title,
  tables: spec.tables,
  reads: 'changes',
  removals: 'fullRead',
  fetch: (ids, state) => fetchRecords(spec, ids, state),
  listing: spec.listing,
  async *read(state: StreamState | null): AsyncIterable<SyncPage> {
    const { client, search, now, begin } = spec
    const { mark, at, began, memory } = State.parse(state ?? { mark: null, at: null, began: null })
    const readAt = now()
    const start = at === null ? readAt : (began ?? readAt)
    const toRows = begin({ memory, at: readAt, isWhole: mark === null })
    const windows = { client, search, now: readAt }
    const done = (): StreamState => ({ mark: start, at: null, began: null, memory: toRows.memory() })
    const from = at ?? readFrom(mark, OVERLAP_MS) ?? (await firstChange(windows))
    if (from === null) {
      yield { read: 0, rows: [], removed: [], quarantined: [], total: 0, next: done() }
      return
    }
    for await (const { records, goOnFrom } of readChanges(windows, from)) {
      const rows = await toRows.rows(records)
      const next = goOnFrom === null ? done() : { mark, at: goOnFrom, began: start, memory: toRows.memory() }
      yield { ...rows, read: records.length, total: null, next }
    }
  },
})
