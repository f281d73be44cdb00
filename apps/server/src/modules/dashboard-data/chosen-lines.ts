import { fail } from '#contract/errors.ts'
import type { NotApplied } from '#contract/filter-bar.ts'
import { GoalTile } from '#contract/tiles.ts'
import { requestedComparison, resolveReport } from '#reports/kit/resolve-report.ts'
import type { Deps } from '#server/deps.ts'
import { comparisonKey, withCompared } from '#server/modules/analytics/index.ts'
import { readTileGoal } from '#server/modules/goals/index.ts'
import {
  assertMayReadReports,
  rejectInvalidQueries,
  runReportTile,
  tileRequest,
} from '#server/modules/reports/index.ts'
import type { AnyWidget } from '#widgets/kit/widget.ts'
import { type LineRequest, NO_FILTERS, renderCachedLine, renderRowlessLine } from './line-request.ts'
import { runWidget } from './run-widget.ts'

const renderReportLine = (deps: Deps, line: LineRequest): Promise<Buffer> =>
  rejectInvalidQueries(async () => {
    const { caller, settings: loaded, widget, request } = line
    const { filterBar = NO_FILTERS, includeClubOrders } = request
    const question = { props: widget.props, filterBar, includeClubOrders }
    const asked = await tileRequest(deps, caller, loaded, question)
    const settings = await withCompared(deps, loaded, requestedComparison(asked.request))
    const report = resolveReport(asked.request, settings.calendar, settings.customFields)
    return renderCachedLine(deps, line, {
      // A built-in report may have a range that its definition cannot express, so the dates are part of the key.
      query: [
        'reportTile',
        asked.tile.show,
        asked.tile.measure,
        asked.request,
        report.range,
        comparisonKey(report.comparison),
      ],
      settings,
      notApplied: asked.notApplied,
      compute: (session) => runReportTile(session, settings, asked, report),
    })
  })

const OWN_PERIOD = 'A goal covers its own period'
const WHOLE_ACCOUNT = 'A goal covers all of its metric'

const ignoredByGoals = ({ request: { filterBar = NO_FILTERS } }: LineRequest): NotApplied[] => [
  ...(filterBar.range === undefined && filterBar.from === undefined ? [] : [{ label: 'Dates', reason: OWN_PERIOD }]),
  ...(filterBar.dimensionFilters.length === 0 ? [] : [{ label: 'Filters', reason: WHOLE_ACCOUNT }]),
]

/** Errors: `widget.invalid_settings`. */
const parseGoal = (props: unknown): GoalTile => {
  const { data, error } = GoalTile.safeParse(props)
  if (data) return data
  throw fail('widget.invalid_settings', { values: { message: error.issues[0]?.message ?? 'Invalid settings' } })
}

const renderGoalLine = async (deps: Deps, line: LineRequest): Promise<Buffer> => {
  const { caller, settings, widget } = line
  assertMayReadReports(caller)
  const { goal, plan, includeClubOrders } = await readTileGoal(
    deps,
    caller,
    parseGoal(widget.props),
    settings.calendar.today,
  )
  return renderCachedLine(deps, line, {
    query: ['goalTile', goal, plan],
    settings,
    notApplied: ignoredByGoals(line),
    compute: async (session) => {
      const answer = await runWidget({ session, settings, plan, includeClubOrders })
      return { ...answer, data: { ...answer.data, goal } }
    },
  })
}

/** The line of a tile whose content its user chose. */
export const renderChosenLine = async (
  deps: Deps,
  line: LineRequest,
  content: NonNullable<AnyWidget['content']>,
): Promise<Buffer> => {
  switch (content) {
    case 'report':
      return renderReportLine(deps, line)
    case 'goal':
      return renderGoalLine(deps, line)
    case 'settings':
      return renderRowlessLine(line, line.widget)
  }
}
