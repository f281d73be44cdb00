import type { z } from 'zod'
import type { ExportRequest } from '#contract/reports.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { reportFile } from './export/report-file.ts'
import { reportQuestion, reportTitle } from './export/report-question.ts'
import { findDefinition, rejectInvalidQueries } from './find-definition.ts'

/** A report as a file, complete before its first byte. Errors: those of `findDefinition`, `report.invalid`. */
export const exportReport = (
  deps: Deps,
  caller: Caller,
  { definition: ref, format, totals, details, ...options }: z.output<typeof ExportRequest>,
  signal: AbortSignal,
) =>
  rejectInvalidQueries(async () => {
    const definition = await findDefinition(deps, caller, ref)
    const title = reportTitle(ref, definition)
    const question = await reportQuestion(deps, { reader: caller, title, definition, options })
    return { title, ...(await reportFile(deps, question, { format, totals, details }, signal)) }
  })
