import { contract } from '#contract/contract.ts'
import { failFields } from '#contract/errors.ts'
import { resolveReport } from '#reports/kit/resolve-report.ts'
import { InvalidQuery } from '#semantic/invalid-query.ts'
import { signedIn } from '#server/http/implement.ts'
import { rawRoute } from '#server/http/raw-route.ts'
import type { RoutesOf } from '#server/http/routes.ts'
import { analyticsSettings } from '#server/modules/analytics/analytics-settings.ts'
import { keptAnswer, withFields } from '#server/modules/analytics/kept-answer.ts'
import { findDefinition } from './find-definition.ts'
import { presentCatalog } from './present-catalog.ts'
import { runReport } from './run-report.ts'

/** What the catalog cannot answer is a 400 that names the fields. */
const translated = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw error instanceof InvalidQuery ? failFields('report.invalid', error.problems) : error
  }
}

export const reportsRoutes: RoutesOf<'reports'> = {
  catalog: signedIn.reports.catalog.handler(() => presentCatalog()),
  query: rawRoute(contract.reports.query, ({ input, deps, caller, call, reply }) =>
    translated(async () => {
      const settings = analyticsSettings(caller, deps.clock.now())
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
}
