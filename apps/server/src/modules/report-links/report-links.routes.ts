import { liveReport, type ReportLink } from '#contract/report-links.ts'
import { type RoutesOf, signedIn } from '#server/http/implement.ts'
import { openRawRoute } from '#server/http/raw-route.ts'
import { attachmentHeader } from '#server/platform/file-name.ts'
import { readLiveReport } from './live-report.usecases.ts'
import type { ReportLinkRow } from './report-links.repo.ts'
import { createReportLink, listReportLinks, revokeReportLink } from './report-links.usecases.ts'

const presentLink = (row: ReportLinkRow): ReportLink => ({
  id: row.id,
  name: row.name,
  createdBy: row.user_id,
  includesPersonalData: row.includes_personal_data,
  createdDateUtc: row.created_at.toISOString(),
  lastUsedDateUtc: row.last_used_at?.toISOString() ?? null,
})

const { reportLinks } = signedIn

export const reportLinksRoutes: RoutesOf<'reportLinks'> = {
  list: reportLinks.list.handler(async ({ input, context: { deps, caller } }) =>
    (await listReportLinks(deps, caller, input.id)).map(presentLink),
  ),
  create: reportLinks.create.handler(async ({ input: { params, body }, context: { deps, caller, call } }) => {
    const { row, url } = await createReportLink(deps, call, caller, { reportId: params.id, input: body })
    return { ...presentLink(row), url }
  }),
  revoke: reportLinks.revoke.handler(({ input, context: { deps, caller, call } }) =>
    revokeReportLink(deps, call, caller, input),
  ),
}

/** Nothing but the token says what it answers: not a session, and no filter of the caller. */
export const liveReportRoutes: RoutesOf<'liveReport'> = {
  read: openRawRoute(liveReport.read, async ({ input, deps, call, reply }) => {
    const { name, contentType, bytes, content } = await readLiveReport(deps, call, input.file)
    reply.type(contentType).header('content-length', bytes)
    return reply.header('content-disposition', attachmentHeader(name)).send(content)
  }),
}
