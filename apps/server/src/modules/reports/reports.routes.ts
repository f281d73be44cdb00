import { contract } from '#contract/contract.ts'
import { reports } from '#contract/reports.ts'
import { resolveReport } from '#reports/kit/resolve-report.ts'
import { readDefinitions } from '#semantic/definitions/definitions.ts'
import { type RoutesOf, signedIn } from '#server/http/implement.ts'
import { rawRoute } from '#server/http/raw-route.ts'
import { getCachedResult, loadAnalyticsSettings, withFields } from '#server/modules/analytics/index.ts'
import { attachmentHeader } from '#server/platform/file-name.ts'
import { reportFile } from './export/report-file.ts'
import { reportQuestion, reportTitle } from './export/report-question.ts'
import { findDefinition, rejectInvalidQueries } from './find-definition.ts'
import { numberRoutes } from './number.routes.ts'
import { presentCatalog } from './present-catalog.ts'
import { runReport } from './run-report.ts'

/** `POST /reports/export`: the file, or an error before its first byte. */
const exportRoute = rawRoute(reports.export, ({ input, deps, caller, call, reply }) =>
  rejectInvalidQueries(async () => {
    const { definition: ref, format, ...options } = input
    const definition = await findDefinition(deps, caller, ref)
    const title = reportTitle(ref, definition)
    const question = await reportQuestion(deps, { reader: caller, title, definition, options })
    const { name, contentType, bytes, content } = await reportFile(deps, question, format, call.signal)
    reply.type(contentType).header('content-length', bytes)
    reply.header('content-disposition', attachmentHeader(name))
    return reply.send(content)
  }),
)

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
