import { z } from 'zod'
import type { ListedRecord, Span, StreamListing, SyncStream } from '#connectors/kit/connector.ts'
import { isPlatformProblem } from '#connectors/kit/platform-problems.ts'
import { DAY_MS } from '#domain/clock.ts'
import type { Dialect } from '#semantic/catalog/dialect.ts'
import { findUnresolvedIds } from '../quarantined-records.repo.ts'
import { findService, updateService } from '../services.repo.ts'
import { epochOfText, textOfEpoch } from './deletion-reconciliation.ts'
import { fetchRecords } from './fetch-records.ts'
import type { StreamRead } from './read-stream.ts'

const SWEEP_EVERY_MS = 7 * DAY_MS
/** Newer orders are always compared by id; older ones only if the platform counts another number. */
const RECENT_MS = 92 * DAY_MS
/** Records other than orders are compared by id up to this number, and beyond it only if the counts differ. */
const MANY_RECORDS = 5_000
/** One sync compares no further windows after this time, so that a sweep never holds a platform's slot for long. */
const SLICE_MS = 5 * 60_000
/** A window that could not be compared this often waits for the next sweep. */
const MAX_TRIES = 3

const Sweep = z
  .object({
    /** when the last sweep ended, epoch milliseconds; null: there was none */
    doneAt: z.number().nullable().default(null),
    /** the first window that is not compared yet; `from`: null where the stream has one window; null: no sweep is in progress */
    at: z.object({ stream: z.string(), from: z.number().nullable() }).nullable().default(null),
    /** how often the comparison of that window was started */
    tries: z.number().default(0),
  })
  .catch({ doneAt: null, at: null, tries: 0 })

type Sweep = z.infer<typeof Sweep>

interface SweepWindow {
  readonly stream: SyncStream
  readonly listing: StreamListing
  /** null: all records */
  readonly span: Span | null
}

const positionOf = ({ stream, span }: SweepWindow) => ({ stream: stream.name, from: span?.from ?? null })

const monthStart = (at: number, monthsLater = 0): number => {
  const date = new Date(at)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + monthsLater)
}

/** Whole UTC months back to the first one, newest first. */
const monthsBack = (now: number, first: number): Span[] => {
  const spans: Span[] = []
  for (let from = monthStart(now); spans.length === 0 || from >= monthStart(first); from = monthStart(from, -1))
    spans.push({ from, until: monthStart(from, 1) })
  return spans
}

const FIRST_ORDER_SQL = 'SELECT CAST(min(ordered_utc) AS VARCHAR) FROM orders WHERE service_id = $1'

const windowsOf = async ({ deps, run, streams }: StreamRead, now: number): Promise<SweepWindow[]> => {
  const windows: SweepWindow[] = []
  for (const stream of streams) {
    const { listing } = stream
    if (!listing || !stream.fetch) continue
    if (listing.table !== 'orders') {
      windows.push({ stream, listing, span: null })
      continue
    }
    const { rows } = await deps.warehouse.query(run.account_id, { sql: FIRST_ORDER_SQL, params: [run.service_id] })
    const first = epochOfText(rows[0]?.[0] ?? null) ?? now
    const oldest = (await listing.oldest?.()) ?? null
    // A month of which the platform hides a part cannot be compared.
    const spans = monthsBack(now, first).filter(({ from }) => oldest === null || from >= oldest)
    windows.push(...spans.map((span) => ({ stream, listing, span })))
  }
  return windows
}

const storedSql = ({ table }: StreamListing, { placeholder }: Dialect): string =>
  `SELECT source_id, CAST(source_updated_utc AS VARCHAR) FROM ${table} WHERE service_id = ${placeholder(1, 'text')} ${
    table === 'orders'
      ? `AND ordered_utc >= ${placeholder(2, 'timestamp')} AND ordered_utc < ${placeholder(3, 'timestamp')}`
      : ''
  }`

/** Last changes by id of the stored records that the platform lists. */
const loadStored = async (
  { deps, run }: StreamRead,
  { listing, span }: SweepWindow,
): Promise<Map<string, number | null>> => {
  const params = [run.service_id, ...(span ? [textOfEpoch(span.from), textOfEpoch(span.until)] : [])]
  const { rows } = await deps.warehouse.query(run.account_id, (dialect) => ({
    sql: storedSql(listing, dialect),
    params,
  }))
  const stored = rows.map(([id, updated]): [string, number | null] => [String(id), epochOfText(updated ?? null)])
  return new Map(stored.filter(([id]) => listing.isListed?.(id) ?? true))
}

const isWithin = ({ ordered }: ListedRecord, span: Span | null): boolean =>
  span === null || ordered === null || (ordered >= span.from && ordered < span.until)

const hasSameCount = async ({ listing, span }: SweepWindow, stored: number, now: number): Promise<boolean> => {
  const isSettled = span ? span.until < now - RECENT_MS : stored > MANY_RECORDS
  return isSettled && listing.count !== undefined && (await listing.count(span)) === stored
}

/** Fetches records that are missing here, changed at the platform, or missing there. Returns how many. */
const compareWindow = async (read: StreamRead, window: SweepWindow, now: number): Promise<number> => {
  const { deps, run, watch } = read
  const { stream, listing, span } = window
  const stored = await loadStored(read, window)
  if (await hasSameCount(window, stored.size, now)) return 0
  const listed = new Map<string, number | null>()
  for await (const page of listing.list(span)) {
    for (const record of page) if (isWithin(record, span)) listed.set(record.sourceId, record.updated)
    await deps.platforms.throttle.beforePage(watch.signal)
  }
  const of = { accountId: run.account_id, serviceId: run.service_id }
  const quarantined = await findUnresolvedIds(deps.db, of, stream.name)
  const isOutdated = ([id, updated]: [string, number | null]): boolean => {
    const known = stored.get(id)
    if (known === undefined) return !quarantined.has(id)
    return known !== null && updated !== null && updated > known
  }
  const changed = [...listed].filter(isOutdated).map(([id]) => id)
  // A list of a month says nothing about quarantined orders, whose dates are unknown.
  const known = new Set([...stored.keys(), ...(span ? [] : quarantined)])
  const absent = [...known].filter((id) => !listed.has(id))
  // What the platform lists exists, even if it is not found by its id.
  await fetchRecords(read, stream, { ids: changed, removes: false })
  await fetchRecords(read, stream, { ids: absent, removes: true })
  return changed.length + absent.length
}

/**
 * Compares the stored records with the platform's once a week, after a sync's own reads: finds records that arrived late with an
 * old date of change, and deletions that the platform does not list. Ends after five minutes, and continues with the next sync. A platform that fails here does not fail the sync.
 */
export const sweepService = async (read: StreamRead): Promise<void> => {
  const { deps, run } = read
  const now = deps.clock.now()
  const service = await findService(deps.db, run.account_id, run.service_id)
  if (!service) return
  let state: Sweep = Sweep.parse(service.sweep)
  const save = async (next: Sweep): Promise<void> => {
    state = next
    await updateService(deps.db, service, { sweep: JSON.stringify(next) })
  }
  // The first full read needs no sweep.
  if (state.doneAt === null && state.at === null) return save({ doneAt: now, at: null, tries: 0 })
  if (state.at === null && now - (state.doneAt ?? 0) < SWEEP_EVERY_MS) return
  try {
    const start = performance.now()
    for (const window of await windowsLeft(read, state, now)) {
      if (performance.now() - start > SLICE_MS) return
      const at = positionOf(window)
      const isSame = state.at?.stream === at.stream && state.at.from === at.from
      const tries = isSame ? state.tries + 1 : 1
      if (tries > MAX_TRIES) continue
      await save({ ...state, at, tries })
      const found = await compareWindow(read, window, now)
      if (found > 0) deps.log.info({ runId: run.id, ...at, found }, 'sweep found differences')
    }
    await save({ doneAt: now, at: null, tries: 0 })
  } catch (error) {
    if (!isPlatformProblem(error) && !read.limit.aborted) throw error
    deps.log.warn({ err: error, runId: run.id }, 'sweep was interrupted')
  }
}

const windowsLeft = async (read: StreamRead, { at }: Sweep, now: number): Promise<SweepWindow[]> => {
  const windows = await windowsOf(read, now)
  const next = windows.findIndex(
    (window) => at !== null && window.stream.name === at.stream && window.span?.from === (at.from ?? undefined),
  )
  return windows.slice(Math.max(0, next))
}
