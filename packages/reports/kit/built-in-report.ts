import { ReportDefinition, type ReportDefinitionInput } from '#contract/reports.ts'

/** A report that comes with the product. Its title, roles and account types are those of the page at its path. */
export interface BuiltInReport {
  readonly group: string
  readonly slug: string
  /** `/reports/<group>/<slug>` */
  readonly path: string
  readonly description: string
  readonly definition: ReportDefinition
}

interface BuiltInReportInput {
  readonly group: 'sales' | 'orders' | 'products' | 'customers' | 'clubs'
  readonly slug: string
  readonly description: string
  readonly definition: ReportDefinitionInput
}

export const defineReport = ({ group, slug, description, definition }: BuiltInReportInput): BuiltInReport => ({
  group,
  slug,
  path: `/reports/${group}/${slug}`,
  description,
  definition: ReportDefinition.parse(definition),
})
