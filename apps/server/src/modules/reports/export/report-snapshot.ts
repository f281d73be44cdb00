import type { Deps } from '#server/deps.ts'
import { withConsistentVersion } from '#server/modules/analytics/index.ts'
import { runReport } from '../run-report.ts'
import { pivotTable } from './pivot-table.ts'
import { type FactFormats, reportFacts } from './report-facts.ts'
import type { ReportQuestion } from './report-question.ts'
import type { ReportSnapshot } from './table-snapshot.ts'

interface SnapshotOptions {
  /** the first rows are loaded, at most this many */
  readonly maxRows: number
  /** receives the total row count before any row is read; throws to reject the export */
  readonly check?: (rowCount: number) => void
  /** whether the file ends with the totals; default: true */
  readonly hasTotalRow?: boolean
  /** default: machine-readable */
  readonly formats?: FactFormats
}

/** Loads the report's first rows, all at one data version. */
export const loadReportSnapshot = (
  deps: Deps,
  question: ReportQuestion,
  { maxRows, check, formats, hasTotalRow = true }: SnapshotOptions,
  signal: AbortSignal,
): Promise<ReportSnapshot> =>
  withConsistentVersion(deps, question.settings, async ({ openSession, asOf }) => {
    const session = openSession(signal)
    const { title, reader, settings, request, report } = question
    if (check && report.pivot === null) check(limitedRowCount(await session.rowCount(report.query), report.query.top))
    const pageSize = report.pivot === null ? maxRows : 1
    const answer = await runReport(session, settings, { ...request, pageSize }, report)
    const facts = reportFacts(
      question,
      {
        rows: answer.pivot?.rows.length ?? answer.rowCount,
        asOf,
        excluded: answer.excluded,
        columns: answer.columns,
        comparison: answer.comparison,
        notCounted: answer.notCounted,
        costCoverage: answer.costCoverage,
      },
      formats,
    )
    const { currency, timeZone, calendar } = settings
    const chart = report.pivot === null ? request.definition.chart : null
    const isGrouped = report.query.grain === 'groups'
    const layout = { chart, isGrouped, hasTotalRow, culture: reader.culture, currency, timeZone, today: calendar.today }
    return { title, facts, answer: pivotTable(answer, layout), ...layout }
  })

const limitedRowCount = (rowCount: number, top: number | null): number =>
  top === null ? rowCount : Math.min(rowCount, top)
