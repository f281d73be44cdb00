import { contract } from '#contract/contract.ts'
import { resolveReport } from '#reports/kit/resolve-report.ts'
import { readDefinitions } from '#semantic/definitions/definitions.ts'
import { signedIn } from '#server/http/implement.ts'
import { rawRoute } from '#server/http/raw-route.ts'
import type { RoutesOf } from '#server/http/routes.ts'
import { analyticsSettings } from '#server/modules/analytics/analytics-settings.ts'
import { keptAnswer, withFields } from '#server/modules/analytics/kept-answer.ts'
import { exportRoute } from './export/export.routes.ts'
import { findDefinition } from './find-definition.ts'
import { numberRoutes } from './number.routes.ts'
import { presentCatalog } from './present-catalog.ts'
import { refusingInvalid } from './refusing-invalid.ts'
import { runReport } from './run-report.ts'

export const reportsRoutes: RoutesOf<'reports'> = {
  catalog: signedIn.reports.catalog.handler(({ context: { caller } }) =>
    presentCatalog(readDefinitions(caller.account.definitions)),
  ),
  query: rawRoute(contract.reports.query, ({ input, deps, caller, call, reply }) =>
    refusingInvalid(async () => {
      const settings = await analyticsSettings(deps, caller)
      const { known, ...asked } = input
      const request = { ...asked, definition: await findDefinition(deps, caller, input.definition) }
      const report = resolveReport(request, settings.calendar)
      // a built-in report may open with a range that its definition cannot say, so the dates are part of the question
      const about = [request, report.range, report.compareRange]
      const kept = await keptAnswer(deps, { settings, about, signal: call.signal, known }, (session) =>
        runReport(session, settings, request, report),
      )
      reply.type('application/json; charset=utf-8')
      if (kept === null) return { id: 'report', unchanged: true }
      return reply.send(withFields(kept.bytes, { asOf: kept.asOf, etag: kept.etag }))
    }),
  ),
  ...numberRoutes,
  export: exportRoute,
}
