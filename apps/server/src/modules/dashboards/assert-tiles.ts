import type { WidgetEntry } from '#contract/dashboards.ts'
import { Failure, failFields } from '#contract/errors.ts'
import { ReportTile } from '#contract/tiles.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { findDefinition } from '#server/modules/reports/index.ts'
import { assertAnswerable } from '#server/modules/saved-reports/index.ts'

type Widget = Pick<WidgetEntry, 'type' | 'props'>

type Source = NonNullable<ReportTile['source']>

const toSource = ({ type, props }: Widget): Source | null =>
  type === 'report' ? (ReportTile.safeParse(props).data?.source ?? null) : null

const sourceKey = (source: Source): string => JSON.stringify(source)

const NOT_VISIBLE = 'This report doesn’t exist, or it isn’t shared with you'

/** What is wrong with a report, by its field; empty: nothing. Errors: `account.not_in_plan`. */
const findProblems = async (deps: Deps, caller: Caller, source: Source, field: string) => {
  try {
    const definition = await findDefinition(deps, caller, source)
    if ('columns' in source) assertAnswerable(deps, caller, definition)
    return []
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (error.code === 'report.not_found') return [{ field, message: NOT_VISIBLE }]
    if (error.code !== 'report.invalid') throw error
    return error.items.map((item) => ({ field: `${field}.${item.field ?? ''}`, message: item.message }))
  }
}

/**
 * Asserts that report tiles show reports that their user can see and that can be answered. A report that the dashboard already
 * shows is not checked: it may have been deleted since, and must not prevent other changes.
 *
 * @throws Failure `request.invalid` naming the fields of each tile; `account.not_in_plan`
 */
export const assertReportTiles = async (
  deps: Deps,
  caller: Caller,
  widgets: readonly Widget[],
  stored: readonly Widget[] = [],
): Promise<void> => {
  const known = new Set(stored.flatMap((widget) => toSource(widget) ?? []).map(sourceKey))
  const problems = await Promise.all(
    widgets.map(async (widget, at) => {
      const source = toSource(widget)
      if (source === null || known.has(sourceKey(source))) return []
      return findProblems(deps, caller, source, `widgets[${at}].props.source`)
    }),
  )
  const all = problems.flat()
  if (all.length > 0) throw failFields('request.invalid', all)
}
