import type { z } from 'zod'
import { fail } from '#contract/errors.ts'
import type { DefinitionRef, ReportDefinition } from '#contract/reports.ts'
import { findBuiltInReport } from '#reports/registry.ts'

/** The definition that a call names. Throws `report.not_found`. */
export const findDefinition = (ref: z.output<typeof DefinitionRef>): ReportDefinition => {
  if ('columns' in ref) return ref
  const report = 'builtin' in ref ? findBuiltInReport(ref.builtin) : null
  if (report === null) throw fail('report.not_found')
  return report.definition
}
