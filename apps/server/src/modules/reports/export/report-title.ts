import type { z } from 'zod'
import type { DefinitionRef, ReportDefinition } from '#contract/reports.ts'
import { PAGES } from '#domain/navigation.ts'
import { findBuiltInReport } from '#reports/registry.ts'
import { findReportType } from '#semantic/catalog/catalog.ts'

/** What a report is called: its own name, that of its page, or what it is about. */
export const reportTitle = (ref: z.output<typeof DefinitionRef>, definition: ReportDefinition): string => {
  const page = 'builtin' in ref ? PAGES.get(findBuiltInReport(ref.builtin)?.path ?? '')?.title : undefined
  const named = definition.name.trim()
  return page ?? (named === '' ? (findReportType(definition.reportType)?.title ?? 'Report') : named)
}
