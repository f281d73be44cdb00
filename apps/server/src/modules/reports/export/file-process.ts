import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { childEnvironment } from '#server/platform/child-environment.ts'
import type { ReportSnapshot } from './table-snapshot.ts'

const PROGRAM = fileURLToPath(new URL('./table-file.process.ts', import.meta.url))
/** Enough for the most rows and many columns; exceeding it ends the process, not the server. */
const MAX_HEAP_MB = 1536
/** Rows sent to the process at a time: copying all of them at once would block the event loop. */
const BATCH_ROWS = 1_000

export type TableFormat = 'xlsx' | 'pdf'

/** A batch of rows with those of the earlier period. */
export interface RowBatch {
  readonly rows: ReportSnapshot['answer']['rows']
  readonly previous: ReportSnapshot['answer']['previous']
}

/** What the process gets first; batches of rows follow. */
export interface TableFileTask {
  readonly format: TableFormat
  /** without rows */
  readonly report: ReportSnapshot
  readonly rowCount: number
}

/** `next`: rows are missing. */
export type Answer =
  | { readonly kind: 'next' }
  | { readonly kind: 'file'; readonly file: Uint8Array }
  | { readonly kind: 'error'; readonly error: unknown }

const withoutRows = (report: ReportSnapshot): ReportSnapshot => {
  const { answer } = report
  const hasPrevious = answer.previous !== undefined
  return { ...report, answer: { ...answer, rows: [], ...(hasPrevious ? { previous: [] } : {}) } }
}

const batchRows = function* ({ answer }: ReportSnapshot): Generator<RowBatch> {
  for (let from = 0; from < answer.rows.length; from += BATCH_ROWS)
    yield {
      rows: answer.rows.slice(from, from + BATCH_ROWS),
      previous: answer.previous?.slice(from, from + BATCH_ROWS),
    }
}

/** A process that writes one file at a time. */
export class FileProcess {
  readonly #child: ChildProcess
  readonly #ended = new AbortController()

  constructor() {
    const execArgv = [`--max-old-space-size=${MAX_HEAP_MB}`]
    this.#child = fork(PROGRAM, {
      execArgv,
      env: childEnvironment(),
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    this.#child.once('error', (error) => this.#ended.abort(error))
    this.#child.once('exit', (code, signal) =>
      this.#ended.abort(new Error(`The process that writes files ended with ${code ?? signal}`)),
    )
  }

  get hasEnded(): boolean {
    return this.#ended.signal.aborted
  }

  /** Rejects with what the writer throws, and when the process ends. After a rejection it must be ended. */
  async write(format: TableFormat, report: ReportSnapshot, signal: AbortSignal): Promise<Uint8Array> {
    const either = AbortSignal.any([signal, this.#ended.signal])
    const ask = async (message: TableFileTask | RowBatch): Promise<Answer | undefined> => {
      either.throwIfAborted()
      this.#child.send(message)
      const [answer]: Answer[] = await once(this.#child, 'message', { signal: either })
      return answer
    }
    let answer = await ask({ format, report: withoutRows(report), rowCount: report.answer.rows.length })
    for (const batch of batchRows(report)) answer = await ask(batch)
    if (answer?.kind === 'file') return answer.file
    throw answer?.kind === 'error' ? answer.error : new Error('The process wrote no file')
  }

  end(): void {
    this.#child.kill('SIGKILL')
  }
}
