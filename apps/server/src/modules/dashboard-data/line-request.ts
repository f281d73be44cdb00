import { hash } from 'node:crypto'
import type { z } from 'zod'
import type { DashboardDataRequest } from '#contract/dashboards.ts'
import type { FilterBar, NotApplied } from '#contract/filter-bar.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import {
  type AnalyticsSettings,
  getCachedResult,
  type QuerySession,
  withFields,
} from '#server/modules/analytics/index.ts'

export type Request = z.output<typeof DashboardDataRequest>

/** One tile of a request. */
export interface LineRequest {
  readonly settings: AnalyticsSettings
  readonly caller: Caller
  readonly widget: Request['widgets'][number]
  readonly request: Request
  readonly signal: AbortSignal
}

export const NO_FILTERS: FilterBar = { dimensionFilters: [] }

const NEWLINE = Buffer.from('\n')

export const toJsonLine = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value)}\n`)

interface TileQuery {
  /** everything about the queries that the result depends on */
  readonly query: unknown
  readonly settings: AnalyticsSettings
  readonly notApplied: readonly NotApplied[]
  readonly compute: (session: QuerySession) => Promise<object>
}

/** The line of a tile with a query, from the cache if possible. */
export const renderCachedLine = async (
  deps: Deps,
  { widget, request, signal }: LineRequest,
  { query, settings, notApplied, compute }: TileQuery,
): Promise<Buffer> => {
  const started = performance.now()
  const facts = notApplied.length === 0 ? {} : { notApplied }
  const knownEtag = request.known?.[widget.id]
  const cached = await getCachedResult(deps, { settings, query, signal, knownEtag }, compute)
  if (cached === null) return toJsonLine({ id: widget.id, unchanged: true, ...facts })
  const { bytes, asOf, etag } = cached
  const elapsedMs = Math.round((performance.now() - started) * 10) / 10
  return Buffer.concat([withFields(bytes, { id: widget.id, ...facts, asOf, elapsedMs, etag }), NEWLINE])
}

/** The line of a tile without a query. Needs no rows, so it works while data is unavailable. `shown`: what the tile shows. */
export const renderRowlessLine = ({ widget, request }: LineRequest, shown: unknown, data: object = {}): Buffer => {
  const etag = hash('sha1', JSON.stringify(shown), 'base64url')
  if (etag === request.known?.[widget.id]) return toJsonLine({ id: widget.id, unchanged: true })
  const empty = { kpis: [], columns: [], rows: [] }
  return toJsonLine({ id: widget.id, data: { ...empty, ...data }, range: null, asOf: null, elapsedMs: 0, etag })
}
