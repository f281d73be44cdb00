import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import type { Cell } from '#contract/reports.ts'
import { lowerThreadPriority } from '#server/platform/thread-priority.ts'
import type { RowBatch, TableFileTask } from './table-files.ts'

const WRITERS = {
  xlsx: async () => (await import('./report-xlsx.ts')).reportXlsx,
  pdf: async () => (await import('./pdf/report-pdf.ts')).reportPdf,
}

const { format, report }: TableFileTask = workerData

if (parentPort) {
  // A file takes seconds, and people wait for the requests of the other threads. Loading the writer takes a good part of them.
  lowerThreadPriority(10)
  const write = await WRITERS[format]()
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
  const file = new Uint8Array(await write({ ...report, answer }))
  parentPort.postMessage(file, [file.buffer])
}
