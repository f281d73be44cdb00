import type { BuiltinReport, ReportCatalog } from '#contract/report-catalog.ts'
import type { SavedReport } from '#contract/saved-reports.ts'
import type { AskedReport } from '../../ask/question-address.ts'
import { emptyDraft, type ReportDraft, type ReportType, toDraft, toSavedDraft } from './report-draft.ts'
import { askedView, OWN_DAYS, type ShownView } from './shown-view.ts'

export interface BuilderStart {
  readonly type: ReportType
  readonly draft: ReportDraft
  /** the report being edited; null: a new one */
  readonly report: SavedReport | null
  /** a range outside of the definition */
  readonly view: ShownView
  /** key of the unsaved edits in the browser's storage */
  readonly storageId: string
  /** its people become a segment, and no report */
  readonly isSegment?: boolean
}

const findReportType = (catalog: ReportCatalog, reportType: string): ReportType | null =>
  catalog.reportTypes.find((type) => type.reportType.toLowerCase() === reportType.toLowerCase()) ?? null

const MAX_NAME = 200

/** Edits a saved report; null if its type is unknown. */
export const startFromOwn = (catalog: ReportCatalog, report: SavedReport): BuilderStart | null => {
  const type = findReportType(catalog, report.reportType)
  return type && { type, draft: toSavedDraft(type, report), report, view: OWN_DAYS, storageId: report.id }
}

/** A new private report from a saved one, with a name of its own. */
export const startFromCopy = (catalog: ReportCatalog, report: SavedReport): BuilderStart | null => {
  const type = findReportType(catalog, report.reportType)
  if (type === null) return null
  const name = `${report.name.slice(0, MAX_NAME - 7)} (copy)`
  return {
    type,
    draft: { ...toDraft(type, report), name },
    report: null,
    view: OWN_DAYS,
    storageId: `from-${report.id}`,
  }
}

/** A new report from a built-in one, by group and slug. */
export const startFromBuiltin = (catalog: ReportCatalog, slug: string): BuilderStart | null => {
  const found = catalog.builtin.find((report) => reportPath(report) === slug)
  const type = found ? findReportType(catalog, found.definition.reportType) : null
  if (found === undefined || type === null) return null
  const draft = { ...toDraft(type, found.definition), name: found.title, description: found.description }
  return { type, draft, report: null, view: OWN_DAYS, storageId: `from-${slug}` }
}

/** A new report from an unsaved definition, such as the answer to a question. */
export const startFromAsked = (catalog: ReportCatalog, asked: AskedReport, isSegment = false): BuilderStart | null => {
  const { definition, compare = definition.compare } = asked
  const type = findReportType(catalog, definition.reportType)
  if (type === null) return null
  return {
    type,
    draft: { ...toDraft(type, definition), compare },
    report: null,
    view: askedView(asked),
    storageId: `${isSegment ? 'segment' : 'asked'}-${definition.name}`,
    isSegment,
  }
}

export const startFromType = (catalog: ReportCatalog, reportType: string): BuilderStart | null => {
  const type = findReportType(catalog, reportType)
  return type && { type, draft: emptyDraft(type), report: null, view: OWN_DAYS, storageId: `type-${type.reportType}` }
}

/** A built-in report in a URL: `orders/by-brand`. */
export const reportPath = ({ group, slug }: Pick<BuiltinReport, 'group' | 'slug'>): string => `${group}/${slug}`

/** Whether `?from=` names a built-in report; saved ones have ids without a slash. */
export const isBuiltinSlug = (from: string): boolean => from.includes('/')
