import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ReportDefinition } from '#contract/report-definition.ts'
import type { ReportResult } from '#contract/reports.ts'
import { CallSlots } from '#warehouse/duckdb/call-slots.ts'

/** One line of the description at the top or end of a file. */
export interface Fact {
  readonly label: string
  readonly text: string
}

/** A report's result with everything needed to render it as a chart, sheet or page; plain data that can be sent to a worker thread. */
export interface ReportSnapshot {
  readonly title: string
  readonly facts: readonly Fact[]
  readonly answer: Omit<ReportResult, 'asOf' | 'etag'>
  readonly chart: ReportDefinition['chart']
  /** a row without a value is a group with a name, not a record with an empty cell */
  readonly isGrouped: boolean
  readonly hasTotalRow: boolean
  readonly culture: string
  readonly currency: string
  readonly timeZone: string
  /** local day when the report was run */
  readonly today: string
}

export interface TableFileTask {
  readonly format: 'xlsx' | 'pdf'
  readonly report: ReportSnapshot
}

/** A batch of rows with those of the earlier period; null marks the end. */
export interface RowBatch {
  readonly rows: ReportSnapshot['answer']['rows']
  readonly previous: ReportSnapshot['answer']['previous']
}

export interface NewTableFile {
  readonly format: TableFileTask['format']
  readonly load: () => Promise<ReportSnapshot>
}

/** Builds XLSX and PDF files in worker threads, so that building does not block requests. */
export interface TableFiles {
  /**
   * Calls `load` when a thread is free for the account, so that reports that wait hold no rows. Throws `warehouse.busy` when too
   * many wait, what `load` throws, and the signal's reason.
   */
  make(accountId: number, task: NewTableFile, signal: AbortSignal): Promise<Uint8Array>
}

interface TableFilesOptions {
  /** concurrent threads; each may use several hundred MB */
  readonly maxThreads: number
}

const MAX_WAITING = 8
const MAX_WAIT_MS = 60_000
/** Enough for the most rows and many columns; exceeding it ends the thread, not the server. */
const MAX_HEAP_MB = 1536

/** Rows sent to the thread at a time: copying all of them at once would block the event loop. */
const BATCH_ROWS = 2_000

const hasPrevious = ({ answer }: ReportSnapshot): boolean => answer.previous !== undefined

const withoutRows = (report: ReportSnapshot): ReportSnapshot => {
  const { answer } = report
  return { ...report, answer: { ...answer, rows: [], ...(hasPrevious(report) ? { previous: [] } : {}) } }
}

const batchesOf = function* ({ answer }: ReportSnapshot): Generator<RowBatch> {
  for (let from = 0; from < answer.rows.length; from += BATCH_ROWS)
    yield {
      rows: answer.rows.slice(from, from + BATCH_ROWS),
      previous: answer.previous?.slice(from, from + BATCH_ROWS),
    }
}

const write = async ({ format, report }: TableFileTask, signal: AbortSignal): Promise<Uint8Array> => {
  const task: TableFileTask = { format, report: withoutRows(report) }
  const resourceLimits = { maxOldGenerationSizeMb: MAX_HEAP_MB }
  const worker = new Worker(new URL('./table-file.worker.ts', import.meta.url), { workerData: task, resourceLimits })
  try {
    for (const batch of batchesOf(report)) {
      worker.postMessage(batch)
      await once(worker, 'message', { signal })
    }
    worker.postMessage(null)
    const [file]: Uint8Array[] = await once(worker, 'message', { signal })
    if (!file) throw new Error('The worker returned no file')
    return file
  } finally {
    await worker.terminate()
  }
}

export const createTableFiles = ({ maxThreads }: TableFilesOptions): TableFiles => {
  const slots = new CallSlots({
    maxCalls: maxThreads,
    maxPerAccount: 1,
    maxWaitingPerAccount: MAX_WAITING,
    maxWaitMs: MAX_WAIT_MS,
  })
  return {
    make: async (accountId, { format, load }, signal) => {
      const release = await slots.acquire(accountId, signal)
      try {
        return await write({ format, report: await load() }, signal)
      } finally {
        release()
      }
    },
  }
}
