import { ReportDefinition, type ReportDefinitionInput } from '#contract/reports.ts'
import { type OwnRange, withOwnRange } from './own-range.ts'

/** A report that comes with the product. Its title, roles and account types are those of the page at its path. */
export interface BuiltInReport {
  readonly group: string
  readonly slug: string
  /** `/reports/<group>/<slug>` */
  readonly path: string
  readonly description: string
  readonly definition: ReportDefinition
}

interface BuiltInReportInput extends Pick<BuiltInReport, 'slug' | 'description'> {
  readonly group: 'sales' | 'orders' | 'products' | 'customers' | 'clubs'
  readonly definition: ReportDefinitionInput
  /** where no relative range says what the report opens with; its definition alone then covers all dates */
  readonly ownRange?: OwnRange
}

export const defineReport = ({ ownRange, group, slug, description, ...input }: BuiltInReportInput): BuiltInReport => {
  const parsed = ReportDefinition.parse(input.definition)
  const definition = ownRange === undefined ? parsed : withOwnRange(parsed, ownRange)
  return { group, slug, path: `/reports/${group}/${slug}`, description, definition }
}
