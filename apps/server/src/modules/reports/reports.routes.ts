import { reports } from '#contract/reports.ts'
import { readDefinitions } from '#semantic/definitions/definitions.ts'
import { type RoutesOf, signedIn } from '#server/http/implement.ts'
import { rawRoute } from '#server/http/raw-route.ts'
import { attachmentHeader } from '#server/platform/file-name.ts'
import { presentCatalog } from './catalog.present.ts'
import { exportReport } from './export-report.usecases.ts'
import { numberRoutes } from './number.routes.ts'
import { queryReport } from './query-report.usecases.ts'

/** `POST /reports/export`: the file, or an error before its first byte. */
const exportRoute = rawRoute(reports.export, async ({ input, deps, caller, call, reply }) => {
  const { title, name, contentType, bytes, content } = await exportReport(deps, caller, input, call.signal)
  call.note({ report: title, format: input.format })
  reply.type(contentType).header('content-length', bytes)
  return reply.header('content-disposition', attachmentHeader(name)).send(content)
})

export const reportsRoutes: RoutesOf<'reports'> = {
  catalog: signedIn.reports.catalog.handler(({ context: { caller } }) =>
    presentCatalog({ ...caller.account, definitions: readDefinitions(caller.account.definitions) }),
  ),
  query: rawRoute(reports.query, async ({ input, deps, caller, call, reply }) => {
    const page = await queryReport(deps, caller, input, call.signal)
    reply.type('application/json; charset=utf-8')
    return page === null ? { id: 'report', unchanged: true } : reply.send(page)
  }),
  ...numberRoutes,
  export: exportRoute,
}
