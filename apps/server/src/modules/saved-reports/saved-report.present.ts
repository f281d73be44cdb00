import { ReportDefinition } from '#contract/reports.ts'
import { SavedReport } from '#contract/saved-reports.ts'
import { etagOf } from '#server/http/etag.ts'
import type { SavedReportRow } from './saved-reports.repo.ts'

/** The definition as a query takes it; what was stored before a field existed gets its default. */
export const storedDefinition = ({ definition, name, description }: SavedReportRow): ReportDefinition =>
  ReportDefinition.parse({ ...definition, name, description })

export const presentSavedReport = (row: SavedReportRow, userId: string): SavedReport => ({
  ...storedDefinition(row),
  id: row.id,
  accountId: row.account_id,
  createdBy: row.user_id,
  createdByName: `${row.first_name} ${row.last_name}`.trim(),
  createdDateUtc: row.created_at.toISOString(),
  updatedDateUtc: row.updated_at.toISOString(),
  isPublic: row.is_public,
  isOwn: row.user_id === userId,
  version: row.version,
})

/** The ETag that a read of the report carries. */
export const savedReportEtag = (report: SavedReport): string => etagOf(JSON.stringify(SavedReport.parse(report)))
