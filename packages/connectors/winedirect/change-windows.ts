import { z } from 'zod'
import { DAY_MS } from '#domain/clock.ts'
import type { Page } from '../kit/paging.ts'
import { MalformedResponse, PlatformUnavailable } from '../kit/platform-problems.ts'
import { sinceLastRead } from '../kit/progress.ts'
import { formatTimestamp, WdInstant } from './fields.ts'
import { DownForMaintenance } from './soap.ts'
import { ListChanged, type Search, searchFirst, searchPages, type WineDirectApi } from './winedirect-api.ts'
import { readChildText, type XmlElement } from './xml.ts'

const WINDOW_MS = 30 * DAY_MS
/** The platform did not exist before. */
const BEGINNING = Date.UTC(2005, 0, 1)
/** The platform counts in seconds, so smaller windows cannot be halved. */
const SMALLEST_MS = 2000

/** Start of the first window that is not completely read, epoch milliseconds. */
const ChangePosition = z.object({ at: z.number() })
type ChangePosition = z.output<typeof ChangePosition>

/** Instants of changes, epoch milliseconds. `until` null: open-ended, because the platform's clock may be ahead of ours. */
interface ChangeWindow {
  readonly from: number
  readonly until: number | null
}

interface ChangeSearch {
  readonly api: WineDirectApi
  readonly search: Search
  readonly now: () => number
}

/** A time up to one window before the first change, found by bisection; null: there are no records. */
const firstChange = async ({ api, search }: ChangeSearch, now: number): Promise<number | null> => {
  const hasAny = async (until?: number): Promise<boolean> => {
    const parameters = until === undefined ? {} : { DateModifiedTo: formatTimestamp(until) }
    return (await searchFirst(api, search, 1, parameters)).length > 0
  }
  if (!(await hasAny())) return null
  let from = BEGINNING
  for (let until = Math.max(now, BEGINNING); until - from > WINDOW_MS; ) {
    const middle = from + Math.floor((until - from) / 2)
    if (await hasAny(middle)) until = middle
    else from = middle
  }
  return from
}

/** Reads records by change. A day is longer than any clock skew and than a change takes to become visible. */
export const byChange = ({ api, now }: Pick<ChangeSearch, 'api' | 'now'>, search: Search) => ({
  progress: sinceLastRead({ now, overlapMs: DAY_MS, position: ChangePosition }),
  pages: (since: () => number | null, from: ChangePosition | null) => changePages({ api, search, now }, since(), from),
})

/** Pages in ascending windows of 30 days: from a position on, else since a time, else all. */
async function* changePages(
  search: ChangeSearch,
  since: number | null,
  position: ChangePosition | null,
): AsyncGenerator<Page<ChangePosition>> {
  const now = search.now()
  const from = position?.at ?? since ?? (await firstChange(search, now))
  if (from === null) return yield { records: [], total: 0, next: null }
  for (let start = from, isLast = false; !isLast; start += WINDOW_MS) {
    const end = start + WINDOW_MS
    isLast = end >= now
    yield* readWindow(search, now, { from: start, until: isLast ? null : end })
  }
}

async function* readWindow(
  changes: ChangeSearch,
  now: number,
  window: ChangeWindow,
): AsyncGenerator<Page<ChangePosition>> {
  const { api, search } = changes
  const { from, until } = window
  const parameters = {
    DateModifiedFrom: formatTimestamp(from),
    DateModifiedTo: until === null ? undefined : formatTimestamp(until),
  }
  try {
    for await (const { records, isLast } of searchPages(api, search, parameters)) {
      assertInsideWindow(records, window, search.list)
      const at = isLast ? until : from
      yield { records, total: null, next: at === null ? null : { at } }
    }
  } catch (error) {
    const end = until ?? now
    if (!isHalved(error, end - from)) throw error
    const middle = from + Math.floor((end - from) / 2)
    yield* readWindow(changes, now, { from, until: middle })
    yield* readWindow(changes, now, { from: middle, until })
  }
}

// A half may succeed where the whole times out, or changes while it is read.
const isHalved = (error: unknown, lengthMs: number): boolean => {
  if (error instanceof ListChanged) return lengthMs > SMALLEST_MS
  return error instanceof PlatformUnavailable && !(error instanceof DownForMaintenance) && lengthMs > DAY_MS
}

// A list that ignores its filter would be read again in each window, endlessly. A day allows for zone differences.
const assertInsideWindow = (records: readonly XmlElement[], { from, until }: ChangeWindow, list: string): void => {
  for (const record of records) {
    const modified = WdInstant.safeParse(readChildText(record, 'DateModified')).data
    if (modified === undefined) continue
    if (modified < from - DAY_MS || (until !== null && modified > until + DAY_MS))
      throw new MalformedResponse(`The list of ${list} has records of other days than were asked for`)
  }
}
