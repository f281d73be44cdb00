import { fail } from '#contract/errors.ts'
import { ESTATE_AND_UP } from '#domain/account-type.ts'
import type { Deps } from '#server/deps.ts'
import { assertPlan } from '#server/http/access.ts'
import type { Caller } from '#server/http/caller.ts'
import { findReadableReport, type SavedReportRow } from './saved-reports.repo.ts'

/** Who a report is read for. */
export type Reader = Pick<Caller, 'accountId' | 'userId' | 'accountType'>

/**
 * An own report, or one that a colleague shares.
 *
 * @throws Failure `report.not_found`; `account.not_in_plan` for a colleague's where the plan has no shared reports
 */
export const readSavedReport = async (
  { db }: Pick<Deps, 'db'>,
  reader: Reader,
  id: string,
): Promise<SavedReportRow> => {
  const row = await findReadableReport(db, reader, id)
  if (!row) throw fail('report.not_found')
  if (row.user_id !== reader.userId) assertPlan(reader, ESTATE_AND_UP)
  return row
}
