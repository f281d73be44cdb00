import { ERRORS, Failure, fail, failFields } from '#contract/errors.ts'
import { reportTypesFor } from '#semantic/catalog/catalog.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import {
  type AnalyticsSettings,
  loadAnalyticsSettings,
  resolveAnalyticsSettings,
  withCompared,
} from '#server/modules/analytics/index.ts'
import { yieldAsSettled } from '#server/platform/yield-as-settled.ts'
import { type AppliedPlan, applyFilterBar, filterBarProblems, keepsOwnDates } from '#widgets/kit/filter-bar.ts'
import type { WidgetPlan } from '#widgets/kit/widget.ts'
import { widgetByType } from '#widgets/registry.ts'
import { renderChosenLine } from './chosen-lines.ts'
import {
  type LineRequest,
  NO_FILTERS,
  type Request,
  renderCachedLine,
  renderRowlessLine,
  toJsonLine,
} from './line-request.ts'
import { runWidget } from './run-widget.ts'

const hasQuery = ({ kpis, rows }: WidgetPlan): boolean => kpis !== null || rows !== null

/** The plan below the filter bar of the request, and what of it the tile cannot apply. */
const appliedPlan = (plan: WidgetPlan, { settings, widget, request }: LineRequest): AppliedPlan => {
  const { filterBar = NO_FILTERS, includeClubOrders } = request
  const input = { filterBar, includeClubOrders, keepsOwnDates: keepsOwnDates(widget.props) }
  return applyFilterBar(plan, input, settings)
}

/** Columns and values of the filter bar that do not exist. */
const findProblems = ({ filterBar }: Request, { customFields }: AnalyticsSettings) =>
  filterBar ? filterBarProblems(filterBar, 'filterBar', reportTypesFor(customFields)) : []

/** @throws Failure `request.invalid` */
const assertFilterBar = (request: Request, settings: AnalyticsSettings): void => {
  const problems = findProblems(request, settings)
  if (problems.length > 0) throw failFields('request.invalid', problems)
}

/** Shows the account's name and logo. */
const renderAccountLine = (line: LineRequest): Buffer => {
  const { accountId, accountName, logoUrl } = line.settings
  const account = { name: accountName, logoUrl }
  return renderRowlessLine(line, [accountId, account], { account })
}

const renderResultLine = async (deps: Deps, line: LineRequest): Promise<Buffer> => {
  const { widget, request } = line
  const definition = widgetByType(widget.type)
  if (definition === null) throw fail('widget.unknown_type')
  if (definition.content !== undefined) return renderChosenLine(deps, line, definition.content)
  const { plan, notApplied } = appliedPlan(definition.planOf(widget.props), line)
  if (!hasQuery(plan)) return renderAccountLine(line)
  const { includeClubOrders } = request
  const settings = await withCompared(deps, line.settings, plan.compare)
  return renderCachedLine(deps, line, {
    query: [plan, includeClubOrders, settings.calendar.releases ?? null],
    settings,
    notApplied,
    compute: (session) => runWidget({ session, settings, plan, includeClubOrders }),
  })
}

/** A tile's line; a failure becomes a line as well. */
const renderWidgetLine = async (deps: Deps, line: LineRequest): Promise<Buffer> => {
  try {
    return await renderResultLine(deps, line)
  } catch (error) {
    const failure = error instanceof Failure ? error : fail('server.unexpected', { cause: error })
    if (failure.status >= 500 && !line.signal.aborted)
      deps.log.error(
        { err: error, accountId: line.settings.accountId, widget: line.widget.type },
        'dashboard tile failed',
      )
    const [item] = failure.items
    return toJsonLine({
      id: line.widget.id,
      error: { code: failure.code, message: item?.message ?? ERRORS[failure.code][1] },
    })
  }
}

/** Without rows to read, their time zone is not needed: each tile that reads them fails with a line of its own. */
const settingsWithoutRows =
  (deps: Deps, caller: Caller) =>
  (error: unknown): AnalyticsSettings => {
    if (error instanceof Failure && error.code === 'account.data_unavailable')
      return resolveAnalyticsSettings(caller, { now: deps.clock.now() })
    throw error
  }

type TileReader = Omit<LineRequest, 'widget'>

/** One line per tile, as soon as it is ready, so that a slow or failing tile does not delay the others. */
export const streamTileLines = (deps: Deps, reader: TileReader): AsyncIterable<Buffer> =>
  yieldAsSettled(reader.request.widgets.map((widget) => renderWidgetLine(deps, { ...reader, widget })))

/** The tiles of a request. Errors: `request.invalid` for a filter bar that names what does not exist. */
export const readTiles = async (
  deps: Deps,
  caller: Caller,
  request: Request,
  signal: AbortSignal,
): Promise<AsyncIterable<Buffer>> => {
  const settings = await loadAnalyticsSettings(deps, caller).catch(settingsWithoutRows(deps, caller))
  assertFilterBar(request, settings)
  return streamTileLines(deps, { settings, caller, request, signal })
}
