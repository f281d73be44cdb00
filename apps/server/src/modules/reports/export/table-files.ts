import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { CallSlots } from '#warehouse/duckdb/call-slots.ts'
import type { AnsweredReport } from './answered-report.ts'

export interface TableFileTask {
  readonly format: 'xlsx' | 'pdf'
  readonly report: AnsweredReport
}

/** Some of the rows with those of the earlier period; null comes after the last ones. */
export interface RowBatch {
  readonly rows: AnsweredReport['answer']['rows']
  readonly previous: AnsweredReport['answer']['previous']
}

/** Makes whole files of a report's rows, away from the thread that answers calls. */
export interface TableFiles {
  /** Throws `warehouse.busy` when too many wait, and the signal's reason. */
  make(accountId: number, task: TableFileTask, signal: AbortSignal): Promise<Uint8Array>
}

interface TableFilesOptions {
  /** threads at one time: each may take some hundred MB */
  readonly maxThreads: number
}

const WAITING = 8
const MAX_WAIT_MS = 60_000
/** A file of the most rows and many columns; more ends the thread, not the server. */
const MAX_HEAP_MB = 1536

/** Rows handed over at one time: copying all of them at once would hold up everybody's answers. */
const BATCH = 2_000

const hasPrevious = ({ answer }: AnsweredReport): boolean => answer.previous !== undefined

const withoutRows = (report: AnsweredReport): AnsweredReport => {
  const { answer } = report
  return { ...report, answer: { ...answer, rows: [], ...(hasPrevious(report) ? { previous: [] } : {}) } }
}

const batchesOf = function* ({ answer }: AnsweredReport): Generator<RowBatch> {
  for (let from = 0; from < answer.rows.length; from += BATCH)
    yield { rows: answer.rows.slice(from, from + BATCH), previous: answer.previous?.slice(from, from + BATCH) }
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
    if (!file) throw new Error('The thread gave no file')
    return file
  } finally {
    await worker.terminate()
  }
}

export const createTableFiles = ({ maxThreads }: TableFilesOptions): TableFiles => {
  const slots = new CallSlots({
    maxCalls: maxThreads,
    maxPerAccount: 1,
    maxWaitingPerAccount: WAITING,
    maxWaitMs: MAX_WAIT_MS,
  })
  return {
    make: async (accountId, task, signal) => {
      const giveBack = await slots.acquire(accountId, signal)
      try {
        return await write(task, signal)
      } finally {
        giveBack()
      }
    },
  }
}
