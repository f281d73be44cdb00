import { Failure, fail } from '#contract/errors.ts'
import type { FilterBar, NotApplied } from '#contract/filter-bar.ts'
import { ReportQuery } from '#contract/reports.ts'
import { ReportTile } from '#contract/tiles.ts'
import { NO_COMPARISON } from '#domain/ranges/comparison-mode.ts'
import { isPermitted } from '#domain/role.ts'
import { type FoundDefinition, type ReportRequest, resolveReport } from '#reports/kit/resolve-report.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import type { AnalyticsSettings } from '#server/modules/analytics/index.ts'
import { keepsOwnDates } from '#widgets/kit/filter-bar.ts'
import { applyBarToReport, type BarOptions } from '#widgets/kit/report-bar.ts'
import { findDefinition } from './find-definition.ts'

/** A report tile and what is above it. */
export interface TileQuestion {
  readonly props: Readonly<Record<string, unknown>>
  readonly filterBar: FilterBar
  readonly includeClubOrders: boolean
}

/** The report of a tile, below the filter bar of its dashboard. */
export interface TileRequest {
  readonly tile: ReportTile
  readonly request: ReportRequest
  /** what the tile and its dashboard add to the definition */
  readonly options: BarOptions
  /** columnId that the report's range limits; null: it has no range */
  readonly dateColumn: string | null
  readonly notApplied: readonly NotApplied[]
}

/** Reports are not for every role that may open a dashboard. Errors: `widget.not_for_role`. */
export const assertMayReadReports = ({ roles }: Pick<Caller, 'roles'>): void => {
  if (!isPermitted(roles, 'reports')) throw fail('widget.not_for_role')
}

const parseTile = (props: unknown): ReportTile => {
  const { data, error } = ReportTile.safeParse(props)
  if (data) return data
  throw fail('widget.invalid_settings', { values: { message: error.issues[0]?.message ?? 'Invalid settings' } })
}

const findSource = async (
  deps: Deps,
  caller: Caller,
  source: NonNullable<ReportTile['source']>,
): Promise<FoundDefinition> => {
  try {
    return await findDefinition(deps, caller, source)
  } catch (error) {
    if (error instanceof Failure && error.code === 'report.not_found') throw fail('widget.report_not_visible')
    throw error
  }
}

const allRows = (definition: FoundDefinition): ReportRequest => ({ ...ReportQuery.parse({ definition }), definition })

/** The dates that a tile has instead of those of its report. */
const toBarDates = ({
  relativeDate,
  from,
  until,
}: ReportTile): Pick<BarOptions, 'relativeDate' | 'from' | 'until'> => ({
  ...(relativeDate === undefined ? {} : { relativeDate }),
  ...(from === undefined || until === undefined ? {} : { from, until }),
})

/**
 * The request of a report tile. Throws `InvalidQuery`.
 *
 * @throws Failure `widget.not_for_role`, `widget.no_report`, `widget.invalid_settings`, `widget.report_not_visible` when a linked
 * report is deleted or not shared with the viewer, `account.not_in_plan`
 */
export const tileRequest = async (
  deps: Deps,
  caller: Caller,
  settings: AnalyticsSettings,
  { props, filterBar, includeClubOrders }: TileQuestion,
): Promise<TileRequest> => {
  assertMayReadReports(caller)
  const tile = parseTile(props)
  if (tile.source === null) throw fail('widget.no_report')
  const definition = await findSource(deps, caller, tile.source)
  const dates = toBarDates(tile)
  const own = { ...allRows(definition), ...dates }
  // The dashboard may have the filter that the report requires.
  const open: ReportRequest = { ...own, compare: NO_COMPARISON, definition: { ...definition, requiresFilter: false } }
  const { query } = resolveReport(open, settings.calendar, settings.customFields)
  const dateColumn = query.range?.columnId ?? null
  const report = { reportType: query.reportType, dateColumn, isGrouped: query.grain === 'groups' }
  const bar = { filterBar, includeClubOrders, keepsOwnDates: keepsOwnDates(props) }
  const { options: ofBar, notApplied } = applyBarToReport(report, bar, settings)
  const options = { ...(ofBar.relativeDate === undefined ? dates : {}), ...ofBar }
  return { tile, request: { ...allRows(definition), ...options }, options, dateColumn, notApplied }
}
