import type { z } from 'zod'
import type { DefinitionRef, ReportDefinition } from '#contract/report-definition.ts'
import type { ExportRequest } from '#contract/reports.ts'
import { findBuiltInReport } from '#reports/built-in-reports.ts'
import {
  type ReportRequest,
  type ResolvedReport,
  requestedComparison,
  resolveReport,
} from '#reports/kit/resolve-report.ts'
import { findReportType } from '#semantic/catalog/catalog.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { type AnalyticsSettings, loadAnalyticsSettings, withCompared } from '#server/modules/analytics/index.ts'

/** Account to read and culture to format for. */
interface ReportReader extends Pick<Caller, 'accountId' | 'account'> {
  readonly culture: string
}

/** Options that a request adds to a definition. */
type ReportOptions = Omit<z.output<typeof ExportRequest>, 'definition' | 'format' | 'totals' | 'details'>

/** A report with its dates resolved, for one reader. */
export interface ReportQuestion {
  readonly title: string
  readonly reader: ReportReader
  readonly settings: AnalyticsSettings
  readonly request: ReportRequest
  readonly report: ResolvedReport
}

/** The report as it was saved. */
const OWN_VIEW: ReportOptions = { filters: [], dimensionFilters: [], includeClubOrders: true }

interface QuestionInput {
  readonly reader: ReportReader
  readonly title: string
  readonly definition: ReportDefinition
  /** default: the report as it was saved */
  readonly options?: ReportOptions
}

/** Columns in display order; those that the order does not name follow. */
const sortColumns = (definition: ReportDefinition): ReportDefinition => {
  const indexes = new Map(definition.columnOrder.map((columnId, index) => [columnId.toLowerCase(), index]))
  const indexOf = ({ columnId, columnName }: ReportDefinition['columns'][number]): number =>
    indexes.get((columnId ?? columnName ?? '').toLowerCase()) ?? indexes.size
  return { ...definition, columns: definition.columns.toSorted((a, b) => indexOf(a) - indexOf(b)) }
}

/** Resolves a report for a file or an email. Throws `InvalidQuery`. */
export const reportQuestion = async (
  deps: Deps,
  { reader, title, definition, options = OWN_VIEW }: QuestionInput,
): Promise<ReportQuestion> => {
  const request = { ...options, definition: sortColumns(definition), page: 1, pageSize: 1 }
  const loaded = await loadAnalyticsSettings(deps, reader)
  const settings = await withCompared(deps, loaded, requestedComparison(request))
  return { title, reader, settings, request, report: resolveReport(request, settings.calendar, settings.customFields) }
}

/** The title of a report: that of its page, its own name, or that of its report type. */
export const reportTitle = (ref: z.output<typeof DefinitionRef>, definition: ReportDefinition): string => {
  const page = 'builtin' in ref ? findBuiltInReport(ref.builtin)?.title : undefined
  const named = definition.name.trim()
  return page ?? (named === '' ? (findReportType(definition.reportType)?.title ?? 'Report') : named)
}
