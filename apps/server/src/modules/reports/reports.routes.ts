import { contract } from '#contract/contract.ts'
import { resolveReport } from '#reports/kit/resolve-report.ts'
import { readDefinitions } from '#semantic/definitions/definitions.ts'
import { signedIn } from '#server/http/implement.ts'
import { rawRoute } from '#server/http/raw-route.ts'
import type { RoutesOf } from '#server/http/routes.ts'
import { getCachedResult, loadAnalyticsSettings, withFields } from '#server/modules/analytics/index.ts'
import { exportRoute } from './export/export.routes.ts'
import { findDefinition, rejectInvalidQueries } from './find-definition.ts'
import { numberRoutes } from './number.routes.ts'
import { presentCatalog } from './present-catalog.ts'
import { runReport } from './run-report.ts'

export const reportsRoutes: RoutesOf<'reports'> = {
  catalog: signedIn.reports.catalog.handler(({ context: { caller } }) =>
    presentCatalog(readDefinitions(caller.account.definitions)),
  ),
  query: rawRoute(contract.reports.query, ({ input, deps, caller, call, reply }) =>
    rejectInvalidQueries(async () => {
      const settings = await loadAnalyticsSettings(deps, caller)
      const { known, ...options } = input
      const request = { ...options, definition: await findDefinition(deps, caller, input.definition) }
      const report = resolveReport(request, settings.calendar)
      // A built-in report may open with a range that its definition cannot express, so the dates are part of the cache key.
      const about = [request, report.range, report.compareRange]
      const cached = await getCachedResult(
        deps,
        { settings, query: about, signal: call.signal, knownEtag: known },
        (session) => runReport(session, settings, request, report),
      )
      reply.type('application/json; charset=utf-8')
      if (cached === null) return { id: 'report', unchanged: true }
      return reply.send(withFields(cached.bytes, { asOf: cached.asOf, etag: cached.etag }))
    }),
  ),
  ...numberRoutes,
  export: exportRoute,
}
