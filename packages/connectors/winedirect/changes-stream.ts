import { z } from 'zod'
import type { StreamState, SyncPage, SyncStream } from '../kit/connector.ts'
import { readFrom } from '../kit/page-guard.ts'
import { firstChange, readChanges } from './change-windows.ts'
import type { Search } from './search-pages.ts'
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
}

/** A stream of records searched by their time of change. */
export const changesStream = ({ client, search, now, begin, ...described }: ChangesStreamSpec): SyncStream => ({
  ...described,
  reads: 'changes',
  removals: 'fullRead',
  async *read(state: StreamState | null): AsyncIterable<SyncPage> {
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
