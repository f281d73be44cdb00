import type { z } from 'zod'
import type { DashboardDataRequest } from '#contract/dashboards.ts'
import type { FilterBar } from '#contract/filter-bar.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import type { AnalyticsSettings } from '#server/modules/analytics/index.ts'

export type Request = z.output<typeof DashboardDataRequest>

export type LineDeps = Pick<Deps, 'db' | 'warehouse' | 'results'>

/** One tile of a request. */
export interface LineRequest {
  readonly settings: AnalyticsSettings
  readonly caller: Caller
  readonly widget: Request['widgets'][number]
  readonly request: Request
  readonly signal: AbortSignal
}

export const NO_FILTERS: FilterBar = { dimensionFilters: [] }

export const NEWLINE = Buffer.from('\n')

export const toJsonLine = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value)}\n`)
