import { buffer } from 'node:stream/consumers'
import { findTimePart } from '#charts/report/time-part.ts'
import { createFormats } from '#charts/value-format.ts'
import { Failure } from '#contract/errors.ts'
import type { ExportFormat } from '#contract/reports.ts'
import { isSameText } from '#domain/text.ts'
import type { Deps } from '#server/deps.ts'
import { formatFacts, formatTableLines, scheduledReportMail } from '#server/mail/templates/scheduled-report.mail.ts'
import type { MailFile } from '#server/mail/transport.ts'
import {
  formatCell,
  formatTable,
  loadReportSnapshot,
  type ReportQuestion,
  type ReportSnapshot,
  readerFormats,
  reportFile,
  reportTable,
} from '#server/modules/reports/index.ts'
import type { ScheduleRow } from './schedules.repo.ts'

/** Maximum bars of a category chart and points of a time series in an email. */
const MAX_BARS = 12
const MAX_POINTS = 31

/** The report's chart as bars of its first measure, in row order. Null when there is nothing to draw. */
const reportBars = ({ chart, answer, ...reader }: ReportSnapshot) => {
  if (chart === null || chart.kind === 'none') return null
  const { columns, rows } = answer
  const x = columns.findIndex(
    ({ kind, columnId }) => kind === 'dimension' && (!chart.x || isSameText(columnId, chart.x)),
  )
  const named = columns.findIndex(
    ({ kind, columnId }) => kind === 'measure' && chart.series.some((one) => isSameText(one, columnId)),
  )
  const measure = named >= 0 ? named : columns.findIndex(({ kind }) => kind === 'measure')
  const [category, value] = [columns[x], columns[measure]]
  if (category === undefined || value === undefined || rows.length === 0) return null
  const limit = findTimePart(category.columnId) === null ? MAX_BARS : MAX_POINTS
  const shown = rows.slice(0, limit)
  const numbers = shown.map((row) => (typeof row[measure] === 'number' ? Number(row[measure]) : 0))
  const most = Math.max(...numbers.map(Math.abs), Number.MIN_VALUE)
  const formats = createFormats(reader)
  const header = { ...category, header: category.displayName }
  const bars = shown.map((row, index) => {
    const number = numbers[index] ?? 0
    return {
      name: formatCell(header, row[x] ?? null, formats, true),
      text: formats.value(typeof row[measure] === 'number' ? number : null, value.format),
      share: Math.abs(number) / most,
      isNegative: number < 0,
    }
  })
  const part = rows.length > limit ? `, the first ${limit}` : ''
  return { heading: `${value.displayName} by ${category.displayName}${part}`, bars }
}

/** Maximum size that email servers accept, allowing for encoding. */
const MAX_BYTES = 10 * 1024 ** 2

interface Attachment {
  readonly file: MailFile | null
  /** the text about it in the email */
  readonly note: string
}

const tooLarge: Attachment = {
  file: null,
  note: 'The file is too large for an email. Open the report to export it.',
}

/** The report as an email attachment, or a note that it is too large. */
const reportAttachment = async (
  deps: Deps,
  question: ReportQuestion,
  format: ExportFormat,
  signal: AbortSignal,
): Promise<Attachment> => {
  try {
    const { name, contentType, bytes, content } = await reportFile(
      deps,
      question,
      { format, totals: false, details: false },
      signal,
    )
    if (content instanceof Uint8Array)
      return bytes > MAX_BYTES ? tooLarge : attached({ name, contentType, content: Buffer.from(content) })
    if (bytes <= MAX_BYTES) return attached({ name, contentType, content: await buffer(content) })
    content.destroy()
    return tooLarge
  } catch (error) {
    if (error instanceof Failure && error.status === 413) return tooLarge
    throw error
  }
}

const attached = (file: MailFile): Attachment => ({ file, note: `All rows are in the attached file, ${file.name}.` })

/** Rows in the email's table, and rows read for its chart. */
const SHOWN_ROWS = 20
const READ_ROWS = 50

interface MailParts {
  readonly question: ReportQuestion
  readonly attachment: ScheduleRow['attachment']
  readonly sender: string
  readonly link: string
  /** the team member whose rows it has; absent: it has all */
  readonly of?: string | undefined
}

const shownTable = (report: ReportSnapshot, most: number) => {
  const { others = null, rows } = report.answer
  const isWhole = rows.length <= most
  const shown = { ...report.answer, rows: rows.slice(0, most), ...(isWhole ? {} : { others: undefined }) }
  const table = reportTable(others && isWhole ? { ...shown, others } : shown)
  return { ...formatTable(table, report), isNumber: table.columns.map(({ kind }) => kind === 'measure') }
}

/** Rows that are posted in a channel. */
const POSTED_ROWS = 10
const NAMES_PEOPLE = 'This report names customers or team members, so it’s only shown in Cuvee.'

/** A report as lines for a channel, if it names nobody. Throws as `reportMail`. */
export const reportParagraphs = async (
  deps: Deps,
  question: ReportQuestion,
  signal: AbortSignal,
): Promise<string[]> => {
  const guarded = { ...question, settings: { ...question.settings, refusesPersonalData: true } } as const
  const formats = readerFormats(question)
  try {
    const report = await loadReportSnapshot(deps, guarded, { maxRows: POSTED_ROWS + 1, formats }, signal)
    const { rowCount } = report.answer
    const cut = rowCount > POSTED_ROWS ? [`The first ${POSTED_ROWS} of ${formats.count(rowCount)} rows.`] : []
    return [...formatFacts(report.facts.slice(1)), ...formatTableLines(shownTable(report, POSTED_ROWS)), ...cut]
  } catch (error) {
    if (error instanceof Failure && error.code === 'widget.personal_data') return [NAMES_PEOPLE]
    throw error
  }
}

/** Builds the email of a report from current data. Throws `InvalidQuery`, and the warehouse's failures. */
export const reportMail = async (
  deps: Deps,
  { question, attachment, sender, link, of }: MailParts,
  signal: AbortSignal,
) => {
  const words = readerFormats(question)
  const report = await loadReportSnapshot(deps, question, { maxRows: READ_ROWS, formats: words }, signal)
  const attached = attachment === null ? null : await reportAttachment(deps, question, attachment, signal)
  const { rowCount } = report.answer
  const cut = rowCount > SHOWN_ROWS ? [`The first ${SHOWN_ROWS} of ${words.count(rowCount)} rows.`] : []
  const { range } = question.report
  const content = scheduledReportMail({
    title: question.title,
    range: range && words.range(range),
    facts: report.facts.slice(1),
    chart: reportBars(report),
    table: shownTable(report, SHOWN_ROWS),
    notes: [
      ...(of === undefined ? [] : [`Only rows of team member ${of}.`]),
      ...cut,
      ...(attached ? [attached.note] : []),
    ],
    link,
    sender,
  })
  return { content, file: attached?.file ?? null }
}
