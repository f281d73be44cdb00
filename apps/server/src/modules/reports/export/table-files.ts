import { Slots } from '#warehouse/scheduling/slots.ts'
import { FileProcess, type TableFormat } from './file-process.ts'
import type { ReportSnapshot } from './table-snapshot.ts'

interface NewTableFile {
  readonly format: TableFormat
  readonly load: () => Promise<ReportSnapshot>
}

/** Builds XLSX and PDF files in processes of their own, so that building neither blocks nor slows down requests. */
export interface TableFiles {
  /**
   * Calls `load` when a process is free for the account, so that reports that wait hold no rows. Throws `warehouse.busy` when too
   * many wait, what `load` throws, and the signal's reason.
   */
  make(accountId: number, file: NewTableFile, signal: AbortSignal): Promise<Uint8Array>
  /** ends all processes */
  close(): void
}

interface TableFilesOptions {
  /** processes at one time; each may use several hundred MB */
  readonly maxProcesses: number
}

/** As many reads as an account may have at a time: who is refused asks again at once, which costs more than waiting. */
const MAX_WAITING = 24
const MAX_WAIT_MS = 60_000
/** A process that has been idle for this long ends, with the memory of its largest file. */
const IDLE_MS = 20_000

export const createTableFiles = ({ maxProcesses }: TableFilesOptions): TableFiles => {
  const slots = new Slots({
    inTotal: maxProcesses,
    perAccount: 1,
    waitingPerAccount: MAX_WAITING,
    maxWaitMs: MAX_WAIT_MS,
  })
  const started = new Set<FileProcess>()
  const idle = new Map<FileProcess, NodeJS.Timeout>()
  const end = (process: FileProcess): void => {
    started.delete(process)
    clearTimeout(idle.get(process))
    idle.delete(process)
    process.end()
  }
  const take = (): FileProcess => {
    const [ready] = idle.keys().filter(({ hasEnded }) => !hasEnded)
    const process = ready ?? new FileProcess()
    clearTimeout(idle.get(process))
    idle.delete(process)
    started.add(process)
    return process
  }
  return {
    make: async (accountId, { format, load }, signal) => {
      const release = await slots.acquire(accountId, signal)
      // It starts while the rows are loaded.
      const process = take()
      try {
        const file = await process.write(format, await load(), signal)
        idle.set(process, setTimeout(end, IDLE_MS, process))
        return file
      } catch (error) {
        end(process)
        throw error
      } finally {
        release()
      }
    },
    close: () => {
      for (const process of [...started]) end(process)
    },
  }
}
