import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import type { Cell } from '#contract/reports.ts'
import { lowerThreadPriority } from '#server/platform/thread-priority.ts'
import { reportPdf } from './pdf/report-pdf.ts'
import { reportXlsx } from './report-xlsx.ts'
import type { RowBatch, TableFileTask } from './table-files.ts'

const WRITERS = { xlsx: reportXlsx, pdf: reportPdf }

const { format, report }: TableFileTask = workerData

if (parentPort) {
  // A file takes seconds, and people wait for the requests of the other threads.
  lowerThreadPriority(10)
  const rows: Cell[][] = []
  const previous: (Cell[] | null)[] = []
  for (;;) {
    const [batch]: (RowBatch | null)[] = await once(parentPort, 'message')
    if (!batch) break
    rows.push(...batch.rows)
    previous.push(...(batch.previous ?? []))
    parentPort.postMessage('next')
  }
  const answer = { ...report.answer, rows, ...(report.answer.previous ? { previous } : {}) }
  const file = new Uint8Array(await WRITERS[format]({ ...report, answer }))
  parentPort.postMessage(file, [file.buffer])
}
