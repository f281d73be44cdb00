import type { z } from 'zod'
import type { ReportQuery } from '#contract/reports.ts'
import { requestedComparison, resolveReport, withAddedColumns } from '#reports/kit/resolve-report.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import {
  comparisonKey,
  getCachedResult,
  loadAnalyticsSettings,
  withCompared,
  withFields,
} from '#server/modules/analytics/index.ts'
import { findDefinition, rejectInvalidQueries } from './find-definition.ts'
import { runReport } from './run-report.ts'

/** A page of a report as JSON; null: it is the one that the caller knows. Errors: those of `findDefinition`, `report.invalid`. */
export const queryReport = (
  deps: Deps,
  caller: Caller,
  { known, ...options }: z.output<typeof ReportQuery>,
  signal: AbortSignal,
): Promise<Buffer | null> =>
  rejectInvalidQueries(async () => {
    const request = { ...options, definition: await findDefinition(deps, caller, options.definition) }
    const loaded = await loadAnalyticsSettings(deps, caller)
    const settings = await withCompared(deps, loaded, requestedComparison(request))
    const report = resolveReport(request, settings.calendar, settings.customFields)
    // A built-in report may open with a range that its definition cannot express, so the dates are part of the cache key.
    const about = [request, report.range, comparisonKey(report.comparison)]
    const cached = await getCachedResult(deps, { settings, query: about, signal, knownEtag: known }, (session) =>
      runReport(session, settings, request, withAddedColumns(report)),
    )
    return cached && withFields(cached.bytes, { asOf: cached.asOf, etag: cached.etag })
  })
