import type { z } from 'zod'
import type { ExportRequest, ReportDefinition } from '#contract/reports.ts'
import { type ReportRequest, type ResolvedReport, resolveReport } from '#reports/kit/resolve-report.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { type AnalyticsSettings, analyticsSettings } from '#server/modules/analytics/analytics-settings.ts'

/** Whose data, and who reads it. */
export interface ReportReader extends Pick<Caller, 'accountId' | 'account'> {
  readonly culture: string
}

/** What a call adds to a definition. */
export type ReportOptions = Omit<z.output<typeof ExportRequest>, 'definition' | 'format'>

/** A report with its dates resolved, for one reader at one moment. */
export interface ReportQuestion {
  readonly title: string
  readonly reader: ReportReader
  readonly settings: AnalyticsSettings
  readonly request: ReportRequest
  readonly report: ResolvedReport
}

interface Asked {
  readonly reader: ReportReader
  readonly title: string
  readonly definition: ReportDefinition
  readonly options: ReportOptions
}

/** Columns in the order they are shown; what the order leaves out follows. */
const inShownOrder = (definition: ReportDefinition): ReportDefinition => {
  const places = new Map(definition.columnOrder.map((columnId, place) => [columnId.toLowerCase(), place]))
  const placeOf = ({ columnId, columnName }: ReportDefinition['columns'][number]): number =>
    places.get((columnId ?? columnName ?? '').toLowerCase()) ?? places.size
  return { ...definition, columns: definition.columns.toSorted((a, b) => placeOf(a) - placeOf(b)) }
}

/** Resolves a report for a file or a mail. Throws `InvalidQuery`. */
export const reportQuestion = async (
  deps: Pick<Deps, 'warehouse' | 'clock'>,
  { reader, title, definition, options }: Asked,
): Promise<ReportQuestion> => {
  const settings = await analyticsSettings(deps, reader)
  const request = { ...options, definition: inShownOrder(definition), page: 1, pageSize: 1 }
  return { title, reader, settings, request, report: resolveReport(request, settings.calendar) }
}
