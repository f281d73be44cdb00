import type { Readable } from 'node:stream'
import type { ExportFormat } from '#contract/reports.ts'
import type { Deps } from '#server/deps.ts'
import { toFileName } from '#server/platform/file-name.ts'
import { COMPARED_ROWS, demandComparable } from '../comparison-limit.ts'
import { answerReport } from './answered-report.ts'
import { comparedCsv, reportCsv } from './csv/report-csv.ts'
import { demandFits, ROW_LIMITS } from './export-limits.ts'
import { rangeDays, wordsFor } from './report-facts.ts'
import type { ReportQuestion } from './report-question.ts'

/** A report as a file, complete: whatever could go wrong with its data has gone wrong before. */
export interface ReportFile {
  readonly name: string
  readonly contentType: string
  readonly bytes: number
  /** a stream has to be read or destroyed */
  readonly content: Readable | Uint8Array
}

export type FileDeps = Pick<Deps, 'warehouse' | 'tableFiles'>

const CONTENT_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
}

const ofBytes = (content: Uint8Array) => ({ bytes: content.byteLength, content })

const isCompared = ({ report }: ReportQuestion): boolean =>
  report.compareRange !== null && report.query.grain === 'groups'

const csv = async (deps: FileDeps, question: ReportQuestion, signal: AbortSignal) => {
  if (!isCompared(question)) return reportCsv(deps, question, signal)
  return ofBytes(await comparedCsv(deps, question, { maxRows: COMPARED_ROWS, check: demandComparable }, signal))
}

const tableFile = async (
  deps: FileDeps,
  question: ReportQuestion,
  format: 'xlsx' | 'pdf',
  signal: AbortSignal,
): Promise<Pick<ReportFile, 'bytes' | 'content'>> => {
  const limit = {
    maxRows: ROW_LIMITS[format],
    check: demandFits(format),
    ...(format === 'pdf' ? { words: wordsFor(question) } : {}),
  }
  const report = await answerReport(deps, question, limit, signal)
  return ofBytes(await deps.tableFiles.make(question.settings.accountId, { format, report }, signal))
}

/**
 * All rows of a report as a file.
 *
 * @throws `InvalidQuery`; Failure `report.too_many_rows_for_file`, `report.too_many_rows_to_compare`, and the warehouse's
 */
export const reportFile = async (
  deps: FileDeps,
  question: ReportQuestion,
  format: ExportFormat,
  signal: AbortSignal,
): Promise<ReportFile> => {
  const made = format === 'csv' ? await csv(deps, question, signal) : await tableFile(deps, question, format, signal)
  const { range } = question.report
  const name = toFileName(question.title, range === null ? null : rangeDays(range), format)
  return { name, contentType: CONTENT_TYPES[format], ...made }
}
