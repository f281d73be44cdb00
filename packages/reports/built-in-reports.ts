import { ReportDefinition } from '#contract/report-definition.ts'
import type { BuiltInReport, ReportDeclaration } from './kit/built-in-report.ts'
import { withOwnRange } from './kit/own-range.ts'
import { REPORT_DECLARATIONS } from './registry.ts'

const parseReport = ({ definition, ownRange, ...page }: ReportDeclaration): BuiltInReport => {
  const parsed = ReportDefinition.parse(definition)
  return { ...page, definition: ownRange === undefined ? parsed : withOwnRange(parsed, ownRange) }
}

/** Every built-in report with its parsed definition, in menu order. */
export const REPORTS: readonly BuiltInReport[] = REPORT_DECLARATIONS.map(parseReport)

const bySlug: ReadonlyMap<string, BuiltInReport> = new Map(
  REPORTS.map((report) => [`${report.group}/${report.slug}`, report]),
)

/** A report by its group and slug, such as `orders/by-brand`. */
export const findBuiltInReport = (slug: string): BuiltInReport | null => bySlug.get(slug) ?? null
