import { reports } from '#contract/reports.ts'
import { rawRoute } from '#server/http/raw-route.ts'
import { attachmentHeader } from '#server/platform/file-name.ts'
import { findDefinition, rejectInvalidQueries } from '../find-definition.ts'
import { readCulture } from './reader.repo.ts'
import { reportFile } from './report-file.ts'
import { reportQuestion, reportTitle } from './report-question.ts'

/** `POST /reports/export`: the file, or an error before its first byte. */
export const exportRoute = rawRoute(reports.export, ({ input, deps, caller, call, reply }) =>
  rejectInvalidQueries(async () => {
    const { definition: ref, format, ...options } = input
    const definition = await findDefinition(deps, caller, ref)
    const reader = { ...caller, culture: await readCulture(deps.db, caller) }
    const title = reportTitle(ref, definition)
    const question = await reportQuestion(deps, { reader, title, definition, options })
    const { name, contentType, bytes, content } = await reportFile(deps, question, format, call.signal)
    reply.type(contentType).header('content-length', bytes)
    reply.header('content-disposition', attachmentHeader(name))
    return reply.send(content)
  }),
)
