// A process that writes files one after the other. It keeps its code and fonts loaded, which take as long as a file of many pages.
import { on } from 'node:events'
import type { Cell } from '#contract/reports.ts'
import type { Answer, RowBatch, TableFileTask, TableFormat } from './file-process.ts'
import type { ReportSnapshot } from './table-snapshot.ts'

const WRITERS = {
  xlsx: async () => (await import('./report-xlsx.ts')).reportXlsx,
  pdf: async () => (await import('./pdf/report-pdf.ts')).reportPdf,
}

type Messages = AsyncIterator<RowBatch[]>

const reply = (answer: Answer): void => {
  process.send?.(answer)
}

/** The task's report with the rows that arrive after it. */
const readReport = async ({ report, rowCount }: TableFileTask, messages: Messages): Promise<ReportSnapshot> => {
  const rows: Cell[][] = []
  const previous: (Cell[] | null)[] = []
  while (rows.length < rowCount) {
    reply({ kind: 'next' })
    const { value } = await messages.next()
    const [batch]: RowBatch[] = value
    rows.push(...(batch?.rows ?? []))
    previous.push(...(batch?.previous ?? []))
  }
  return { ...report, answer: { ...report.answer, rows, ...(report.answer.previous ? { previous } : {}) } }
}

const write = async (format: TableFormat, report: ReportSnapshot): Promise<Answer> => {
  try {
    const writer = await WRITERS[format]()
    return { kind: 'file', file: await writer(report) }
  } catch (error) {
    return { kind: 'error', error }
  }
}

process.once('disconnect', () => process.exit())
const messages = on(process, 'message')
for await (const [task] of messages) reply(await write(task.format, await readReport(task, messages)))
