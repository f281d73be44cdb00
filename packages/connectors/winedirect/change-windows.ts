import { z } from 'zod'
import { DAY_MS } from '#domain/clock.ts'
import { ListChanged, type Page, pagesByWindow, WindowPosition } from '../kit/paging.ts'
import { MalformedResponse, PlatformUnavailable } from '../kit/platform-problems.ts'
import { sinceLastRead } from '../kit/progress.ts'
import { parseEach } from '../kit/read-records.ts'
import { formatTimestamp, WdInstant } from './fields.ts'
import { DownForMaintenance } from './soap.ts'
import { type Search, searchFirst, searchPages, type WineDirectApi } from './winedirect-api.ts'

const WINDOW_MS = 30 * DAY_MS
/** The platform did not exist before. */
const BEGINNING = Date.UTC(2005, 0, 1)
/** The platform counts in seconds, so smaller windows cannot be halved. */
const SMALLEST_MS = 2000

const Changed = z.object({ DateModified: WdInstant })

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
  progress: sinceLastRead({ now, overlapMs: DAY_MS, position: WindowPosition }),
  pages: (since: () => number | null, from: WindowPosition | null) => changePages({ api, search, now }, since(), from),
})

/** Pages from a position on, else since a time, else all. */
async function* changePages(
  changes: ChangeSearch,
  since: number | null,
  position: WindowPosition | null,
): AsyncGenerator<Page<WindowPosition>> {
  const now = changes.now()
  const from = position?.at ?? since ?? (await firstChange(changes, now))
  if (from === null) return yield { records: [], total: 0, next: null }
  yield* pagesByWindow({
    from,
    until: Math.max(from + 1, now),
    firstMs: WINDOW_MS,
    longestMs: WINDOW_MS,
    // The last is open-ended, because the platform's clock may be ahead of ours.
    read: (window) => readWindow(changes, { from: window.from, until: window.until < now ? window.until : null }),
    isTooLong,
  })
}

async function* readWindow({ api, search }: ChangeSearch, { from, until }: ChangeWindow) {
  const parameters = {
    DateModifiedFrom: formatTimestamp(from),
    DateModifiedTo: until === null ? undefined : formatTimestamp(until),
  }
  for await (const page of searchPages(api, search, parameters)) {
    assertInsideWindow(page.records, { from, until }, search.list)
    yield page
  }
}

// A half may succeed where the whole times out, or changes while it is read.
const isTooLong = (error: unknown, lengthMs: number): boolean => {
  if (error instanceof ListChanged) return lengthMs > SMALLEST_MS
  return error instanceof PlatformUnavailable && !(error instanceof DownForMaintenance) && lengthMs > DAY_MS
}

// A list that ignores its filter would be read again in each window, endlessly. A day allows for zone differences.
const assertInsideWindow = (records: readonly unknown[], { from, until }: ChangeWindow, list: string): void => {
  for (const { DateModified: modified } of parseEach(records, Changed)) {
    if (modified < from - DAY_MS || (until !== null && modified > until + DAY_MS))
      throw new MalformedResponse(`The list of ${list} has records of other days than were asked for`)
  }
}
