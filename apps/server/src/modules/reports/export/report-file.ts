import type { Readable } from 'node:stream'
import { fail } from '#contract/errors.ts'
import type { ExportFormat } from '#contract/reports.ts'
import { formatCount } from '#domain/text.ts'
import type { Deps } from '#server/deps.ts'
import { toFileName } from '#server/platform/file-name.ts'
import { assertComparable, MAX_COMPARED_ROWS } from '../run-report.ts'
import { type CsvParts, comparedReportCsv, reportCsv } from './report-csv.ts'
import { formatRange, readerFormats } from './report-facts.ts'
import type { ReportQuestion } from './report-question.ts'
import { loadReportSnapshot } from './report-snapshot.ts'

/** Maximum rows in a file of the format; null: no limit. */
const ROW_LIMITS = { csv: null, xlsx: 100_000, pdf: 5_000 } as const satisfies Record<ExportFormat, number | null>

/**
 * Rejects exports with more rows than the format allows.
 *
 * @throws Failure `report.too_many_rows_for_file`, whose message offers CSV
 */
const assertRowLimit =
  (format: 'xlsx' | 'pdf') =>
  (rows: number): void => {
    const limit = ROW_LIMITS[format]
    if (rows <= limit) return
    const values = { rows: formatCount(rows), format: format.toUpperCase(), limit: formatCount(limit) }
    throw fail('report.too_many_rows_for_file', { values })
  }

/** A complete file of a report; failures to read its data were raised before. */
export interface ReportFile {
  readonly name: string
  readonly contentType: string
  readonly bytes: number
  /** a stream must be read or destroyed */
  readonly content: Readable | Uint8Array
}

/** The format of a file, and what a CSV or XLSX file may leave out. */
export interface FileOptions extends CsvParts {
  readonly format: ExportFormat
}

const CONTENT_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
}

const toFile = (content: Uint8Array) => ({ bytes: content.byteLength, content })

/** Whether rows are matched or laid out in memory. */
const isComputed = ({ report }: ReportQuestion): boolean =>
  report.pivot !== null || (report.comparison !== null && report.query.grain === 'groups')

const csv = async (deps: Deps, question: ReportQuestion, parts: CsvParts, signal: AbortSignal) => {
  if (!isComputed(question)) return reportCsv(deps, question, parts, signal)
  const limit = { maxRows: MAX_COMPARED_ROWS, check: assertComparable }
  return toFile(await comparedReportCsv(deps, question, { ...parts, ...limit }, signal))
}

const tableFile = async (
  deps: Deps,
  question: ReportQuestion,
  { format, totals }: FileOptions & { readonly format: 'xlsx' | 'pdf' },
  signal: AbortSignal,
): Promise<Pick<ReportFile, 'bytes' | 'content'>> => {
  const limit = {
    maxRows: ROW_LIMITS[format],
    check: assertRowLimit(format),
    hasTotalRow: totals || format === 'pdf',
    ...(format === 'pdf' ? { formats: readerFormats(question) } : {}),
  }
  const load = () => loadReportSnapshot(deps, question, limit, signal)
  return toFile(await deps.tableFiles.make(question.settings.accountId, { format, load }, signal))
}

/**
 * All rows of a report as a file.
 *
 * @throws `InvalidQuery`; Failure `report.too_many_rows_for_file`, `report.too_many_rows_to_compare`, `report.pivot_too_large`, and the warehouse's
 */
export const reportFile = async (
  deps: Deps,
  question: ReportQuestion,
  options: FileOptions,
  signal: AbortSignal,
): Promise<ReportFile> => {
  const { format } = options
  const file =
    format === 'csv'
      ? await csv(deps, question, options, signal)
      : await tableFile(deps, question, { ...options, format }, signal)
  const { range } = question.report
  const name = toFileName(question.title, range === null ? null : formatRange(range), format)
  return { name, contentType: CONTENT_TYPES[format], ...file }
}
