import { MalformedResponse, PlatformUnavailable } from '../kit/platform-problems.ts'
import { formatTimestamp, WdInstant } from './fields.ts'
import { ListChanged, type Search, type SearchPage, searchOnce, searchPages } from './search-pages.ts'
import { DownForMaintenance } from './soap/soap-response.ts'
import { readChildText, type XmlElement } from './soap/xml-element.ts'
import type { WineDirectClient } from './winedirect-client.ts'

const DAY_MS = 86_400_000
const WINDOW_MS = 30 * DAY_MS
/** The platform did not exist before. */
const BEGINNING = Date.UTC(2005, 0, 1)
/** The platform counts in seconds, so smaller windows cannot be halved. */
const SMALLEST_MS = 2000

/** Instants of changes, epoch milliseconds. `until` null: open-ended, because the platform's clock may be ahead of ours. */
interface ChangeWindow {
  readonly from: number
  readonly until: number | null
}

export interface WindowPage {
  readonly records: SearchPage['records']
  /** start of the first window that is not completely read; null: none */
  readonly goOnFrom: number | null
}

export interface WindowSearch {
  readonly client: WineDirectClient
  readonly search: Search
  /** epoch milliseconds */
  readonly now: number
}

/** A time up to one window before the first change, found by bisection; null: there are no records. */
export const firstChange = async ({ client, search, now }: WindowSearch): Promise<number | null> => {
  const isAny = async (until: number | null): Promise<boolean> => {
    const before = until === null ? {} : { DateModifiedTo: formatTimestamp(until) }
    return (await searchOnce(client, search, { ...before, MaxRows: 1, Page: 1 })).length > 0
  }
  if (!(await isAny(null))) return null
  let from = BEGINNING
  let until = Math.max(now, BEGINNING)
  while (until - from > WINDOW_MS) {
    const middle = from + Math.floor((until - from) / 2)
    if (await isAny(middle)) until = middle
    else from = middle
  }
  return from
}

/** Changes since an instant, in ascending windows of 30 days. */
export async function* readChanges(search: WindowSearch, from: number): AsyncIterable<WindowPage> {
  for (let start = from; ; start += WINDOW_MS) {
    const end = start + WINDOW_MS
    const until = end < search.now ? end : null
    yield* readWindow(search, { from: start, until })
    if (until === null) return
  }
}

async function* readWindow(search: WindowSearch, window: ChangeWindow): AsyncIterable<WindowPage> {
  const { from, until } = window
  const parameters = {
    DateModifiedFrom: formatTimestamp(from),
    DateModifiedTo: until === null ? undefined : formatTimestamp(until),
  }
  try {
    for await (const { records, isLast } of searchPages(search.client, search.search, parameters)) {
      assertInsideWindow(records, window, search.search.operation)
      yield { records, goOnFrom: isLast ? until : from }
    }
  } catch (error) {
    const end = until ?? search.now
    if (!isHalved(error, end - from)) throw error
    const middle = from + Math.floor((end - from) / 2)
    yield* readWindow(search, { from, until: middle })
    yield* readWindow(search, { from: middle, until })
  }
}

// A half may succeed where the whole times out, or changes while it is read.
const isHalved = (error: unknown, lengthMs: number): boolean => {
  if (error instanceof ListChanged) return lengthMs > SMALLEST_MS
  return error instanceof PlatformUnavailable && !(error instanceof DownForMaintenance) && lengthMs > DAY_MS
}

/** Last change of the record, epoch milliseconds; null if it cannot be parsed. */
export const readModifiedTime = (record: XmlElement): number | null =>
  WdInstant.safeParse(readChildText(record, 'DateModified')).data ?? null

// A list that ignores its filter would be read again in each window, endlessly. A day allows for zone differences.
const assertInsideWindow = (records: readonly XmlElement[], { from, until }: ChangeWindow, operation: string): void => {
  for (const modified of records.map(readModifiedTime)) {
    if (modified === null) continue
    if (modified < from - DAY_MS || (until !== null && modified > until + DAY_MS)) {
      throw new MalformedResponse(`${operation} answers with records of other days than were asked for`)
    }
  }
}
