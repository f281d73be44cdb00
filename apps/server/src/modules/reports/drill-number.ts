import type { DrillResult } from '#contract/reports.ts'
import { drillQuery } from '#semantic/lineage/drill.ts'
import { paginate as pageOf } from '#semantic/query.ts'
import type { AnalyticsSettings } from '#server/modules/analytics/analytics-settings.ts'
import { presentColumns } from '#server/modules/analytics/present-columns.ts'
import type { QuerySession } from '#server/modules/analytics/query-session.ts'
import type { AnsweredNumber } from './number.ts'

/** What of a drill depends on the rows alone, so that it can be kept. */
export type KeptDrill = Omit<DrillResult, 'asOf'>

interface Page {
  /** from 1 */
  readonly page: number
  readonly pageSize: number
}

/** A page of the records behind a number, and the proof over all of them. */
export const drillNumber = async (
  session: QuerySession,
  { timeZone }: AnalyticsSettings,
  { query, cell, range }: AnsweredNumber,
  { page, pageSize }: Page,
): Promise<KeptDrill> => {
  const records = drillQuery(query, cell)
  const [rows, rowCount, { proof }] = await Promise.all([
    session.rows(pageOf(records, page, pageSize)),
    session.rowCount(records),
    session.proof(query, cell),
  ])
  return {
    columns: presentColumns(records),
    rows,
    rowCount,
    proof: { ...proof, parts: [...proof.parts] },
    range,
    timeZone,
  }
}
