import type { ReportDefinition, ReportDefinitionInput } from '#contract/reports.ts'
import type { ReportPage } from '#domain/navigation.ts'
import { REPORT_ROLES } from '#domain/role.ts'
import type { OwnRange } from './own-range.ts'

/** A report that comes with the product, with its page in the menu, as it is declared. */
export interface ReportDeclaration extends ReportPage {
  readonly slug: string
  readonly description: string
  readonly definition: ReportDefinitionInput
  /** initial range where no relative range fits; the definition alone then covers all dates */
  readonly ownRange?: OwnRange
}

/** A declared report with its parsed definition. */
export interface BuiltInReport extends Omit<ReportDeclaration, 'definition' | 'ownRange'> {
  readonly definition: ReportDefinition
}

type ReportOptions = Omit<ReportDeclaration, 'path' | 'title' | 'roles' | 'accountTypes' | 'menuQuery'> &
  Partial<Pick<ReportDeclaration, 'title' | 'accountTypes' | 'menuQuery'>>

/** The path is `/reports/<group>/<slug>`; the title defaults to the name in the menu. */
export const defineReport = (options: ReportOptions): ReportDeclaration => ({
  title: options.menuName,
  roles: REPORT_ROLES,
  accountTypes: null,
  menuQuery: {},
  ...options,
  path: `/reports/${options.group}/${options.slug}`,
})
