import { assertFound, Failure, failFields } from '#contract/errors.ts'
import { ReportDefinition } from '#contract/report-definition.ts'
import { ReportQuery } from '#contract/reports.ts'
import { SavedReport } from '#contract/saved-reports.ts'
import { ESTATE_AND_UP } from '#domain/plan.ts'
import { resolveReport } from '#reports/kit/resolve-report.ts'
import { compileRows } from '#semantic/compiler/compile.ts'
import { InvalidQuery } from '#semantic/query.ts'
import type { Deps } from '#server/deps.ts'
import { assertPlan } from '#server/http/access.ts'
import type { Caller } from '#server/http/caller.ts'
import { computeEtag } from '#server/http/etag.ts'
import { compilerOptions, resolveAnalyticsSettings } from '#server/modules/analytics/index.ts'
import { listServices, type ServiceRow } from '#server/modules/services/index.ts'
import { findReadableReport, listOwnReports, listSharedReports, type SavedReportRow } from './saved-reports.repo.ts'

/** The user who reads a report. */
export type Reader = Pick<Caller, 'accountId' | 'userId' | 'accountType'>

/**
 * An own report, or one that a colleague shares.
 *
 * @throws Failure `report.not_found`; `account.not_in_plan` for a colleague's where the plan has no shared reports
 */
export const readSavedReport = async ({ db }: Deps, reader: Reader, id: string): Promise<SavedReportRow> => {
  const row = assertFound(await findReadableReport(db, reader, id), 'report.not_found')
  if (row.user_id !== reader.userId) assertPlan(reader, ESTATE_AND_UP)
  return row
}

/** The definition for a query; fields added after it was stored get their defaults. */
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

/** The user's own reports. */
export const readOwnReports = async ({ db }: Deps, reader: Reader): Promise<SavedReport[]> =>
  (await listOwnReports(db, reader)).map((row) => presentSavedReport(row, reader.userId))

/** All shared reports of the account. */
export const readSharedReports = async ({ db }: Deps, reader: Reader): Promise<SavedReport[]> =>
  (await listSharedReports(db, reader.accountId)).map((row) => presentSavedReport(row, reader.userId))

/** The ETag of a report's response. */
export const savedReportEtag = (report: SavedReport): string => computeEtag(JSON.stringify(SavedReport.parse(report)))

/**
 * Rejects a definition that cannot be run. A report that requires a filter may be saved without one, because the reader
 * enters it.
 *
 * @throws Failure `report.invalid` with an entry for each field at fault
 */
export const assertAnswerable = ({ clock, warehouse }: Deps, caller: Caller, definition: ReportDefinition): void => {
  const settings = resolveAnalyticsSettings(caller, { now: clock.now() })
  const open = { ...definition, requiresFilter: false }
  try {
    const { query } = resolveReport(
      { ...ReportQuery.parse({ definition: open }), definition: open },
      settings.calendar,
      settings.customFields,
    )
    compileRows(query, compilerOptions(warehouse, settings))
  } catch (error) {
    throw error instanceof InvalidQuery ? failFields('report.invalid', error.problems) : error
  }
}

export const isAnswerable = (...given: Parameters<typeof assertAnswerable>): boolean => {
  try {
    assertAnswerable(...given)
    return true
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}

/** @throws Failure `report.invalid` naming `serviceId` when it is none of the account's services */
export const assertService = (
  services: readonly Pick<ServiceRow, 'id'>[],
  { serviceId }: Pick<ReportDefinition, 'serviceId'>,
): void => {
  if (serviceId !== null && !services.some(({ id }) => id === serviceId))
    throw failFields('report.invalid', [{ field: 'serviceId', message: 'The account has no such service' }])
}

/** Errors: those of `assertService`. */
export const assertOwnService = async (
  { db }: Deps,
  { accountId }: Pick<Caller, 'accountId'>,
  definition: ReportDefinition,
): Promise<void> => {
  if (definition.serviceId !== null) assertService(await listServices(db, accountId), definition)
}
