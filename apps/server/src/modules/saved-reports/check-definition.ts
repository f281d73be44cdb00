import { failFields } from '#contract/errors.ts'
import { type ReportDefinition, ReportQuery } from '#contract/reports.ts'
import { resolveReport } from '#reports/kit/resolve-report.ts'
import { compileRows } from '#semantic/compiler/compile.ts'
import { InvalidQuery } from '#semantic/query.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { compilerOptions, resolveAnalyticsSettings } from '#server/modules/analytics/index.ts'

/**
 * Rejects a definition that cannot be run. A report that requires a filter may be saved without one, because the reader
 * enters it.
 *
 * @throws Failure `report.invalid` with an entry for each field at fault
 */
export const assertAnswerable = (
  { clock, warehouse }: Pick<Deps, 'clock' | 'warehouse'>,
  caller: Caller,
  definition: ReportDefinition,
): void => {
  const settings = resolveAnalyticsSettings(caller, { now: clock.now() })
  const open = { ...definition, requiresFilter: false }
  try {
    const { query } = resolveReport({ ...ReportQuery.parse({ definition: open }), definition: open }, settings.calendar)
    compileRows(query, compilerOptions(warehouse, settings))
  } catch (error) {
    throw error instanceof InvalidQuery ? failFields('report.invalid', error.problems) : error
  }
}
