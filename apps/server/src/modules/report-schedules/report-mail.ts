import type { Deps } from '#server/deps.ts'
import type { MailContent } from '#server/mail/message.ts'
import { scheduledReportMail } from '#server/mail/templates/scheduled-report.mail.ts'
import type { MailFile } from '#server/mail/transport.ts'
import {
  formatTable,
  loadReportSnapshot,
  type ReportQuestion,
  type ReportSnapshot,
  readerFormats,
  reportTable,
} from '#server/modules/reports/index.ts'
import { reportAttachment } from './attachment.ts'
import { reportBars } from './report-bars.ts'
import type { ScheduleRow } from './schedules.repo.ts'

/** Rows in the email's table, and rows read for its chart. */
const SHOWN_ROWS = 20
const READ_ROWS = 50

interface ReportMail {
  readonly content: MailContent
  readonly file: MailFile | null
}

interface MailParts {
  readonly question: ReportQuestion
  readonly attachment: ScheduleRow['attachment']
  readonly sender: string
  readonly link: string
}

const shownTable = (report: ReportSnapshot) => {
  const { others = null, rows } = report.answer
  const isWhole = rows.length <= SHOWN_ROWS
  const shown = { ...report.answer, rows: rows.slice(0, SHOWN_ROWS), ...(isWhole ? {} : { others: undefined }) }
  const table = reportTable(others && isWhole ? { ...shown, others } : shown)
  return { ...formatTable(table, report), isNumber: table.columns.map(({ kind }) => kind === 'measure') }
}

/** Builds the email of a report from current data. Throws `InvalidQuery`, and the warehouse's failures. */
export const reportMail = async (
  deps: Pick<Deps, 'warehouse' | 'tableFiles'>,
  { question, attachment, sender, link }: MailParts,
  signal: AbortSignal,
): Promise<ReportMail> => {
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
    table: shownTable(report),
    notes: [...cut, ...(attached ? [attached.note] : [])],
    link,
    sender,
  })
  return { content, file: attached?.file ?? null }
}
